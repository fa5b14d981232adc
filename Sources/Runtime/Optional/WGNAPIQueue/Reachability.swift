import WGNAPIClient

/// Tells a queue whether its server can be reached, so that the queue doesn't send too early or wait too long.
///
/// `NetworkReachability` asks the system, on Apple's platforms; ``ProbingReachability`` sends requests.
public protocol Reachability: Sendable {
  /// Returns immediately whether the server can probably be reached, without asking it; true if nothing is known.
  func isReachable() async -> Bool

  /// Waits until the server can probably be reached.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func waitUntilReachable() async throws

  /// Notes whether the server answered a request of the queue.
  func note(isReachable: Bool) async
}
