import APIModel

/// `format: int-or-string`, as in Kubernetes: a port is a number or a name.
extension SchemaFacts {
  /// Whether values are integers or texts, although the schema says one of both, or neither.
  var isIntegerOrText: Bool {
    format == "int-or-string" && unions.isEmpty && enumeration == nil && const == nil
      && (types ?? []).isSubset(of: [.string, .integer])
  }

  /// The same without the format.
  func withIntegersAndTexts() -> Self {
    var facts = self
    facts.format = nil
    facts.types = [.integer, .string]
    return facts
  }

  /// The type of a format that only numbers have; nil for other formats.
  var numberOfFormat: JSONType? { format.flatMap { Self.numberFormats[$0] } }

  /// Whether values are numbers that may be written as text, as ASP.NET Core says it: `type: [integer, string]` with the
  /// digits as a `pattern`, and a format that only numbers have.
  var isNumberOrItsText: Bool {
    guard let types, numberOfFormat != nil, pattern != nil, unions.isEmpty, enumeration == nil, const == nil
    else { return false }
    return types.contains(.string) && types.count > 1 && types.isSubset(of: [.string, .integer, .number])
  }

  /// The same without texts.
  func withoutTexts() -> Self {
    var facts = self
    facts.types?.remove(.string)
    facts.pattern = nil
    return facts
  }

  /// Formats that only numbers have (OpenAPI Format Registry).
  private static let numberFormats: [String: JSONType] = [
    "int8": .integer, "int16": .integer, "int32": .integer, "int64": .integer, "uint8": .integer,
    "uint16": .integer, "uint32": .integer, "uint64": .integer, "double-int": .integer, "float": .number,
    "double": .number, "decimal": .number, "decimal128": .number,
  ]

  /// Whether the limits of integers allow some that only 64 bits without a sign can represent.
  var needsUnsignedIntegers: Bool {
    let least = [LimitKeyword.minimum, .exclusiveMinimum].compactMap { limits[$0]?.text }
    let most = [LimitKeyword.maximum, .exclusiveMaximum].compactMap { limits[$0]?.text }
    guard least.allSatisfy({ !$0.hasPrefix("-") || $0 == "-1" && limits[.exclusiveMinimum]?.text == $0 })
    else {
      return false
    }
    let isLarge = (least + most).contains { UInt64($0).map { $0 > UInt64(Int64.max) } ?? false }
    let isWithin = limits[.maximum].map { UInt64($0.text) != nil } ?? true
    return isWithin && (isLarge || limits[.exclusiveMaximum]?.text == "18446744073709551616")
  }
}
