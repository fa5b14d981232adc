import WGNAPISupport

/// Values that clients make, such as the `id` of a JSON-RPC request: a new one for each object that isn't given one.
///
/// An object keeps its value, so all attempts to send it have the same.
public enum AutomaticValue {
  private static let mutex = Mutex()
  nonisolated(unsafe) private static var last: UInt64 = 0

  /// Returns the next number of this process: 1, 2, 3 and so on. After the largest of its type, 1 follows again.
  public static func number<Number: FixedWidthInteger>() -> Number {
    number(
      at: mutex.withLock { () -> UInt64 in
        last &+= 1
        return last
      })
  }

  /// Returns the number at a place, from 1, of all numbers that are counted.
  package static func number<Number: FixedWidthInteger>(at place: UInt64) -> Number {
    Number((place &- 1) % UInt64(clamping: Number.max) + 1)
  }

  /// Returns 32 random hexadecimal digits.
  public static func text() -> String {
    let halves = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    return halves.0.hexadecimal(digits: 16) + halves.1.hexadecimal(digits: 16)
  }
}
