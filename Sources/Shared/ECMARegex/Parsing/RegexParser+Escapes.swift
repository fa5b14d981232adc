extension RegexParser {
  /// The meaning of an escape, within a class and outside.
  enum Escaped {
    case scalar(UInt32)
    case set(ScalarSet)
  }

  /// Reads an escape outside of a class.
  mutating func parseEscape() throws(ECMARegexError) -> RegexNode {
    let start = next
    switch peek(1) {
    case "b", "B":
      tree.hasWordBoundaries = true
      let isPositive = peek(1) == "b"
      next += 2
      return .assertion(isPositive ? .wordBoundary : .noWordBoundary)
    case "k":
      next += 2
      guard skip("<") else { throw ECMARegexError("'\\k' is not followed by '<name>'", at: start) }
      let name = try parseGroupName()
      namedReferences.append((name, start))
      return .namedReference(name)
    case let digit? where digit.value &- 0x31 < 9:
      next += 1
      var group = 0
      while let digit = peek(), digit.value &- 0x30 < 10 {
        group = min(group * 10 + Int(digit.value - 0x30), 10_000_000)
        next += 1
      }
      guard group <= groupTotal else {
        throw ECMARegexError(
          "'\(text(from: start))' refers to a group that the pattern doesn't have", at: start)
      }
      return .reference(groups: [group])
    default:
      switch try parseCharacterEscape() {
      case .scalar(let value): return character(ScalarSet(value))
      case .set(let set): return character(set)
      }
    }
  }

  /// Reads an escape for a character or a set of characters.
  mutating func parseCharacterEscape() throws(ECMARegexError) -> Escaped {
    let start = next
    guard let scalar = peek(1) else { throw ECMARegexError("it ends with a backslash", at: start) }
    next += 2
    switch scalar {
    case "d": return .set(.digit)
    case "D": return .set(ScalarSet.digit.complement)
    case "w": return .set(.word)
    case "W": return .set(ScalarSet.word.complement)
    case "s": return .set(.space)
    case "S": return .set(ScalarSet.space.complement)
    case "p", "P": return .set(try parseProperty(isNegated: scalar == "P", escapedAt: start))
    case "t": return .scalar(0x9)
    case "n": return .scalar(0xA)
    case "v": return .scalar(0xB)
    case "f": return .scalar(0xC)
    case "r": return .scalar(0xD)
    case "0":
      if let digit = peek(), digit.value &- 0x30 < 10 {
        throw ECMARegexError("'\\0\(digit)' is an octal escape, which ECMA-262 doesn't have", at: start)
      }
      return .scalar(0)
    case "c":
      guard let letter = peek(), letter.isASCII, letter.properties.isAlphabetic else {
        throw ECMARegexError("'\\c' is not followed by a letter", at: start)
      }
      next += 1
      return .scalar(letter.value & 0x1F)
    case "x":
      guard let value = parseHexadecimal(2) else {
        throw ECMARegexError("'\\x' is not followed by two hexadecimal digits", at: start)
      }
      return .scalar(value)
    case "u":
      guard let value = try parseUnicodeEscape(escapedAt: start) else {
        throw ECMARegexError("'\\u' is not followed by four hexadecimal digits or '{…}'", at: start)
      }
      return .scalar(value)
    default:
      let means = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      guard !means else { throw ECMARegexError("'\\\(scalar)' isn't an escape of ECMA-262", at: start) }
      return .scalar(scalar.value)
    }
  }

  /// Reads the digits after `\u`, and a second escape if both are halves of a surrogate pair; nil if there are no
  /// digits.
  mutating func parseUnicodeEscape(escapedAt start: Int) throws(ECMARegexError) -> UInt32? {
    if skip("{") {
      var value: UInt32 = 0
      var digits = 0
      while let digit = peek()?.hexadecimalValue {
        value = value * 16 + digit
        digits += 1
        next += 1
        guard value <= ScalarSet.last else {
          throw ECMARegexError("'\(text(from: start))' is beyond U+10FFFF", at: start)
        }
      }
      return digits > 0 && skip("}") ? value : nil
    }
    guard let first = parseHexadecimal(4) else { return nil }
    let afterFirst = next
    if 0xD800...0xDBFF ~= first, skip("\\u"), let second = parseHexadecimal(4), 0xDC00...0xDFFF ~= second {
      return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    next = afterFirst
    return first
  }

  /// Reads this many hexadecimal digits; nil, without reading anything, if there are fewer.
  private mutating func parseHexadecimal(_ count: Int) -> UInt32? {
    var value: UInt32 = 0
    for distance in 0..<count {
      guard let digit = peek(distance)?.hexadecimalValue else { return nil }
      value = value * 16 + digit
    }
    next += count
    return value
  }

  private mutating func parseProperty(
    isNegated: Bool, escapedAt start: Int
  ) throws(ECMARegexError) -> ScalarSet {
    let escape = isNegated ? "\\P" : "\\p"
    guard skip("{") else { throw ECMARegexError("'\(escape)' is not followed by '{…}'", at: start) }
    let nameStart = next
    while let scalar = peek(), scalar != "}" { next += 1 }
    let name = text(from: nameStart)
    guard skip("}") else { throw ECMARegexError("'\(escape){' is not closed", at: start) }
    switch UnicodeProperty.lookUp(name) {
    case .found(let members):
      guard !checksOnly else { return .digit }
      let set = properties[name] ?? members()
      properties[name] = set
      return isNegated ? set.complement : set
    case .unsupported: throw ECMARegexError("the Unicode property '\(name)' is not supported", at: nameStart)
    case .unknown: throw ECMARegexError("'\(name)' isn't a Unicode property of ECMA-262", at: nameStart)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var hexadecimalValue: UInt32? {
    switch value {
    case 0x30...0x39: value - 0x30
    case 0x41...0x46: value - 0x37
    case 0x61...0x66: value - 0x57
    default: nil
    }
  }
}
