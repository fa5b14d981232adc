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
