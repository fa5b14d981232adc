import APIModel
import Diagnostics

extension SchemaLowering {
  /// The cases of a union, and how they are distinguished.
  mutating func union(_ schema: Schema, in place: Place) -> Declaration.UnionType {
    let alternatives = schema.oneOf + schema.anyOf
    let forms = index.forms(ofUnion: schema)
    var scope = NameScope(
      "two cases of '\(place.name)'", reserving: names.reserved(beside: unusableCaseNames))
    var lowered: [Declaration.UnionType.Alternative] = []
    let caseNames = index.caseNames(of: alternatives, forms.forms)
    for (position, alternative) in alternatives.enumerated() {
      let name = caseNames[position]
      let use = use(alternative, in: place.property(name, avoiding: names.topLevel, and: [name])).element
      scope.claim(name, for: alternative.swiftName ?? Name(name, span: alternative.span), into: &sink)
      lowered.append(
        .init(
          name: name, type: use.type, coder: use.coder, form: forms.forms[position],
          constraint: use.constraint,
          isIndirect: schema.indirectAlternatives.contains(position), span: alternative.span))
    }
    checkTags(forms, alternatives)
    return Declaration.UnionType(
      discriminator: forms.discriminator, alternatives: lowered, order: index.order(ofUnion: schema),
      isOpen: schema.isOpen ?? true,
      isSecret: schema.isSecret || alternatives.contains(where: index.showsSecret),
      constraint: expressions.constraint(ofType: schema))
  }

  /// Reports a discriminator value that two alternatives have, because the second would never be read.
  private mutating func checkTags(_ forms: UnionForms, _ alternatives: [Schema]) {
    guard let discriminator = forms.discriminator else { return }
    var owners: [String: Int] = [:]
    for (position, form) in forms.forms.enumerated() {
      guard case .tags(let values) = form else { continue }
      for value in values {
        let owner = owners[value, default: position]
        owners[value] = owner
        guard owner != position else { continue }
        sink.error(
          .duplicateValue,
          "two alternatives have the value '\(value)' of '\(discriminator)', the discriminator; give "
            + "each a value of its own",
          at: alternatives[position].span, notes: [.init("the other is here", at: alternatives[owner].span)])
      }
    }
  }
}

extension SchemaIndex {
  /// The names of a union's cases.
  ///
  /// If a schema suggests no name, the alternative is named after what distinguishes it from the others, otherwise after
  /// the JSON type of its values, if no other is.
  func caseNames(of alternatives: [Schema], _ forms: [UnionForms.Form]) -> [String] {
    var names = alternatives.map(suggestedCaseName)
    func fill(_ suggestion: (Int) -> String?) {
      let suggested = names.indices.map { names[$0] == nil ? suggestion($0) : nil }
      var counts: [String: Int] = [:]
      for name in names + suggested { name.map { counts[$0, default: 0] += 1 } }
      for (position, name) in suggested.enumerated() {
        if let name, counts[name] == 1 { names[position] = name }
      }
    }
    fill { Self.caseName(from: forms[$0]) }
    fill { typeName(of: alternatives[$0]) }
    fill { knownName(of: alternatives[$0]) }
    return names.enumerated().map { $1 ?? "alternative\($0 + 1)" }
  }

  /// A name from a constant, key or type that only one alternative has.
  private static func caseName(from form: UnionForms.Form) -> String? {
    let name: String? =
      switch form {
      case .tags: form.tagWords
      case .keys(let names): names.first
      case .types(let types): typeName(types.subtracting([.null]))
      }
    guard let name, name.first?.isLetter == true else { return nil }
    return SwiftName.member(name, avoiding: avoidedCaseNames)
  }

  private static func typeName(_ types: Set<JSONType>) -> String? {
    let types = types.contains(.number) ? types.subtracting([.integer]) : types
    guard types.count == 1, let type = types.first else { return nil }
    return type == .array ? "tuple" : type.rawValue
  }

  /// A case's name from the JSON type of an alternative's values; nil if they may have several.
  func typeName(of schema: Schema) -> String? {
    switch shape(of: schema) {
    case .array: return "list"
    case .map: return "map"
    case .tuple: return "tuple"
    case .object: return "object"
    case .enumeration(let base): return base == .integer ? "integer" : "string"
    case .any, .scalar, .union, .reference:
      let types = ValueTypes(of: schema, in: self)
      if types.isAny { return schema.oneOf.isEmpty && schema.anyOf.isEmpty ? "any" : nil }
      return Self.typeName(types.types.subtracting([.null]))
    }
  }

  /// The name of an enumeration beside other values of its type.
  func knownName(of schema: Schema) -> String? {
    guard case .enumeration(let base) = shape(of: schema) else { return nil }
    return base == .integer ? "knownNumber" : "known"
  }

  /// The name of an alternative's case, without regard to the other alternatives.
  func caseName(_ schema: Schema, position: Int) -> String {
    suggestedCaseName(schema) ?? typeName(of: schema) ?? "alternative\(position + 1)"
  }

  private func suggestedCaseName(_ schema: Schema) -> String? {
    if let override = schema.swiftName?.text { return override }
    if let reference = schema.reference {
      return SwiftName.member(specName(reference.text), avoiding: avoidedCaseNames)
    }
    switch shape(of: schema) {
    case .array: return "list"
    case .map: return "map"
    case .scalar where schema.types.count == 1:
      return schema.format.flatMap(Self.name(of:)) ?? schema.types.first?.rawValue ?? "value"
    default: return nil
    }
  }

  /// The name of a format's Swift type, if that isn't the JSON type's.
  static func name(of format: Format) -> String? {
    switch format {
    case .timestamp, .timestampMilliseconds, .dateTime: "dateTime"
    case .date: "date"
    case .uri: "url"
    case .uuid: "uuid"
    case .bytes, .base64URL: "data"
    case .flag: "boolean"
    case .decimal: "decimal"
    case .int32, .int64, .uint32, .uint64, .float, .double, .empty, .other: nil
    }
  }
}
