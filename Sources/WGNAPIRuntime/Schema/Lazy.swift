/// A value made when first asked for, by one thread.
final class Lazy<Value: Sendable>: @unchecked Sendable {
  private let make: @Sendable () -> Value
  private let mutex = Mutex()
  private var stored: Value?

  init(_ make: @escaping @Sendable () -> Value) { self.make = make }

  /// The value. What makes it runs without the lock held, so it may ask for other lazy values, even this one's
  /// holder; should two threads make it at once, the first one's is kept.
  var value: Value {
    if let value = mutex.withLock({ stored }) { return value }
    let made = make()
    return mutex.withLock {
      if let stored { return stored }
      stored = made
      return made
    }
  }
}
