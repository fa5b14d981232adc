import Metrics
import WGNAPIClient

/// The metrics of one attempt.
///
/// Each metric always has the same dimensions, because some backends stop the process otherwise. A dimension without a value
/// is empty.
struct AttemptMeters {
  private let facts: RequestAttributes
  private let factory: any MetricsFactory
  private let active: Meter
  private var dimensions: [(String, String)] { facts.dimensions }

  init(_ facts: RequestAttributes, factory: any MetricsFactory) {
    self.facts = facts
    self.factory = factory
    active = Meter(label: "http.client.active_requests", dimensions: facts.dimensions, factory: factory)
  }

  func begin(requestSize: Int?) {
    active.increment()
    guard let requestSize else { return }
    Recorder(
      label: "http.client.request.body.size", dimensions: dimensions, aggregate: true, factory: factory
    ).record(requestSize)
  }

  func end(_ outcome: Outcome, after duration: Duration, responseSize: Int?) {
    active.decrement()
    let dimensions =
      dimensions + [
        ("http.response.status_code", outcome.status.map { "\($0)" } ?? ""),
        ("error.type", outcome.errorType ?? ""),
      ]
    Timer(
      label: "http.client.request.duration", dimensions: dimensions, preferredDisplayUnit: .seconds,
      factory: factory
    ).recordNanoseconds(duration.inNanoseconds)
    guard let responseSize else { return }
    Recorder(
      label: "http.client.response.body.size", dimensions: dimensions, aggregate: true, factory: factory
    ).record(responseSize)
  }
}

/// The metric of calls: their durations, with the origin of the response.
struct CallMeters {
  let factory: any MetricsFactory

  func end(_ call: CallContext, _ outcome: Outcome, after duration: Duration) {
    Timer(
      label: "wgnapi.client.call.duration",
      dimensions: [
        ("wgnapi.api", call.api), ("wgnapi.operation", call.operation),
        ("wgnapi.origin", outcome.origin?.rawValue ?? ""), ("error.type", outcome.errorType ?? ""),
      ], preferredDisplayUnit: .seconds, factory: factory
    ).recordNanoseconds(duration.inNanoseconds)
  }
}
