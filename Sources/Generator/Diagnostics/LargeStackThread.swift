#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread on which recursion can go as deep as specs may nest, independent of the caller's stack.
package struct LargeStackThread {
  /// The stack's size in bytes. Untouched pages use no memory.
  private static let stackSize = 64 << 20

  private let thread: pthread_t

  /// Starts work on a new thread; nil if the system can't create one.
  package init?(_ work: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, Self.stackSize) == 0 else { return nil }
    let start = Unmanaged.passRetained(Start(work))
    #if canImport(Glibc)
      var created = pthread_t()
    #else
      // A pointer on other platforms.
      var created: pthread_t?
    #endif
    let code = pthread_create(&created, &attributes, { run($0) }, start.toOpaque())
    let thread: pthread_t? = created
    guard code == 0, let thread else {
      start.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits until the work is done. Call it once.
  package func join() { pthread_join(thread, nil) }
}

/// Runs work on a thread with a large stack, while the caller waits.
///
/// Threads of the concurrency runtime have 512 KB, and results must not depend on the calling thread.
public func onLargeStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
  let outcome = Outcome<Result>()
  LargeStackThread { outcome.value = work() }?.join()
  // If no thread could be created, the caller's stack has to do.
  return outcome.value ?? work()
}

/// Runs two pieces of work at the same time, each on a thread with a large stack.
package func bothOnLargeStacks<First: Sendable, Second: Sendable>(
  _ first: @escaping @Sendable () -> First, _ second: @escaping @Sendable () -> Second
) -> (First, Second) {
  let outcome = Outcome<Second>()
  let thread = LargeStackThread { outcome.value = second() }
  let value = onLargeStack(first)
  thread?.join()
  return (value, outcome.value ?? onLargeStack(second))
}

/// The work that is passed to a thread.
private final class Start: Sendable {
  let work: @Sendable () -> Void
  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

/// Written by the thread, and read after it has ended.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
  var value: Value?
}

private func run(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().work() }
  return nil
}
