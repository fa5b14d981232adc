extension RegexParser {
  /// Reads `[…]`.
  mutating func parseClass() throws(ECMARegexError) -> RegexNode {
    let start = next
    next += 1
    let isNegated = skip("^")
    var ranges: [ClosedRange<UInt32>] = []
    while let scalar = peek(), scalar != "]" {
      let memberStart = next
      let first = try parseMember()
      guard peek() == "-", let end = peek(1), end != "]" else {
        ranges += first.ranges
        continue
      }
      next += 1
      let last = try parseMember()
      guard case .scalar(let low) = first, case .scalar(let high) = last else {
        // A set can't be the end of a range, so these are three members, including the hyphen.
        ranges += first.ranges + [0x2D...0x2D] + last.ranges
        continue
      }
      guard low <= high else {
        throw ECMARegexError("range '\(text(from: memberStart))' is out of order", at: memberStart)
      }
      ranges.append(low...high)
    }
    guard skip("]") else { throw ECMARegexError("'[' is not closed", at: start) }
    let set = ScalarSet(ranges)
    return character(isNegated ? set.complement : set)
  }

  private mutating func parseMember() throws(ECMARegexError) -> Escaped {
    guard let scalar = peek() else { throw ECMARegexError("'[' is not closed", at: next) }
    guard scalar == "\\" else {
      next += 1
      return .scalar(scalar.value)
    }
    if skip("\\b") { return .scalar(0x8) }
    if let digit = peek(1), digit.value &- 0x31 < 9 {
      throw ECMARegexError("'\\\(digit)' isn't allowed in a class", at: next)
    }
    return try parseCharacterEscape()
  }
}

extension RegexParser.Escaped {
  fileprivate var ranges: [ClosedRange<UInt32>] {
    switch self {
    case .scalar(let value): [value...value]
    case .set(let set): set.ranges
    }
  }
}
