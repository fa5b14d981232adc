import WGNAPIRuntime

@testable import WGNAPISupport

/// A value behind the runtime's lock. ThreadSanitizer doesn't see that of the standard library on Linux, which isn't
/// built for it, and takes what it guards for races.
///
/// Unchecked: the value is behind the lock.
final class Locked<Value>: @unchecked Sendable {
  private let mutex = Mutex()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { mutex.withLock { body(&value) } }
}
