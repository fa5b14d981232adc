import WGNAPIJSON
import WGNAPISupport

/// A value that is made when it is first asked for.
///
/// Unchecked: what changes is behind a lock. There are some locks for all values, because each response has such a value,
/// and a lock of its own would cost more than all else about it.
package final class Lazy<Value: Sendable>: @unchecked Sendable {
  private var state: State

  private enum State {
    case unmade(@Sendable () -> Value)
    /// What made it is let go of, with all that it holds.
    case made(Value)
  }

  package init(_ make: @escaping @Sendable () -> Value) { state = .unmade(make) }

  /// A value that is there already.
  package init(_ value: Value) { state = .made(value) }

  private var mutex: Mutex { lazyLocks.lock(for: self) }

  /// The value. What makes it runs without the lock held, so it may ask for other lazy values, even this one's
  /// holder; should two threads make it at once, the first one's is kept.
  package var value: Value {
    switch mutex.withLock({ state }) {
    case .made(let value): return value
    case .unmade(let make):
      let made = make()
      // The old state is let go of without the lock held: others' may end with it.
      let old = mutex.withLock { () -> State in
        defer { if case .unmade = state { state = .made(made) } }
        return state
      }
      if case .made(let first) = old { return first }
      return made
    }
  }
}

private let lazyLocks = Locks()

/// Locks that objects share.
private struct Locks: Sendable {
  private let locks = (0..<64).map { _ in Mutex() }

  func lock(for object: AnyObject) -> Mutex {
    // Objects stand at multiples of 16.
    locks[(Int(bitPattern: ObjectIdentifier(object)) >> 4) & 63]
  }
}
