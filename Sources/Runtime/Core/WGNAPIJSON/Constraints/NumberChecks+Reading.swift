extension NumberChecks {
  /// Returns whether a number is accepted that isn't a short integer.
  package func accepts(_ span: NumberSpan) -> Bool {
    if let (mantissa, digits) = span.shortDecimal,
      let isAccepted = accepts(mantissa, fractionDigits: digits)
    {
      return isAccepted
    }
    return accepts(JSONNumber(scanned: span.text))
  }
}

extension NumberSpan {
  /// The digits and the number of fraction digits, for numbers with up to eighteen digits and no exponent;
  /// nil for others.
  fileprivate var shortDecimal: (mantissa: Int64, fractionDigits: Int)? {
    guard count <= 19 else { return nil }
    var mantissa: Int64 = 0
    var digits = 0
    var fraction = 0
    var isFraction = false
    for index in 0..<count {
      let byte = start[index]
      switch byte {
      case UInt8(ascii: "-"): break
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        mantissa = mantissa &* 10 &+ Int64(byte &- 0x30)
        digits += 1
        if isFraction { fraction += 1 }
      default: return nil
      }
    }
    guard digits <= 18 else { return nil }
    return (start.pointee == UInt8(ascii: "-") ? -mantissa : mantissa, fraction)
  }
}
