import Foundation

extension APIError: LocalizedError {
  /// Same as ``description``.
  public var errorDescription: String? { description }
}
