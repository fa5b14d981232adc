import WGNAPISupport

/// The checks for numbers.
///
/// Most numbers are short and well within their bounds, which machine arithmetic can prove. The others are
/// compared exactly, in decimal.
package final class NumberChecks: Sendable {
  /// The integers of up to eighteen digits that are within all bounds.
  package let integers: Bounds<Int64>
  /// The range of doubles, excluding its bounds, that are certainly within all bounds, as is every decimal
  /// that rounds to one of them.
  package let doubles: Bounds<Double>
  /// The limits as they were given.
  package let limits: [NumberLimit]
  private let hasBounds: Bool
  private let divisors: [Divisor]

  package init(_ limits: [NumberLimit]) {
    var integers = Bounds<Int64>(lower: .min, upper: .max)
    var doubles = Bounds<Double>(lower: -.infinity, upper: .infinity)
    var divisors: [Divisor] = []
    var hasBounds = false
    for limit in limits {
      switch limit {
      case .minimum(let limit):
        integers.raise(to: limit.decimal, isExclusive: false)
        doubles.lower = max(doubles.lower, limit.double)
      case .exclusiveMinimum(let limit):
        integers.raise(to: limit.decimal, isExclusive: true)
        doubles.lower = max(doubles.lower, limit.double)
      case .maximum(let limit):
        integers.lower(to: limit.decimal, isExclusive: false)
        doubles.upper = min(doubles.upper, limit.double)
      case .exclusiveMaximum(let limit):
        integers.lower(to: limit.decimal, isExclusive: true)
        doubles.upper = min(doubles.upper, limit.double)
      case .multipleOf(let divisor):
        divisors.append(Divisor(divisor))
        continue
      }
      hasBounds = true
    }
    if hasBounds {
      // Numbers beyond all doubles are compared exactly, also with a limit that is itself beyond them.
      doubles.formIntersection(Bounds(lower: -.greatestFiniteMagnitude, upper: .greatestFiniteMagnitude))
    }
    (self.integers, self.doubles) = (integers, doubles)
    (self.limits, self.hasBounds, self.divisors) = (limits, hasBounds, divisors)
  }

  package var hasChecks: Bool { !limits.isEmpty }
  /// Whether there are only bounds.
  package var isRange: Bool { divisors.isEmpty }

  /// Returns whether an integer of up to eighteen digits is accepted.
  package func accepts(_ value: Int64) -> Bool {
    integers.contains(value) && divisors.allSatisfy { $0.divides(value, fractionDigits: 0) }
  }

  /// Returns whether the decimal `mantissa` × 10^-`fractionDigits` is accepted; nil if an exact comparison is
  /// needed.
  package func accepts(_ mantissa: Int64, fractionDigits: Int) -> Bool? {
    if hasBounds {
      guard abs(mantissa) < 1 << 53, let power = Self.powersOfTen[checked: fractionDigits] else { return nil }
      let value = Double(mantissa) / power
      guard doubles.lower < value, value < doubles.upper else { return nil }
    }
    for divisor in divisors {
      guard fractionDigits <= divisor.fractionDigits else { return nil }
      if !divisor.divides(mantissa, fractionDigits: fractionDigits) { return false }
    }
    return true
  }

  /// Returns whether a number is accepted, with an exact comparison.
  package func accepts(_ number: JSONNumber) -> Bool {
    limits.allSatisfy { $0.accepts(number) }
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  ]

  /// A divisor, with machine integers if it has few digits.
  private struct Divisor: Sendable {
    let decimal: DecimalDigits
    /// The divisor times 10^`fractionDigits`; 0 if it is too large.
    let mantissa: Int64
    let fractionDigits: Int

    @inline(never)
    init(_ number: JSONNumber) {
      decimal = number.decimal
      fractionDigits = max(0, -decimal.exponent)
      var value = decimal.digits.count <= 18 ? decimal.digits.reduce(0) { $0 * 10 + Int64($1) } : 0
      for _ in 0..<max(0, min(decimal.exponent, 19)) {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        value = overflow ? 0 : product
      }
      mantissa = value
    }

    /// Returns whether this divides `value` × 10^-`fractionDigits`, which has at most as many fraction digits
    /// as this.
    func divides(_ value: Int64, fractionDigits: Int) -> Bool {
      var scaled = value
      if mantissa > 0, self.fractionDigits - fractionDigits <= 18 {
        var overflows = false
        for _ in 0..<(self.fractionDigits - fractionDigits) {
          let (product, overflow) = scaled.multipliedReportingOverflow(by: 10)
          scaled = product
          overflows = overflows || overflow
        }
        if !overflows { return scaled % mantissa == 0 }
      }
      let text = fractionDigits == 0 ? "\(value)" : "\(value)e-\(fractionDigits)"
      return DecimalDigits(text).isMultiple(of: decimal)
    }
  }
}

extension Array {
  fileprivate subscript(checked index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension Bounds<Int64> {
  /// Applies a lower bound.
  @inline(never)
  fileprivate mutating func raise(to limit: DecimalDigits, isExclusive: Bool) {
    guard let floor = limit.floor else {
      // Greater than all integers.
      if !limit.isNegative { self = Bounds(lower: .max, upper: .min) }
      return
    }
    let isBeyond = !limit.isInteger || isExclusive
    guard !isBeyond || floor < .max else {
      self = Bounds(lower: .max, upper: .min)
      return
    }
    lower = Swift.max(lower, isBeyond ? floor + 1 : floor)
  }

  /// Applies an upper bound.
  @inline(never)
  fileprivate mutating func lower(to limit: DecimalDigits, isExclusive: Bool) {
    guard let floor = limit.floor else {
      if limit.isNegative { self = Bounds(lower: .max, upper: .min) }
      return
    }
    let isBeyond = limit.isInteger && isExclusive
    guard !isBeyond || floor > .min else {
      self = Bounds(lower: .max, upper: .min)
      return
    }
    upper = Swift.min(upper, isBeyond ? floor - 1 : floor)
  }
}

extension DecimalDigits {
  /// The greatest integer less than or equal to the number; nil if it doesn't fit.
  fileprivate var floor: Int64? {
    if isInteger { return Int64(exactly: self) }
    let count = digits.count + exponent
    guard count <= 18 else { return nil }
    let whole = digits.prefix(Swift.max(count, 0)).reduce(Int64(0)) { $0 * 10 + Int64($1) }
    return isNegative ? -whole - 1 : whole
  }
}

/// A limit of numbers: a bound or a divisor.
package enum NumberLimit: Sendable {
  case minimum(JSONNumber)
  case maximum(JSONNumber)
  case exclusiveMinimum(JSONNumber)
  case exclusiveMaximum(JSONNumber)
  case multipleOf(JSONNumber)

  package func accepts(_ number: JSONNumber) -> Bool {
    switch self {
    case .minimum(let limit): limit <= number
    case .maximum(let limit): number <= limit
    case .exclusiveMinimum(let limit): limit < number
    case .exclusiveMaximum(let limit): number < limit
    case .multipleOf(let divisor): number.decimal.isMultiple(of: divisor.decimal)
    }
  }

  /// The keyword's name.
  package var keyword: String {
    switch self {
    case .minimum: "minimum"
    case .maximum: "maximum"
    case .exclusiveMinimum: "exclusiveMinimum"
    case .exclusiveMaximum: "exclusiveMaximum"
    case .multipleOf: "multipleOf"
    }
  }

  /// What is wrong with a number that isn't accepted.
  package var message: String {
    switch self {
    case .minimum(let limit): "must not be less than \(limit)"
    case .maximum(let limit): "must not be greater than \(limit)"
    case .exclusiveMinimum(let limit): "must be greater than \(limit)"
    case .exclusiveMaximum(let limit): "must be less than \(limit)"
    case .multipleOf(let divisor): "isn't a multiple of \(divisor)"
    }
  }
}

/// The values between two others, with both.
///
/// `@inlinable` has no effect on members of a `package` type, unless the type is `@usableFromInline`. Without it,
/// other modules would look up the metadata of this type at each use.
@usableFromInline
package struct Bounds<Value: Comparable & BitwiseCopyable & Sendable>: BitwiseCopyable, Equatable,
  Sendable
{
  @usableFromInline package var lower: Value
  @usableFromInline package var upper: Value

  @inlinable @inline(__always)
  package init(lower: Value, upper: Value) {
    self.lower = lower
    self.upper = upper
  }

  @inlinable @inline(__always)
  package func contains(_ value: Value) -> Bool { lower <= value && value <= upper }

  package mutating func formIntersection(_ other: Bounds) {
    lower = max(lower, other.lower)
    upper = min(upper, other.upper)
  }
}

/// The numbers, or the lengths of text, that a constraint certainly accepts. About others, the constraint itself decides.
@usableFromInline package struct ScalarBounds: BitwiseCopyable {
  /// Integers, or lengths of text in code points.
  @usableFromInline package var integers: Bounds<Int64>
  /// Other numbers, without the bounds themselves: rounding may have moved a number there.
  @usableFromInline package var doubles: Bounds<Double>

  package init(
    integers: Bounds<Int64> = Bounds(lower: .min, upper: .max),
    doubles: Bounds<Double> = Bounds(lower: -.infinity, upper: .infinity)
  ) {
    self.integers = integers
    self.doubles = doubles
  }

  /// No value at all.
  package static var nothing: ScalarBounds {
    ScalarBounds(
      integers: Bounds(lower: .max, upper: .min), doubles: Bounds(lower: .infinity, upper: -.infinity))
  }

  @inlinable @inline(__always)
  package func accepts(_ value: Int64) -> Bool { integers.contains(value) }

  /// Returns whether a number is accepted that wasn't rounded down to zero.
  @inlinable @inline(__always)
  package func accepts(_ value: Double) -> Bool {
    (doubles.lower < value && value < doubles.upper) || (value == 0 && integers.contains(0))
  }

  /// Returns whether text with this number of bytes is accepted, whatever its characters are.
  @inline(__always)
  package func acceptsText(byteCount: Int) -> Bool {
    // A character has up to four bytes.
    Int64(byteCount) <= integers.upper && (Int64(byteCount) + 3) / 4 >= integers.lower
  }
}
