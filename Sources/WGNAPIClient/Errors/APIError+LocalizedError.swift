import Foundation

extension APIError: LocalizedError {
  /// As ``description``.
  public var errorDescription: String? { description }
}
