import WGNAPIJSON
import WGNAPISupport

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

  /// Returns 32 random hexadecimal digits.
  package func idempotencyKey() -> String {
    bits().hexadecimal(digits: 16) + bits().hexadecimal(digits: 16)
  }

  /// Returns a number in the range `0..<1`.
  public func fraction() -> Double { Double(make() >> 11) * 0x1p-53 }
}

private let requestNumbers = SeededState(.random(in: .min ... .max))

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
