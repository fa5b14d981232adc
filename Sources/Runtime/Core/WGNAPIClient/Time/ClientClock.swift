import WGNAPIJSON
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A clock that a client reads the time from and waits with: the system's, or a manual one in tests.
///
/// The ages of cached responses use the wall clock, because they outlive the process. Everything else uses a
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

  /// The duration in words, as one would say it: `90 seconds`, `250 milliseconds`. It is rounded up, so that nobody who waits for
  /// so long comes too early.
  @inline(never)
  package var words: String {
    let (whole, attoseconds) = components
    if whole == 0, attoseconds > 0, attoseconds <= 999_000_000_000_000_000 {
      let count = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
      return "\(count) millisecond\(count == 1 ? "" : "s")"
    }
    let count = attoseconds > 0 ? whole + 1 : whole
    return "\(count) second\(count == 1 ? "" : "s")"
  }

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
