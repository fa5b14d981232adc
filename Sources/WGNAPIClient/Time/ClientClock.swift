import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock that a client reads the time from and waits with: the system's, or a manual one in tests.
///
/// The ages of cached answers use the wall clock, because they outlive the process. Everything else uses a
/// clock that only moves forward.
public protocol ClientClock: Sendable {
  /// The date, which may be set back.
  var date: Date { get }
  /// The time since a fixed moment; it never decreases.
  var uptime: Duration { get }
  /// Waits for a duration.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(for duration: Duration) async throws
}

/// The system's clock.
public struct SystemClock: ClientClock {
  private static let start = ContinuousClock.now

  /// Creates the system's clock.
  public init() {}

  public var date: Date { Date() }
  public var uptime: Duration { ContinuousClock.now - Self.start }
  public func sleep(for duration: Duration) async throws {
    var left = duration
    // A moment too far away for the system's count of nanoseconds would stop the process.
    let longest = Duration.seconds(365 * 86_400)
    while left > longest {
      try await Task.sleep(for: longest)
      left -= longest
    }
    try await Task.sleep(for: left)
  }
}

extension ClientClock where Self == SystemClock {
  /// The system's clock.
  public static var system: SystemClock { SystemClock() }
}

extension ClientClock {
  /// An identifier for comparing clocks: the object if the clock is a class; otherwise its type, so that all
  /// system clocks are equal. It is valid as long as the clock exists.
  package var identity: ObjectIdentifier {
    Self.self is AnyClass ? ObjectIdentifier(self as AnyObject) : ObjectIdentifier(Self.self)
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }

  /// Creates a duration from a number of seconds, clamped to ±1e12 (30,000 years). NaN becomes zero.
  package init(limitedSeconds seconds: Double) {
    self = seconds.isNaN ? .zero : .seconds(min(max(seconds, -1e12), 1e12))
  }
}

/// A time limit for some work.
package struct Deadline: Sendable {
  /// Waits until the deadline.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  package let wait: @Sendable () async throws -> Void
  /// Ends the deadline, because the work is done or was cancelled.
  package let end: @Sendable () -> Void

  package init(
    wait: @escaping @Sendable () async throws -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.wait = wait
    self.end = end
  }
}

/// A clock whose time may pass only while other tasks wait.
package protocol PassiveClock: ClientClock {
  /// Returns a deadline that passes when other sleeps advance the clock past it; nil if the clock isn't such a one at present.
  func passiveDeadline(after duration: Duration) -> Deadline?
}

extension ClientClock {
  /// Returns a deadline after `duration`. Waiting for it doesn't move a jumping clock, whose time passes only
  /// while other tasks wait.
  package func deadline(after duration: Duration) -> Deadline {
    if let passive = (self as? any PassiveClock)?.passiveDeadline(after: duration) { return passive }
    return Deadline(wait: { try await sleep(for: duration) }, end: {})
  }
}

/// Growing, random delays between attempts, so that clients that failed at the same time don't retry at the
/// same time. The maximum is ``base`` at first, then twice, four times, eight times as long ("full jitter").
public struct Backoff: Hashable, Sendable {
  /// The maximum delay before the second attempt.
  public let base: Duration
  /// The maximum delay before any attempt.
  public let maximum: Duration
  /// Whether delays are random. If false, each delay is its maximum.
  public let isRandom: Bool

  /// Creates a backoff. Negative times count as zero.
  public init(
    base: Duration = .milliseconds(500), maximum: Duration = .seconds(20), isRandom: Bool = true
  ) {
    self.base = max(base, .zero)
    self.maximum = max(maximum, .zero)
    self.isRandom = isRandom
  }

  /// Returns a backoff with the same delay each time.
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff(base: delay, maximum: delay, isRandom: false)
  }

  /// A backoff without delays.
  public static let none = constant(.zero)

  /// Returns the delay after an attempt, counted from 1.
  package func delay(after attempt: Int, random: RandomSource) -> Duration {
    var longest = min(base, maximum)
    for _ in 1..<max(attempt, 1) {
      guard longest > .zero, longest < maximum else { break }
      longest = longest > maximum / 2 ? maximum : longest * 2
    }
    return isRandom ? longest * random.fraction() : longest
  }
}

/// A source of random numbers: the system's, or a seeded one for reproducible tests.
public struct RandomSource: Sendable {
  private let make: @Sendable () -> UInt64
  private var isSystem = false

  /// Creates a source from a closure that returns 64 random bits.
  public init(_ make: @escaping @Sendable () -> UInt64) { self.make = make }

  /// The system's random number generator.
  public static let system = {
    var source = RandomSource { .random(in: .min ... .max) }
    source.isSystem = true
    return source
  }()

  /// Returns a source that yields the same numbers for the same seed (SplitMix64).
  public static func seeded(_ seed: UInt64) -> RandomSource {
    let state = SeededState(seed)
    return RandomSource { state.next() }
  }

  /// Returns 64 random bits.
  public func bits() -> UInt64 { make() }

  /// Returns a number for a request. It isn't secret, so it doesn't need a system call each time.
  func requestNumber() -> UInt64 { isSystem ? requestNumbers.next() : make() }

  /// Returns a number in the range `0..<1`.
  public func fraction() -> Double { Double(make() >> 11) * 0x1p-53 }
}

private let requestNumbers = SeededState(.random(in: .min ... .max))

extension UInt64 {
  /// 16 hexadecimal digits.
  var digits: String {
    String(unsafeUninitializedCapacity: 16) { buffer in
      for place in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: self >> UInt64(60 - place * 4)) & 15
        buffer[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      return 16
    }
  }
}

/// Unchecked: the state is behind the lock.
private final class SeededState: @unchecked Sendable {
  private let mutex = Mutex()
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  func next() -> UInt64 {
    mutex.withLock {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
