import HTTPTypes
import Hummingbird
import WGNAPILimits
import WGNAPIRuntime
import WOT

/// What a caller learns of an error: whose fault it is, and what to do. The log has the rest: the service's URLs and texts
/// are nobody else's business.
struct Refusal {
  var status: HTTPResponse.Status
  var detail: String
  var wait: Duration?

  init(_ error: APIError) {
    switch error.kind {
    case .invalidRequest(let violations):
      self.init(.badRequest, violations.map(\.description).joined(separator: "\n"))
    case .service(let failure) where error.code(as: ErrorCode.self)?.isOfArguments == true:
      self.init(.badRequest, failure.message ?? "the service refuses the request")
    case .service where error.isRetryable:
      self.init(.serviceUnavailable, "the service is busy; try again later")
    case .service: self.init(.badGateway, "the service refuses the proxy's request")
    case .notSent(let reason as RateLimiter.Refusal):
      self.init(.serviceUnavailable, "too many requests at once", reason.retryAfter)
    case .notSent(let reason as CircuitBreaker.Open):
      self.init(.serviceUnavailable, "the service fails; try again later", reason.retryAfter)
    case .timedOut: self.init(.gatewayTimeout, "the service didn't answer in time")
    case .httpStatus: self.init(.badGateway, "the service answers with status \(error.status?.code ?? 0)")
    case .transport: self.init(.badGateway, "the service can't be reached")
    default: self.init(.badGateway, "the service gave no response that can be used")
    }
  }

  private init(_ status: HTTPResponse.Status, _ detail: String, _ wait: Duration? = nil) {
    self.status = status
    self.detail = detail
    self.wait = wait
  }

  /// Problem details (RFC 9457).
  var response: Response {
    get throws {
      let body: JSON = [
        "title": .string(status.reasonPhrase), "status": .number(JSONNumber(status.code)),
        "detail": .string(detail),
      ]
      var response = Response(try body.encoded(), status: status, type: "application/problem+json")
      if let wait { response.headers[.retryAfter] = "\(wait.components.seconds + 1)" }
      return response
    }
  }
}

extension ErrorCode {
  /// Whether the arguments of the request caused the error, and not the proxy.
  fileprivate var isOfArguments: Bool {
    [.invalidParameter, .tooShort, .searchNotSpecified, .listLimitExceeded].contains { $0 == self }
  }
}
