/// A value that is created on first access.
///
/// Unchecked: its state is behind a lock. All values share a few locks, because each response has such a
/// value, and a lock of its own would cost more than everything else in it. Inlinable, so that each module specializes it.
@usableFromInline
package final class Lazy<Value: Sendable>: @unchecked Sendable {
  @usableFromInline var state: State

  @usableFromInline enum State {
    case unmade(@Sendable () -> Value)
    /// The closure is released, with everything it captures.
    case made(Value)
  }

  @inlinable package init(_ make: @escaping @Sendable () -> Value) { state = .unmade(make) }

  /// Creates a lazy value that already exists.
  @inlinable package init(_ value: Value) { state = .made(value) }

  @inlinable var mutex: Mutex { lazyLocks.lock(for: self) }

  /// The value. It is created without holding the lock, so the closure may access other lazy values,
  /// including one that shares its lock. If two threads create it at the same time, the first result is kept.
  @inlinable package var value: Value {
    switch mutex.withLock({ state }) {
    case .made(let value): return value
    case .unmade(let make):
      let made = make()
      // Release the old state without holding the lock: it may own the last reference to other lazy values.
      let old = mutex.withLock { () -> State in
        defer { if case .unmade = state { state = .made(made) } }
        return state
      }
      if case .made(let first) = old { return first }
      return made
    }
  }
}

@usableFromInline let lazyLocks = Locks()

/// Locks shared by objects.
@usableFromInline
struct Locks: Sendable {
  @usableFromInline let locks = (0..<64).map { _ in Mutex() }

  @inlinable func lock(for object: AnyObject) -> Mutex {
    // The addresses of objects are multiples of 16.
    locks[(Int(bitPattern: ObjectIdentifier(object)) >> 4) & 63]
  }
}
