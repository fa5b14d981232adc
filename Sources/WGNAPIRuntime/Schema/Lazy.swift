#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A value made when first asked for, by one thread.
final class Lazy<Value: Sendable>: @unchecked Sendable {
  private let make: @Sendable () -> Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var stored: Value?

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// The value. What makes it runs without the lock held, so it may ask for other lazy values, even this one's
  /// holder; should two threads make it at once, the first one's is kept.
  var value: Value {
    if let value = locked({ stored }) { return value }
    let made = make()
    return locked {
      if let stored { return stored }
      stored = made
      return made
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
