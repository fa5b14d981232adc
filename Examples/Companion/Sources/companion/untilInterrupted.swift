import Dispatch
import Foundation

/// Works until the work is done or the user presses Ctrl-C, which isn't an error.
///
/// The work is cancelled, and with it the requests that are under way.
func untilInterrupted(_ work: @escaping @Sendable () async throws -> Void) async throws {
  // Instead of the default, which ends the process at once.
  signal(SIGINT, SIG_IGN)
  let (interrupts, continuation) = AsyncStream<Void>.makeStream()
  let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
  source.setEventHandler { continuation.yield() }
  source.resume()
  defer { source.cancel() }
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { for await _ in interrupts { return } }
    group.addTask { try await work() }
    // Whichever ends first: the other one is cancelled.
    try await group.next()
    group.cancelAll()
  }
}
