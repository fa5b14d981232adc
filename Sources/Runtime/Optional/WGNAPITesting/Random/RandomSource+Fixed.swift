import WGNAPIClient
import WGNAPISupport

extension RandomSource {
  /// Returns a source that repeats these fractions, from 0 up to but not including 1: `.fixed(0.5)` makes each random delay
  /// half of its maximum.
  ///
  /// For reproducible numbers that differ, use `seeded(_:)`.
  ///
  /// - Parameters:
  ///   - first: The first number.
  ///   - more: The numbers after it.
  public static func fixed(_ first: Double, _ more: Double...) -> RandomSource {
    let numbers = ([first] + more).map { min(max($0.isNaN ? 0 : $0, 0), 1 - 0x1p-53) }
    let next = Turns(numbers.count)
    return RandomSource { UInt64(numbers[next()] * 0x1p53) << 11 }
  }
}

/// Counts through the positions of a list, over and over.
///
/// Unchecked: the state is behind the lock.
private final class Turns: @unchecked Sendable {
  private let mutex = Mutex()
  private let count: Int
  private var place = 0

  init(_ count: Int) { self.count = count }

  func callAsFunction() -> Int {
    mutex.withLock {
      defer { place = (place + 1) % count }
      return place
    }
  }
}
