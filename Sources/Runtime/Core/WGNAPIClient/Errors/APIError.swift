import HTTPTypes
import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An error that describes a failed request: the endpoint, the server, the cause, and how to fix it.
///
/// It contains no secrets: URLs, server messages and error messages are redacted, so you can log, show and
/// reflect it as is. Only what you ask for by name is as the server sent it: ``body``, ``bodyBytes`` and
/// ``headers``. A cancelled request throws `CancellationError` instead.
public struct APIError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The cause of an error.
  public enum Kind: Sendable {
    /// The request violates rules of its endpoint and wasn't sent. All violations are listed.
    case invalidRequest([Violation])
    /// The server's base URL is invalid, for the given reason. Nothing was sent.
    case invalidServer(String)
    /// The server doesn't have the endpoint; the listed servers do. Nothing was sent.
    case notAvailable(on: String, availableOn: [String])
    /// The connection failed.
    case transport(TransportFailure)
    /// The response wasn't complete within the time limit.
    case timedOut(after: Duration)
    /// The server redirected the request to another host, or too often.
    case redirected(to: String)
    /// The response's body is larger than the limit, in bytes.
    case responseTooLarge(limit: Int)
    /// The HTTP status indicates failure. The excerpt is the beginning of the body.
    case httpStatus(excerpt: String)
    /// The service reported an error.
    case service(ServiceFailure)
    /// The response has a media type, or text in a charset, that the endpoint doesn't describe.
    case unexpectedContent(contentType: String?, problem: String)
    /// The response isn't JSON. The excerpt is its beginning.
    case notJSON(contentType: String?, excerpt: String)
    /// The response's JSON ends early: the connection was closed, and no length was given.
    case incomplete(JSONError)
    /// The response doesn't have the structure that the endpoint describes.
    case decoding(JSONError)
    /// The response violates constraints, and validation is strict.
    case violations([Violation])
    /// A middleware didn't send the request, for a reason of its own.
    case notSent(any NotSentReason)
    /// The client doesn't have the credentials that the endpoint needs. Nothing was sent, or nothing after the service
    /// refused a credential.
    case credential(CredentialFailure)
  }

  /// The cause of the error.
  public let kind: Kind
  /// The endpoint's name.
  public let operation: String
  /// The server's name; nil if the error occurred before a server was chosen.
  public package(set) var server: String?
  /// The HTTP status, such as 404 or `.notFound`; nil if there was no response.
  public let status: HTTPResponse.Status?
  /// The URL, with secrets replaced by `<redacted>`; nil if there was none.
  public package(set) var url: String?
  /// The ID of the request in the events of the client's observers.
  public package(set) var requestID: String?
  /// The number of the attempt, from 1.
  public package(set) var attempt: Int
  /// Whether sending the request again later may succeed. This doesn't mean that it is safe to send it twice;
  /// see ``PolicyValue/allowsRepetition``. False if a middleware didn't send the request: ``NotSentReason/retryAfter`` says
  /// whether waiting helps.
  public let isRetryable: Bool
  /// The part of a long response that failed, such as a page; nil for other requests.
  package var part: (any CustomStringConvertible & Sendable)?
  /// Whether decoding stopped only because its task was cancelled. Only calls that share the decoding, and
  /// middlewares, see such an error.
  package var isInterruption = false
  /// The response that the error is about; nil if there was none.
  package var response: FailedResponse?

  package init(
    _ kind: Kind, operation: String, server: String? = nil, status: Int? = nil, url: String? = nil,
    requestID: String? = nil, attempt: Int = 1, isRetryable: Bool = false
  ) {
    self.kind = kind
    self.operation = operation
    self.server = server
    // The reason phrase is the server's, and may repeat a secret.
    self.status = status.map { HTTPResponse.Status(code: $0) }
    self.url = url
    self.requestID = requestID
    self.attempt = attempt
    self.isRetryable = isRetryable
  }

  /// Returns the same error for a later attempt.
  package func of(attempt: Int) -> APIError {
    var error = self
    error.attempt = attempt
    return error
  }

  /// The service's error; nil if the service didn't report one.
  public var failure: ServiceFailure? {
    guard case .service(let failure) = kind else { return nil }
    return failure
  }

  /// Returns the service's error code as a named code, as in `error.code(as: ErrorCode.self) ==
  /// .searchNotSpecified`; nil if the service didn't report an error.
  public func code<Code: ServiceErrorCode>(as type: Code.Type = Code.self) -> Code? {
    failure.map { Code($0) }
  }

  /// Returns the reason of a middleware for not sending the request, as in `error.notSent(as: RateLimiter.Refusal.self)`; nil if
  /// there is none of this type.
  public func notSent<Reason: NotSentReason>(as type: Reason.Type = Reason.self) -> Reason? {
    guard case .notSent(let reason) = kind else { return nil }
    return reason as? Reason
  }

  /// The violations in the request, in the response if validation is strict, or in the ``body`` of a failure.
  public var violations: [Violation] {
    switch kind {
    case .invalidRequest(let violations), .violations(let violations): violations
    default: response?.violations ?? []
    }
  }

  /// A sentence with the place, the problem and the solution.
  public var description: String {
    var place = operation
    if let server { place += " on " + server }
    var details: [String] = []
    if let part { details.append(part.description) }
    if let status { details.append("HTTP status " + status.code.description) }
    if let url { details.append(url) }
    let end = details.isEmpty ? "" : " (" + details.joined(separator: ", ") + ")"
    return place + ": " + sentence + end
  }

  /// Same as ``description``.
  public var debugDescription: String { description }

  private var sentence: String {
    switch kind {
    case .invalidRequest(let violations):
      "the request is invalid and wasn't sent: " + Self.list(violations) + "; correct its parameters"
    case .invalidServer(let problem): "the server can't be used: " + problem
    case .notAvailable(let server, let others):
      "the server " + server + " doesn't have this endpoint; "
        + (others.isEmpty ? "no server has it" : "use " + others.joined(separator: ", "))
    case .transport(let failure): failure.sentence
    case .timedOut(let duration):
      "no complete response within " + duration.words
        + "; try again, or allow more time (CallOptions.timeout, or the chain's)"
    case .redirected(let target):
      "the server redirected to " + target + ", which isn't followed; correct the server's base URL"
    case .responseTooLarge(let limit):
      "the response is larger than " + limit.description
        + " bytes; ask for less, or raise the limit in CallOptions.responseSizeLimit"
    case .httpStatus(let excerpt): statusSentence(excerpt)
    case .service(let failure):
      "the service refused: " + failure.description + (isRetryable ? "; try again later" : "")
    case .unexpectedContent(let type, let problem):
      "the response is " + (type ?? "of unknown type") + ", but " + problem + "; the API may have changed"
    case .notJSON(let type, let excerpt): Self.sentence(notJSON: type, excerpt)
    case .incomplete(let error): "the response ends early: " + error.description + "; try again"
    case .decoding(let error):
      "the response isn't what the endpoint describes: " + error.description + "; the API may have changed"
    case .violations(let violations):
      "the response breaks its constraints: " + Self.list(violations)
        + "; the API may have changed; validation .report accepts it"
    case .notSent(let reason): reason.description
    case .credential(let failure): failure.description
    }
  }

  @inline(never)
  private static func sentence(notJSON type: String?, _ excerpt: String) -> String {
    if excerpt.isEmpty {
      return "the response is empty, where the endpoint describes JSON; "
        + (saysJSON(type) ? "the API may have changed" : "check the server's base URL")
    }
    return "the response " + text(notJSON: type) + ": \"" + excerpt + "\"; check the server's base URL"
  }

  private static func saysJSON(_ type: String?) -> Bool { type?.lowercased().contains("json") ?? false }

  /// What a response that isn't JSON is instead, as part of a sentence.
  package static func text(notJSON type: String?) -> String {
    guard let type else { return "isn't JSON but of unknown type" }
    return saysJSON(type) ? "calls itself \(type), but isn't JSON" : "isn't JSON but \(type)"
  }

  private func statusSentence(_ excerpt: String) -> String {
    let isFailure = (status?.code ?? 400) >= 400
    var text =
      isFailure ? "the server answered with an error" : "the status isn't one of the endpoint's responses"
    text += excerpt.isEmpty ? " and an empty body" : ": \"" + excerpt + "\""
    if let bodyProblem {
      text += ", which isn't the body that the endpoint describes for this status (" + bodyProblem + ")"
    }
    return text + "; " + statusAdvice
  }

  private var statusAdvice: String {
    if isRetryable { return "try again later" }
    return switch status?.code ?? 400 {
    case ..<400: "the API may have changed"
    case 401, 403: "check the credentials and the request"
    case 500: "the service failed, not the request"
    default: "check the URL and the request"
    }
  }

  package static func list(_ violations: [Violation]) -> String {
    var shown: [String] = []
    for violation in violations where shown.count < 5 {
      var place = violation.instanceLocation
      while place.utf8.first == UInt8(ascii: "/") { place = place.rest(after: 1) }
      shown.append(place.isEmpty ? violation.message : place + ": " + violation.message)
    }
    let rest = violations.count - shown.count
    return shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }
}

extension APIError.Kind {
  /// The name of the case, such as `timedOut`: one of a few texts, for logs and metrics.
  public var name: String {
    switch self {
    case .invalidRequest: "invalidRequest"
    case .invalidServer: "invalidServer"
    case .notAvailable: "notAvailable"
    case .transport: "transport"
    case .timedOut: "timedOut"
    case .redirected: "redirected"
    case .responseTooLarge: "responseTooLarge"
    case .httpStatus: "httpStatus"
    case .service: "service"
    case .unexpectedContent: "unexpectedContent"
    case .notJSON: "notJSON"
    case .incomplete: "incomplete"
    case .decoding: "decoding"
    case .violations: "violations"
    case .notSent(let reason): reason.name
    case .credential: "credential"
    }
  }
}

extension APIError {
  /// A predicate on errors: `.timedOut`, `.status(.notFound)`, or a closure.
  public struct Condition: Sendable {
    /// Returns whether an error matches.
    public let holds: @Sendable (APIError) -> Bool

    /// Creates a condition that matches the errors for which `holds` returns true.
    public init(_ holds: @escaping @Sendable (APIError) -> Bool) { self.holds = holds }

    /// Matches every error.
    public static let any = Condition { _ in true }
    /// Matches errors after which sending the request again later may succeed.
    public static let retryable = Condition(\.isRetryable)
    /// Matches timeouts.
    public static let timedOut = Condition { if case .timedOut = $0.kind { true } else { false } }
    /// Matches failed or missing connections.
    public static let transport = Condition { if case .transport = $0.kind { true } else { false } }
    /// Matches responses that end early.
    public static let incomplete = Condition { if case .incomplete = $0.kind { true } else { false } }
    /// Matches errors reported by the service.
    public static let service = Condition { $0.failure != nil }
    /// Matches requests that a middleware didn't send for a reason of this type.
    public static func notSent<Reason: NotSentReason>(_ reason: Reason.Type) -> Condition {
      Condition { $0.notSent(as: reason) != nil }
    }
    /// Matches requests for which the client lacks a credential.
    public static let credential = Condition { if case .credential = $0.kind { true } else { false } }

    /// Matches the given HTTP statuses: `.status(.notFound, .paymentRequired)` or `.status(404, 402)`.
    public static func status(_ statuses: HTTPResponse.Status...) -> Condition {
      Condition { $0.status.map(statuses.contains) ?? false }
    }

    /// Matches the given error of the service.
    public static func service(_ code: some ServiceErrorCode) -> Condition {
      Condition { $0.failure.map(code.matches) ?? false }
    }
  }
}

extension APIError: LocalizedError {
  /// Same as ``description``.
  public var errorDescription: String? { description }
}

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
  package static let bodyLimit = 64 << 10

  /// The header fields of the response, unchanged; empty if there was no response.
  ///
  /// The error's description doesn't contain them. The server may have put a secret of the request into them.
  public var headers: HTTPFields { response?.headers ?? HTTPFields() }

  /// The first 64 KiB of the response's body, unchanged; empty if there was no response.
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

/// HTTPTypes has no name for this status. If it gets one, its own is preferred.
extension HTTPResponse.Status {
  /// 402 Payment Required (RFC 9110).
  @_disfavoredOverload public static var paymentRequired: Self { 402 }
}
