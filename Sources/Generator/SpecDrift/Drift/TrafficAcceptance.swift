/// What clients made from a spec would do with recorded traffic.
package struct TrafficAcceptance: Sendable, Equatable {
  package private(set) var responses = 0
  /// The number of responses that the clients can read.
  package private(set) var readResponses = 0
  /// The number of requests that worked.
  package private(set) var requests = 0
  /// The number of these that the spec doesn't describe, so that a service that follows it refuses them.
  package private(set) var refusedRequests = 0

  mutating func add(_ isAccepted: (request: Bool, response: Bool), worked: Bool) {
    responses += 1
    if isAccepted.response { readResponses += 1 }
    guard worked else { return }
    requests += 1
    if !isAccepted.request { refusedRequests += 1 }
  }
}
