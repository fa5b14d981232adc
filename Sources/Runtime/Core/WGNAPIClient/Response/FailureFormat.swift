import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

/// How to decode the body of a failure: a response whose status isn't one of the endpoint's answers.
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
  struct Content {
    let body: any Sendable
    /// The error that the body reports; nil if it has neither code nor message.
    var failure: ServiceFailure?
    var violations: [Violation] = []
  }

  let statuses: Range<Int>
  /// The media type that the body is expected in; nil for any.
  let mediaType: MediaRange?
  /// Nil if nothing is decoded.
  let read: (@Sendable ([UInt8], Context) throws(JSONError) -> Content)?

  /// What a body is read with.
  struct Context {
    let contentType: String?
    let decoding: JSONDecoding
    let redaction: Redaction
  }

  init(
    statuses: Range<Int>, mediaType: String? = nil,
    read: (@Sendable ([UInt8], Context) throws(JSONError) -> Content)?
  ) {
    self.statuses = statuses
    self.mediaType = mediaType.flatMap { MediaRange($0) }
    self.read = read
  }

  /// A body in JSON that `coder` decodes, and that satisfies `constraint` as a whole.
  ///
  /// The closures find the service's own error in the body, for retries, limits and ``APIError/code(as:)``. A
  /// body without code and message is an error by its status alone.
  ///
  /// - Parameters:
  ///   - statuses: The statuses of such bodies.
  ///   - coder: Decodes the body.
  ///   - constraint: What the body must satisfy as a whole.
  ///   - code: Finds the error's code.
  ///   - message: Finds the error's name or sentence.
  ///   - field: Finds the name of the parameter that caused the error.
  ///   - value: Finds that parameter's value.
  ///   - retryAfter: Finds the number of seconds to wait before the next request.
  public static func json<Coder: JSONCoder>(
    _ statuses: some StatusRange, _ coder: Coder.Type, _ constraint: Schema? = nil,
    code: (@Sendable (Coder.Decoded) -> ServiceFailure.Code?)? = nil,
    message: (@Sendable (Coder.Decoded) -> String?)? = nil,
    field: (@Sendable (Coder.Decoded) -> String?)? = nil,
    value: (@Sendable (Coder.Decoded) -> (any JSONValue)?)? = nil,
    retryAfter: (@Sendable (Coder.Decoded) -> (any JSONValue)?)? = nil
  ) -> Self {
    Self(statuses: statuses.statusRange, mediaType: "application/json") { (body, context) throws(JSONError) in
      let (decoded, violations) = try Coder.decodeReporting(
        body, constraint: constraint, selection: nil, options: context.decoding)
      var content = Content(body: decoded, violations: violations)
      let (code, message) = (code?(decoded), message?(decoded))
      guard code != nil || message != nil else { return content }
      let value = value?(decoded).flatMap { try? JSON.decode($0.encoded()) }
      let wait = retryAfter?(decoded).flatMap { try? JSON.decode($0.encoded()) }
      content.failure = ServiceFailure(code: code, message: message, field: field?(decoded), value: value)
        .retrying(after: wait)
      return content
    }
  }

  /// Text, decoded as its `Content-Type` says. The error's body is a `String`.
  public static func text(_ statuses: some StatusRange) -> Self {
    Self(statuses: statuses.statusRange) { (body, context) throws(JSONError) in
      switch TextBody.decode(body, contentType: context.contentType) {
      case .success(let text): return Content(body: text)
      case .failure(let problem): throw JSONError(.invalidValue, problem.text)
      }
    }
  }

  /// A body that isn't decoded.
  public static func empty(_ statuses: some StatusRange) -> Self {
    Self(statuses: statuses.statusRange, read: nil)
  }
}

extension [FailureFormat] {
  /// Returns these formats with the ones of an endpoint, which are preferred if both have the same statuses.
  public func overridden(by own: [FailureFormat]) -> [FailureFormat] { own + self }

  /// Returns the format for a status: of those that have it, the one with the fewest statuses.
  func format(for status: Int) -> FailureFormat? {
    filter { $0.statuses.contains(status) }.min { $0.statuses.count < $1.statuses.count }
  }
}
