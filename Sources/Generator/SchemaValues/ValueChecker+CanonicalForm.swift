import APIModel

extension ValueChecker {
  /// Whether a schema itself accepts a value. One that takes too much work to check isn't accepted.
  public func isAccepted(_ value: Literal, _ schema: Schema) -> Bool {
    violations(of: value, by: schema)?.isEmpty == true
  }

  /// Whether a schema accepts a value, with the work that several checks may take together. Nothing is accepted when that
  /// is used up.
  public func isAccepted(_ value: Literal, _ schema: Schema, within rest: inout Int) -> Bool {
    guard rest > 0 else { return false }
    let (violations, taken) = violations(of: value, by: schema, atMost: rest)
    rest -= taken
    return violations?.isEmpty == true
  }

  /// A value as it is written after reading: lenient forms become strict ones, a UUID becomes lower case, integers have
  /// neither a fraction nor an exponent, and members are in the order of the properties.
  public func canonical(_ value: Literal, _ schema: Schema, depth: Int = 0) -> Literal {
    guard depth < 100, value != .null else { return value }
    if !schema.lenience.isEmpty {
      var strict = schema
      strict.lenience = []
      let plain = canonical(tidied(value, schema), strict, depth: depth + 1)
      if schema.lenience.contains(.numberAsString), case .number(let number) = plain {
        return .string(number.plainText)
      }
      return plain
    }
    let resolved = index.resolved(schema).schema
    if !resolved.lenience.isEmpty { return canonical(value, resolved, depth: depth + 1) }
    switch (index.shape(of: resolved), value) {
    case (.object, .object(let members)):
      guard let object = object(resolved) else { return value }
      let order = Dictionary(
        object.properties.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
      let sorted = members.enumerated().sorted {
        (order[$0.element.name] ?? Int.max, $0.offset) < (order[$1.element.name] ?? Int.max, $1.offset)
      }
      return .object(
        sorted.map(\.element).compactMap { member in
          guard let property = object.property(member.name) else {
            let additional = object.additional.map { canonical(member.value, $0, depth: depth + 1) }
            return .init(name: member.name, value: additional ?? member.value)
          }
          if member.value == .null, property.schema.lenience.contains(.nullAsAbsent) { return nil }
          if member.value == .string(""), property.schema.lenience.contains(.emptyAsNull) {
            return isNullable(property.schema) ? .init(name: member.name, value: .null) : nil
          }
          return .init(name: member.name, value: canonical(member.value, property.schema, depth: depth + 1))
        })
    case (.map, .object(let members)):
      guard let element = resolved[.additionalProperties] else { return value }
      return .object(
        members.map { .init(name: $0.name, value: canonical($0.value, element, depth: depth + 1)) })
    case (.array, .array(let items)):
      guard let element = resolved[.items] else { return value }
      return .array(items.map { canonical($0, element, depth: depth + 1) })
    case (.tuple, .array(let items)):
      let elements = resolved.array.prefixItems
      return .array(
        items.enumerated().map { position, item in
          let element = position < elements.count ? elements[position] : resolved[.items]
          return element.map { canonical(item, $0, depth: depth + 1) } ?? item
        })
    case (.union, _):
      let alternatives = resolved.oneOf + resolved.anyOf
      let meant = index.order(ofUnion: resolved).lazy.map { alternatives[$0] }.first { isAccepted(value, $0) }
      return meant.map { canonical(value, $0, depth: depth + 1) } ?? value
    case (_, .boolean(let flag)) where resolved.format == .flag:
      return .number(NumberText(flag ? "1" : "0"))
    case (_, .number(let number)) where number.isIntegral && resolved.types == [.integer]:
      return .number(number.whole)
    case (_, .string(let text)):
      switch resolved.format {
      case .uuid: return .string(text.lowercased())
      case .base64URL: return .string(text.filter { $0 != "=" })
      default: return value
      }
    default: return value
    }
  }
}
