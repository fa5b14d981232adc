import WGNAPIClient

/// Tells a queue whether its server can be reached, so that it neither tries in vain nor waits too long.
///
/// `NetworkReachability` asks the system, on Apple's platforms; ``ProbingReachability`` sends requests.
public protocol Reachability: Sendable {
  /// Returns whether the server can probably be reached, at once and without asking it. True if nothing is known.
  func isReachable() async -> Bool

  /// Waits until the server can probably be reached.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func waitUntilReachable() async throws

  /// Notes what became of a request of the queue: whether the server answered.
  func note(isReachable: Bool) async
}
