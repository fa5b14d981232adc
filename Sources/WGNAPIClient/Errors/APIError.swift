import WGNAPIJSON
import WGNAPITransport

/// Why a request failed: which one, on which server, and what to do about it.
///
/// It holds no secret: URLs, texts of servers and texts of errors are redacted before they get here, so that
/// it may be logged, shown and reflected as it is. A cancelled request throws `CancellationError` instead.
public struct APIError: Error, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  /// What went wrong.
  public enum Kind: Sendable {
    /// The request breaks rules of its endpoint and wasn't sent; all of them are listed.
    case invalidRequest([Violation])
    /// The server's base URL is unusable, for the reason given; nothing was sent.
    case invalidServer(String)
    /// The server doesn't have the endpoint; those named do. Nothing was sent.
    case notAvailable(on: String, availableOn: [String])
    /// The connection failed.
    case transport(TransportFailure)
    /// There was no complete answer within the time allowed.
    case timedOut(after: Duration)
    /// The server redirected the request where it must not follow: to another host, or too often.
    case redirected(to: String)
    /// The response's body is larger than allowed, in bytes.
    case responseTooLarge(limit: Int)
    /// The HTTP status says that it failed; the excerpt is the beginning of the body.
    case httpStatus(excerpt: String)
    /// The service answered with an error.
    case service(ServiceFailure)
    /// The response isn't JSON; the excerpt is its beginning.
    case notJSON(contentType: String?, excerpt: String)
    /// The response's JSON breaks off: its connection was closed early, and nothing said how long it was.
    case incomplete(JSONError)
    /// The response isn't what the endpoint describes.
    case decoding(JSONError)
    /// The response breaks constraints, and validation is strict.
    case violations([Violation])
    /// Only a cached answer was allowed, and none is there.
    case notCached
    /// The server has failed too often of late; it isn't asked again before this much time has passed.
    case circuitOpen(retryAfter: Duration)
    /// The server asked to wait for this much longer, which is more than the call's time limit; nothing was sent.
    case rateLimited(retryAfter: Duration)
  }

  /// What went wrong.
  public let kind: Kind
  /// The endpoint's name.
  public let operation: String
  /// The server's name; nil where the request never had one.
  public let server: String?
  /// The HTTP status, where there was a response.
  public let status: Int?
  /// The URL with secrets replaced by `<redacted>`, where there was one.
  public let url: String?
  /// The id that the client's observers saw the request under.
  public let requestID: String?
  /// Which attempt this was, from 1.
  public let attempt: Int
  /// Whether sending the request again later may help. It says nothing about whether that is safe to do:
  /// ``RetryPolicy/isIdempotent`` does.
  public let isRetryable: Bool
  /// Which page of a longer answer it is about, where it is about one.
  public package(set) var page: PagePosition?
  /// Whether it is only that the task was cancelled in which a response was read. Nobody sees it but another call that shares
  /// the reading, and middlewares.
  package var isInterruption = false

  package init(
    _ kind: Kind, operation: String, server: String? = nil, status: Int? = nil, url: String? = nil,
    requestID: String? = nil, attempt: Int = 1, isRetryable: Bool = false
  ) {
    self.kind = kind
    self.operation = operation
    self.server = server
    self.status = status
    self.url = url
    self.requestID = requestID
    self.attempt = attempt
    self.isRetryable = isRetryable
  }

  /// The same error as a later attempt has it.
  package func of(attempt: Int) -> APIError {
    var error = APIError(
      kind, operation: operation, server: server, status: status, url: url, requestID: requestID,
      attempt: attempt, isRetryable: isRetryable)
    error.page = page
    error.isInterruption = isInterruption
    return error
  }

  /// The service's error, where it answered with one.
  public var failure: ServiceFailure? {
    guard case .service(let failure) = kind else { return nil }
    return failure
  }

  /// The service's error code by its name: `error.code(as: ErrorCode.self) == .searchNotSpecified`; nil where
  /// the service answered with no error.
  public func code<Code: ServiceErrorCode>(as type: Code.Type = Code.self) -> Code? {
    failure.map { Code($0) }
  }

  /// What is wrong with the request or, in strict validation, with the response.
  public var violations: [Violation] {
    switch kind {
    case .invalidRequest(let violations), .violations(let violations): violations
    default: []
    }
  }

  /// A sentence: where, what, and what to do.
  public var description: String {
    let place = server.map { "\(operation) on \($0)" } ?? operation
    let parts = [page?.description, status.map { "HTTP status \($0)" }, url]
    let details = parts.compactMap(\.self).joined(separator: ", ")
    return "\(place): \(sentence)\(details.isEmpty ? "" : " (\(details))")"
  }

  /// As ``description``.
  public var debugDescription: String { description }

  private var sentence: String {
    switch kind {
    case .invalidRequest(let violations):
      "the request is invalid and wasn't sent: \(Self.list(violations)); correct its parameters"
    case .invalidServer(let problem): "the server can't be used: \(problem)"
    case .notAvailable(let server, let others):
      "the server \(server) doesn't have this endpoint; "
        + (others.isEmpty ? "no server has it" : "use \(others.joined(separator: ", "))")
    case .transport(let failure): "\(failure.message); \(failure.reason.advice)"
    case .timedOut(let duration):
      "no complete answer within \(duration); try again, or allow more time (CallOptions.timeout, or the chain's)"
    case .redirected(let target):
      "the server redirected to \(target), which isn't followed; correct the server's base URL"
    case .responseTooLarge(let limit):
      "the response is larger than \(limit) bytes; ask for less, or raise the limit in CallOptions.responseSizeLimit"
    case .httpStatus(let excerpt):
      "the server answered with an error" + (excerpt.isEmpty ? " and no text" : ": \"\(excerpt)\"")
        + (isRetryable ? "; try again later" : "; check the URL and the request")
    case .service(let failure):
      "the service refused: \(failure)" + (isRetryable ? "; try again later" : "")
    case .notJSON(let type, let excerpt):
      "the response isn't JSON but \(type ?? "of unknown type")"
        + (excerpt.isEmpty ? " and empty" : ": \"\(excerpt)\"") + "; check the server's base URL"
    case .incomplete(let error): "the answer breaks off: \(error); try again"
    case .decoding(let error):
      "the response isn't what the endpoint describes: \(error); the API may have changed"
    case .violations(let violations):
      "the response breaks its constraints: \(Self.list(violations)); "
        + "the API may have changed, validation .report accepts it"
    case .notCached:
      "no answer is cached, and the server wasn't asked; allow the network in CallOptions.cache"
    case .circuitOpen(let duration):
      "the server has failed too often and isn't asked; try again in \(duration)"
    case .rateLimited(let duration):
      "the server asked to wait for another \(duration), longer than the call may take; nothing was sent, try again then, "
        + "or allow more time in CallOptions.timeout"
    }
  }

  private static func list(_ violations: [Violation]) -> String {
    let shown = violations.prefix(5).map { violation in
      let place = violation.instanceLocation.drop { $0 == "/" }
      return place.isEmpty ? violation.message : "\(place): \(violation.message)"
    }
    let rest = violations.count - shown.count
    return shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }
}
