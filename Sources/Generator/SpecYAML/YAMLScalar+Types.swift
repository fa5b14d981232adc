extension YAMLScalar {
  /// The type of the scalar where any type is allowed, such as for `default:` or `const:`: that of its tag, a string
  /// if it isn't plain, and otherwise the type in the core schema of YAML 1.2. There, `yes` is a string and `017` an
  /// integer.
  public var coreType: YAMLCoreType {
    switch tag {
    case .string, .sequence, .mapping: return .string
    case .integer: return .integer
    case .float: return .float
    case .boolean: return .boolean
    case .null: return .null
    case nil: return style == .plain ? plainCoreType(of: text) : .string
    }
  }

  /// The text, whatever its type.
  public var asString: String { text }

  /// Whether it is null: `null`, `Null`, `NULL`, `~` or an empty plain scalar.
  public var asNull: Bool {
    mayBe(.null) && plainCoreType(of: text) == .null
  }

  /// The boolean, where a boolean is expected: YAML 1.2's `true` and `false`, and YAML 1.1's `yes`, `no`, `on` and
  /// `off`; each in lower case, upper case, or capitalized. Nil for anything else.
  public var asBool: Bool? {
    guard mayBe(.boolean) else { return nil }
    switch text {
    case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON": return true
    case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF": return false
    default: return nil
    }
  }

  /// The integer, where one is expected; nil unless `integer` is a value.
  public var asInt: Int? {
    if case .value(let value) = integer { return value }
    return nil
  }

  /// The number, where one is expected; nil unless `number` is a value.
  public var asDouble: Double? {
    if case .value(let value) = number { return value }
    return nil
  }

  /// The scalar as an integer: `12`, `+1`, `-3`, `0xFF`, `0o17`. Underscores, exponents, YAML 1.1's binary and
  /// sexagesimal forms, and signs before `0x` and `0o` aren't allowed.
  public var integer: YAMLNumber<Int> {
    guard mayBe(.integer) else { return .mismatch }
    let form = numberForm(of: text.utf8)
    switch form {
    case .decimal:
      if hasLeadingZero { return .ambiguousOctal }
      return Int(text).map { .value($0) } ?? .outOfRange
    case .octal: return Int(text.dropFirst(2), radix: 8).map { .value($0) } ?? .outOfRange
    case .hexadecimal: return Int(text.dropFirst(2), radix: 16).map { .value($0) } ?? .outOfRange
    case .float, .infinity, .notANumber, nil: return .mismatch
    }
  }

  /// The scalar as a number: any integer, and `1.5`, `.5`, `1.`, `1e3`, `.inf`, `-.inf`, `.nan`. A number too large
  /// for a `Double` is out of range; one that is too precise is rounded (`text` keeps all digits).
  public var number: YAMLNumber<Double> {
    guard mayBe(.float) || mayBe(.integer) else { return .mismatch }
    switch numberForm(of: text.utf8) {
    case .decimal where hasLeadingZero: return .ambiguousOctal
    case .decimal, .float: return finite(Double(text))
    case .octal: return finite(parseDigits(radix: 8))
    case .hexadecimal: return finite(parseDigits(radix: 16))
    case .infinity: return .value(text.utf8.first == UInt8(ascii: "-") ? -.infinity : .infinity)
    case .notANumber: return .value(.nan)
    case nil: return .mismatch
    }
  }

  private func finite(_ value: Double?) -> YAMLNumber<Double> {
    guard let value else { return .mismatch }
    return value.isFinite ? .value(value) : .outOfRange
  }

  private func parseDigits(radix: Int) -> Double {
    // Within 64 bits, the conversion is correctly rounded. Beyond, the last bit may be wrong.
    if let exact = UInt64(text.dropFirst(2), radix: radix) { return Double(exact) }
    return text.dropFirst(2).reduce(0) { $0 * Double(radix) + Double($1.hexDigitValue ?? 0) }
  }

  private var hasLeadingZero: Bool {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    return digits.count > 1 && digits.first == UInt8(ascii: "0")
  }
}

extension YAMLNode {
  /// `YAMLScalar.asString`; nil for a sequence or mapping.
  public var asString: String? { scalar?.asString }

  /// `YAMLScalar.asBool`; nil for a sequence or mapping.
  public var asBool: Bool? { scalar?.asBool }

  /// `YAMLScalar.asInt`; nil for a sequence or mapping.
  public var asInt: Int? { scalar?.asInt }

  /// `YAMLScalar.asDouble`; nil for a sequence or mapping.
  public var asDouble: Double? { scalar?.asDouble }

  /// `YAMLScalar.asNull`; false for a sequence or mapping.
  public var asNull: Bool { scalar?.asNull ?? false }
}

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
