import HTTPTypes
import WGNAPIJSON

/// The response that an error describes. Nothing of it is printed, because a server may repeat secrets.
package final class FailedResponse: Sendable, CustomStringConvertible, CustomReflectable {
  let headers: HTTPFields
  /// The beginning of the body.
  let bytes: [UInt8]
  /// The body as the type that the endpoint describes for the status.
  let body: (any Sendable)?
  /// The reason why the body isn't of that type, without secrets.
  let problem: String?
  /// The constraints that the body violates, without secrets.
  let violations: [Violation]

  init(
    headers: HTTPFields, bytes: [UInt8], body: (any Sendable)? = nil, problem: String? = nil,
    violations: [Violation] = []
  ) {
    self.headers = headers
    self.bytes = bytes.count > APIError.bodyLimit ? Array(bytes.prefix(APIError.bodyLimit)) : bytes
    self.body = body
    self.problem = problem
    self.violations = violations
  }

  package var description: String { "FailedResponse" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension APIError {
  /// The maximum number of bytes of a response's body that an error keeps: 64 KiB.
  public static let bodyLimit = 64 << 10

  /// The header fields of the response, unchanged; empty if there was no response.
  ///
  /// The error's description doesn't contain them. The server may have put a secret of the request into them.
  public var headers: HTTPFields { response?.headers ?? HTTPFields() }

  /// The first ``bodyLimit`` bytes of the response's body, unchanged; empty if there was no response.
  ///
  /// The error's description contains only an excerpt, without secrets. These bytes may contain them.
  public var bodyBytes: [UInt8] { response?.bytes ?? [] }

  /// The response's body as the type that the API description has for failures with this status.
  ///
  /// ```swift
  /// switch error.body {
  /// case let problem as Problem: show(problem.detail)
  /// case let missing as BasicError: show(missing.message)
  /// default: show(error.description)
  /// }
  /// ```
  ///
  /// If the envelope of the API reported the error, it is the envelope.
  ///
  /// Nil if there was no response, if the API description says nothing about the status, or if the body isn't
  /// of the type; see ``bodyProblem``.
  public var body: (any Sendable)? { response?.body }

  /// Returns ``body`` if it has this type; otherwise nil.
  public func body<Body>(as type: Body.Type = Body.self) -> Body? { response?.body as? Body }

  /// The reason why the response's body isn't of the type that the API description has for failures with this
  /// status; nil if it is, or if there is no such type.
  public var bodyProblem: String? { response?.problem }
}

/// The statuses of IANA's registry (https://www.iana.org/assignments/http-status-codes) that HTTPTypes has no
/// names for. If it gets them, its own are preferred.
extension HTTPResponse.Status {
  /// 102 Processing (RFC 2518).
  @_disfavoredOverload public static var processing: Self { 102 }
  /// 207 Multi-Status (RFC 4918).
  @_disfavoredOverload public static var multiStatus: Self { 207 }
  /// 208 Already Reported (RFC 5842).
  @_disfavoredOverload public static var alreadyReported: Self { 208 }
  /// 226 IM Used (RFC 3229).
  @_disfavoredOverload public static var imUsed: Self { 226 }
  /// 402 Payment Required (RFC 9110).
  @_disfavoredOverload public static var paymentRequired: Self { 402 }
  /// 423 Locked (RFC 4918).
  @_disfavoredOverload public static var locked: Self { 423 }
  /// 424 Failed Dependency (RFC 4918).
  @_disfavoredOverload public static var failedDependency: Self { 424 }
  /// 506 Variant Also Negotiates (RFC 2295).
  @_disfavoredOverload public static var variantAlsoNegotiates: Self { 506 }
  /// 507 Insufficient Storage (RFC 4918).
  @_disfavoredOverload public static var insufficientStorage: Self { 507 }
  /// 508 Loop Detected (RFC 5842).
  @_disfavoredOverload public static var loopDetected: Self { 508 }
  /// 510 Not Extended (RFC 2774).
  @_disfavoredOverload public static var notExtended: Self { 510 }
}
