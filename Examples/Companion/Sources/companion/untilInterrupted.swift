import Dispatch
import Foundation

/// Runs work until it is done or the user presses Ctrl-C, which isn't an error.
///
/// Ctrl-C cancels the work and its requests.
func untilInterrupted(_ work: @escaping @Sendable () async throws -> Void) async throws {
  // By default, the signal would end the process at once.
  signal(SIGINT, SIG_IGN)
  let (interrupts, continuation) = AsyncStream<Void>.makeStream()
  let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
  source.setEventHandler { continuation.yield() }
  source.resume()
  defer { source.cancel() }
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { for await _ in interrupts { return } }
    group.addTask { try await work() }
    // The task that ends first cancels the other.
    try await group.next()
    group.cancelAll()
  }
}
