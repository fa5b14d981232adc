#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a client reads the time from and waits by: the system's clock, or one that a test moves by hand.
///
/// Ages of cached answers are counted by the wall clock, because they outlive the process; everything else by a clock
/// that only goes forward.
public protocol ClientClock: Sendable {
  /// The date, which somebody may set back.
  var date: Date { get }
  /// The time since a moment of the clock's own; it never goes back.
  var uptime: Duration { get }
  /// Waits.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func sleep(for duration: Duration) async throws
}

/// The system's clock.
public struct SystemClock: ClientClock {
  private static let start = ContinuousClock.now

  /// Makes it.
  public init() {}

  public var date: Date { Date() }
  public var uptime: Duration { ContinuousClock.now - Self.start }
  public func sleep(for duration: Duration) async throws {
    var left = duration
    // A process stops where a moment is too far away for the system's count of nanoseconds.
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
  /// Tells clocks apart. One that is a class is itself; values of one type are taken for the same clock, as the system's
  /// are. Good for as long as the clock is kept.
  package var identity: ObjectIdentifier {
    Self.self is AnyClass ? ObjectIdentifier(self as AnyObject) : ObjectIdentifier(Self.self)
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }

  /// A number of seconds, held within 1e12 of them (30,000 years) either way; what isn't a number is none.
  package init(limitedSeconds seconds: Double) {
    self = seconds.isNaN ? .zero : .seconds(min(max(seconds, -1e12), 1e12))
  }
}
