import APIModel

// Values that the generated code supplies.
extension SchemaLowering {
  /// A property's constant, if Swift has a literal for it.
  func constant(_ schema: Schema, _ use: TypeUse) -> Code? {
    guard let constant = schema.const, index.ownType(of: schema) == nil,
      use.coder.map({ $0.isOfPlainNumber || $0 == .standard(.jsonNull) }) ?? true
    else { return nil }
    let resolved = index.resolved(schema)
    guard case .scalar = index.shape(of: resolved.schema) else { return literal(constant, of: use.type) }
    // A name is an alias of its type, and a newtype wraps one.
    guard case .standard(let type) = scalar(resolved.schema).type,
      let literal = literal(constant, as: type)
    else { return nil }
    return resolved.isNewtype ? .call(use.type.code, ["rawValue: \(literal)"]) : literal
  }

  /// A literal of a type, which may be a list or a dictionary.
  private func literal(_ constant: Literal, of type: SwiftType) -> Code? {
    switch (constant, type) {
    case (_, .json): return .json(constant)
    case (_, .standard(let type)): return literal(constant, as: type)
    case (_, .alias(_, let type)): return literal(constant, of: type)
    case (.array(let items), .array(let element)):
      let elements = items.compactMap { literal($0, of: element) }
      return elements.count == items.count ? .array(elements) : nil
    case (.object(let members), .dictionary(.string, let value)):
      let values = members.compactMap { member in literal(member.value, of: value).map { (member.name, $0) } }
      return values.count == members.count ? .dictionary(values) : nil
    default: return nil
    }
  }

  private func literal(_ constant: Literal, as type: SwiftType.Standard) -> Code? {
    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Code? {
      guard case .number(let number) = constant else { return nil }
      return Integer(number.text).map { Code(SwiftLiteral.integer(String($0))) }
    }
    switch (constant, type) {
    case (.string(let text), .string): return .string(text)
    case (.boolean(let value), .bool): return value ? "true" : "false"
    case (_, .int), (_, .int64): return integer(Int64.self)
    case (_, .int32): return integer(Int32.self)
    case (_, .uint32): return integer(UInt32.self)
    case (_, .uint64): return integer(UInt64.self)
    case (.number(let number), .double), (.number(let number), .float):
      return Float(number.text)?.isFinite == true
        || (type == .double && Double(number.text)?.isFinite == true)
        ? Code(SwiftLiteral.integer(number.text)) : nil
    case (.number(let number), .decimal): return decimal(number)
    case (_, .json): return .json(constant)
    default: return nil
    }
  }

  /// A decimal without rounding.
  private func decimal(_ number: NumberText) -> Code? {
    if let integer = Int64(number.text) { return Code(SwiftLiteral.integer(String(integer))) }
    let parts = number.text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let digits = Int64(parts.joined()) else { return nil }
    let sign = number.text.hasPrefix("-") ? ".minus" : ".plus"
    return .call(
      SwiftType.standard(.decimal).code,
      [
        Code("sign: " + sign), Code("exponent: " + SwiftLiteral.integer("-\(parts[1].utf8.count)")),
        Code("significand: " + SwiftLiteral.integer(String(digits.magnitude))),
      ])
  }

  /// A value that is made for each object.
  func automaticValue(_ schema: Schema, _ use: TypeUse) -> Code {
    let resolved = index.resolved(schema)
    let value: Code =
      if resolved.schema.format == .uuid {
        "UUID()"
      } else {
        resolved.schema.types == [.integer] ? "AutomaticValue.number()" : "AutomaticValue.text()"
      }
    return resolved.isNewtype ? .call(use.type.code, ["rawValue: \(value)"]) : value
  }

  /// The value of an enumeration with a single value. An open one may have others.
  func onlyKnownValue(_ schema: Schema, _ use: TypeUse) -> Code? {
    guard index.ownType(of: schema) == nil else { return nil }
    let schema = index.resolved(schema).schema
    guard use.coder?.isOfPlainNumber ?? true, case .enumeration = index.shape(of: schema),
      let cases = schema.enumeration?.cases,
      cases.count == 1, let only = cases.first
    else { return nil }
    return SwiftName.constant(of: only).map { ".\(SwiftName.escaped($0))" }
  }
}

extension Coder {
  /// Whether it only says that a number may be in a text.
  fileprivate var isOfPlainNumber: Bool {
    switch self {
    case .numberInString(.own), .numberAsString(.own): true
    default: false
    }
  }
}
