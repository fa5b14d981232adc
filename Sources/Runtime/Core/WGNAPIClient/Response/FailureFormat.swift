import WGNAPIJSON

/// How to decode the body of a failure: a response whose status isn't one of the endpoint's responses. The product
/// `WGNAPIResponses` has the formats.
///
/// ```swift
/// static let failures: [FailureFormat] = [
///   .json(404, BasicError.self),
///   .json(400..<500, ErrorBody.self, code: { .init($0.error.code) }, message: { $0.error.message }),
///   .json(300..<1000, Problem.self),
/// ]
/// ```
///
/// The smallest range that contains the status is used; of equal ones, the first. The body becomes the error's
/// ``APIError/body``.
public struct FailureFormat: Sendable {
  let statuses: Range<Int>
  /// The media type that the body is expected in; nil for any.
  let mediaType: String?
  /// Throws only if the task is cancelled. Nil if nothing is decoded.
  let read: (@Sendable (ReceivedResponse) throws(ResponseRefusal) -> FailureBody)?

  package init(
    statuses: Range<Int>, mediaType: String? = nil,
    read: (@Sendable (ReceivedResponse) throws(ResponseRefusal) -> FailureBody)?
  ) {
    self.statuses = statuses
    self.mediaType = mediaType
    self.read = read
  }
}

/// The body of a failure as its format describes it.
package struct FailureBody {
  /// The body; nil if it isn't what the format describes.
  package var value: (any Sendable)?
  /// The error that the body reports; nil if it has neither code nor message.
  package var failure: ServiceFailure?
  /// The constraints that it violates, without secrets.
  package var violations: [Violation] = []
  /// The reason why the body isn't what the format describes.
  package var problem: String?

  package init(_ value: (any Sendable)?) { self.value = value }
}

extension [FailureFormat] {
  /// Returns the format for a status: of those that have it, the one with the fewest statuses.
  package func format(for status: Int) -> FailureFormat? {
    filter { $0.statuses.contains(status) }.min { $0.statuses.count < $1.statuses.count }
  }
}
