import Logging
import WGNAPIClient

extension Observability {
  /// Writes the log entry of a call or an attempt.
  func log(
    _ request: MiddlewareRequest, _ facts: RequestAttributes, _ outcome: Outcome, after duration: Duration,
    isCall: Bool
  ) {
    guard let logger else { return }
    let level = level(of: outcome, isCall: isCall)
    logger.log(
      level: level, "\(isCall ? "Call" : "Attempt") \(outcome.word)", error: outcome.error,
      metadata: metadata(request, facts, outcome, after: duration, isCall: isCall), source: "WGNAPI")
  }

  private func level(of outcome: Outcome, isCall: Bool) -> Logger.Level {
    if outcome.isCancelled { return levels.cancellation }
    if outcome.isFailure { return isCall ? levels.failedCall : levels.failedAttempt }
    return isCall ? levels.answeredCall : levels.answeredAttempt
  }

  private func metadata(
    _ request: MiddlewareRequest, _ facts: RequestAttributes, _ outcome: Outcome, after duration: Duration,
    isCall: Bool
  ) -> Logger.Metadata {
    let call = request.call
    var metadata: Logger.Metadata = [
      "wgnapi.api": "\(call.api)", "wgnapi.operation": "\(call.operation)",
      "wgnapi.server": "\(call.server.name)",
      "wgnapi.request.id": "\(call.requestID)", "wgnapi.duration": "\(duration.inSeconds)",
      "http.request.method": "\(facts.originalMethod ?? facts.method)", "url.full": "\(call.redactedURL)",
    ]
    func add(_ name: String, _ value: String?) {
      if let value { metadata[name] = .string(value) }
    }
    add("http.response.status_code", outcome.status.map { "\($0)" })
    add("error.type", outcome.errorType)
    add("error.message", outcome.error?.description)
    add("wgnapi.service.code", outcome.serviceCode)
    if isCall {
      add("wgnapi.origin", outcome.origin?.rawValue)
      add("wgnapi.stale_reason", outcome.staleReason)
    } else {
      add("wgnapi.attempt", "\(request.attempt)")
    }
    return metadata
  }
}

extension Outcome {
  fileprivate var word: String { isCancelled ? "cancelled" : isFailure ? "failed" : "answered" }
}

extension ClientObserver {
  /// Returns an observer that logs events within calls: waits that a server asked for, as notices, and responses that are
  /// accepted although they violate constraints, as warnings.
  public static func log(_ logger: Logger) -> ClientObserver {
    ClientObserver(
      onViolation: { event in
        logger.warning(
          "Response violates constraints",
          metadata: event.request.metadata.merging([
            "wgnapi.violations": .array(event.violations.prefix(5).map { .string("\($0)") })
          ]) { first, _ in first }, source: "WGNAPI")
      },
      onWait: { event in
        logger.notice(
          "Waiting, as the server asked",
          metadata: event.request.metadata.merging([
            "wgnapi.wait": "\(event.duration.inSeconds)"
          ]) { first, _ in first }, source: "WGNAPI")
      })
  }
}

extension ClientObserver.RequestEvent {
  fileprivate var metadata: Logger.Metadata {
    [
      "wgnapi.operation": "\(operation)", "wgnapi.server": "\(server)", "wgnapi.request.id": "\(requestID)",
      "http.request.method": "\(method)", "url.full": "\(url)",
    ]
  }
}
