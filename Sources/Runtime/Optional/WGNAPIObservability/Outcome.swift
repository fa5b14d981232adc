import HTTPTypes
import WGNAPIClient

/// How a call or an attempt ended.
struct Outcome {
  /// The HTTP status; nil if there is no response.
  var status: Int?
  /// The source of the response; nil if there is none.
  var origin: ResponseOrigin?
  /// The time since the server created the response.
  var age: Duration = .zero
  /// The reason why a stale response was used; nil if the response isn't stale.
  var staleReason: String?
  /// The error without secrets; nil if there is none, or if it isn't an `APIError`.
  var error: APIError?
  /// The kind of failure, with few different values; nil on success.
  var errorType: String?
  var isCancelled = false

  init(_ response: MiddlewareResponse) {
    status = response.httpResponse.status.code
    origin = response.origin
    age = response.age
    staleReason = response.staleReason?.type
    error = response.failure
    errorType = error?.type
  }

  init(_ error: any Error) {
    self.error = error as? APIError
    isCancelled = error is CancellationError
    // The text of another error's type may contain the request.
    errorType = self.error?.type ?? "\(type(of: error))"
  }

  /// The outcome for an attempt: a status of 400 or more is an error, even if the endpoint describes it. A status from 300 to
  /// 399, such as the 304 that renews a cached response, isn't.
  var ofAttempt: Outcome {
    guard let status, status >= 300 else { return self }
    var outcome = self
    outcome.errorType = status >= 400 ? "\(status)" : nil
    if status < 400 { outcome.error = nil }
    return outcome
  }

  var isFailure: Bool { errorType != nil && !isCancelled }

  /// The service's own error code.
  var serviceCode: String? { error?.failure?.code.map { "\($0)" } }
}

extension APIError {
  /// The status, or the kind of failure: few different values, for metrics.
  fileprivate var type: String {
    switch kind {
    case .httpStatus: status.map { "\($0.code)" } ?? kind.name
    case .transport(let failure): failure.reason.rawValue
    default: kind.name
    }
  }
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  var inNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : whole &+ attoseconds / 1_000_000_000
  }
}
