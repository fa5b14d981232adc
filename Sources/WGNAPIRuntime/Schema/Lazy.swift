/// A value made when first asked for, by one thread.
final class Lazy<Value: Sendable>: @unchecked Sendable {
  private let mutex = Mutex()
  private var state: State

  private enum State {
    case unmade(@Sendable () -> Value)
    /// What made it is let go of, with all that it holds.
    case made(Value)
  }

  init(_ make: @escaping @Sendable () -> Value) { state = .unmade(make) }

  /// The value. What makes it runs without the lock held, so it may ask for other lazy values, even this one's
  /// holder; should two threads make it at once, the first one's is kept.
  var value: Value {
    switch mutex.withLock({ state }) {
    case .made(let value): return value
    case .unmade(let make):
      let made = make()
      return mutex.withLock {
        if case .made(let first) = state { return first }
        state = .made(made)
        return made
      }
    }
  }
}
