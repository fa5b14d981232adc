import WGNAPISupport

/// Values that clients make, such as the `id` of a JSON-RPC request: a new one for each object that isn't given one.
///
/// An object keeps its value, so all attempts to send it have the same.
public enum AutomaticValue {
  private static let mutex = Mutex()
  nonisolated(unsafe) private static var last: UInt64 = 0

  /// Returns the next number of this process: 1, 2, 3 and so on.
  public static func number<Number: FixedWidthInteger>() -> Number {
    Number(
      truncatingIfNeeded: mutex.withLock { () -> UInt64 in
        last &+= 1
        return last
      })
  }

  /// Returns 32 random hexadecimal digits.
  public static func text() -> String {
    let halves = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))
    return halves.0.hexadecimal(digits: 16) + halves.1.hexadecimal(digits: 16)
  }
}
