/// The values between two others, with both.
struct Bounds<Value: Comparable & BitwiseCopyable>: BitwiseCopyable, Equatable {
  var lower: Value
  var upper: Value

  @inline(__always)
  func contains(_ value: Value) -> Bool { lower <= value && value <= upper }

  mutating func formIntersection(_ other: Bounds) {
    lower = max(lower, other.lower)
    upper = min(upper, other.upper)
  }
}

/// The numbers, or the lengths of text, that a schema certainly accepts. About others, the schema itself decides.
struct ScalarBounds: BitwiseCopyable {
  /// Integers, or lengths of text in code points.
  var integers = Bounds<Int64>(lower: .min, upper: .max)
  /// Other numbers, without the bounds themselves: rounding may have moved a number there.
  var doubles = Bounds<Double>(lower: -.infinity, upper: .infinity)

  /// No value at all.
  static var nothing: ScalarBounds {
    ScalarBounds(
      integers: Bounds(lower: .max, upper: .min), doubles: Bounds(lower: .infinity, upper: -.infinity))
  }

  @inline(__always)
  func accepts(_ value: Int64) -> Bool { integers.contains(value) }

  /// Returns whether a number is accepted that wasn't rounded down to zero.
  @inline(__always)
  func accepts(_ value: Double) -> Bool {
    (doubles.lower < value && value < doubles.upper) || (value == 0 && integers.contains(0))
  }

  /// Returns whether text with this number of bytes is accepted, whatever its characters are.
  @inline(__always)
  func acceptsText(byteCount: Int) -> Bool {
    // A character has up to four bytes.
    Int64(byteCount) <= integers.upper && (Int64(byteCount) + 3) / 4 >= integers.lower
  }
}
