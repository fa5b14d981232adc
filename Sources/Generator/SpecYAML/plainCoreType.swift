/// The type of a plain scalar in the core schema of YAML 1.2 (YAML 1.2.2, section 10.3.2).
func plainCoreType(of text: String) -> YAMLCoreType {
  switch text {
  case "", "~", "null", "Null", "NULL": return .null
  case "true", "True", "TRUE", "false", "False", "FALSE": return .boolean
  default: break
  }
  switch numberForm(of: text.utf8) {
  case .decimal, .octal, .hexadecimal: return .integer
  case .float, .infinity, .notANumber: return .float
  case nil: return .string
  }
}

/// The number formats of the core schema.
enum NumberSyntax {
  /// `[-+]? [0-9]+`
  case decimal
  /// `0o [0-7]+`
  case octal
  /// `0x [0-9a-fA-F]+`
  case hexadecimal
  /// `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?` with a point or an exponent
  case float
  /// `[-+]? ( \.inf | \.Inf | \.INF )`
  case infinity
  /// `\.nan | \.NaN | \.NAN`
  case notANumber
}

/// The format of a number; nil for other text.
func numberForm(of text: String.UTF8View) -> NumberSyntax? {
  guard let first = text.first, first < 0x3A else { return nil }
  var rest = text[...]
  if rest.skip("0o") { return rest.allSatisfy { (0x30...0x37).contains($0) } && !rest.isEmpty ? .octal : nil }
  if rest.skip("0x") { return rest.allSatisfy(isHexadecimalDigit) && !rest.isEmpty ? .hexadecimal : nil }
  if rest.elementsEqual(".nan".utf8) || rest.elementsEqual(".NaN".utf8) || rest.elementsEqual(".NAN".utf8) {
    return .notANumber
  }
  _ = rest.skip("+") || rest.skip("-")
  if rest.elementsEqual(".inf".utf8) || rest.elementsEqual(".Inf".utf8) || rest.elementsEqual(".INF".utf8) {
    return .infinity
  }
  var isDecimal = true
  let wholeDigits = rest.skipDigits()
  var fractionDigits = 0
  if rest.skip(".") {
    isDecimal = false
    fractionDigits = rest.skipDigits()
  }
  guard wholeDigits + fractionDigits > 0 else { return nil }
  if rest.skip("e") || rest.skip("E") {
    isDecimal = false
    _ = rest.skip("+") || rest.skip("-")
    guard rest.skipDigits() > 0 else { return nil }
  }
  guard rest.isEmpty else { return nil }
  return isDecimal ? .decimal : .float
}

private func isHexadecimalDigit(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
}

extension Substring.UTF8View {
  fileprivate mutating func skip(_ prefix: StaticString) -> Bool {
    let matches = prefix.withUTF8Buffer { self.starts(with: $0) }
    if matches { removeFirst(prefix.utf8CodeUnitCount) }
    return matches
  }

  /// The number of digits skipped.
  fileprivate mutating func skipDigits() -> Int {
    let digits = prefix { (0x30...0x39).contains($0) }.count
    removeFirst(digits)
    return digits
  }
}
