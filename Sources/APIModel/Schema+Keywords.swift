extension Schema {
  /// What the schema demands, keyword by keyword.
  ///
  /// Not among the keywords: the reference; that null is allowed; that nothing is; a format with a Swift type of its own;
  /// the values of an open enumeration, which are a hint.
  public var keywords: [SchemaKeyword<Schema>] {
    var list: [SchemaKeyword<Schema>] = types.isEmpty ? [] : [.type(types)]
    list += LimitKeyword.allCases.compactMap { limit in limits[limit].map { .limit(limit, $0) } }
    list += counts(.minLength, .maxLength)
    if let pattern { list.append(.pattern(pattern)) }
    if case .other(let name) = format { list.append(.format(name, isAsserted: isFormatChecked)) }
    list += arrayKeywords + objectKeywords
    if let const { list.append(.const(const)) }
    if let enumeration, enumeration.base == nil || isOpen == false {
      list.append(.enumeration(enumeration.cases.map(\.value)))
    }
    list += self.list(.allOf, allOf) + self.list(.anyOf, anyOf) + self.list(.oneOf, oneOf) + applied(.not)
    if self[.if] != nil { list += applied(.if, .then, .else) }
    return list + applied(.unevaluatedItems, .unevaluatedProperties)
  }

  private var arrayKeywords: [SchemaKeyword<Schema>] {
    var list = self.list(.prefixItems, array.prefixItems) + applied(.items) + counts(.minItems, .maxItems)
    if array.uniqueItems { list.append(.uniqueItems) }
    if self[.contains] != nil { list += applied(.contains) + counts(.minContains, .maxContains) }
    return list
  }

  private var objectKeywords: [SchemaKeyword<Schema>] {
    let required = object.properties.filter(\.isRequired).map(\.name.text) + object.requiredOthers
    var list = map(.properties, object.properties.map { .init(name: $0.name.text, schema: $0.schema) })
    if !required.isEmpty { list.append(.required(required)) }
    list += map(.patternProperties, object.patternProperties) + applied(.propertyNames)
    list += counts(.minProperties, .maxProperties)
    if !object.dependentRequired.isEmpty { list.append(.dependentRequired(object.dependentRequired)) }
    return list + map(.dependentSchemas, object.dependentSchemas) + applied(.additionalProperties)
  }

  private func counts(_ keywords: CountKeyword...) -> [SchemaKeyword<Schema>] {
    keywords.compactMap { keyword in counts[keyword].map { .count(keyword, $0) } }
  }

  private func applied(_ keywords: Applicator...) -> [SchemaKeyword<Schema>] {
    keywords.compactMap { keyword in self[keyword].map { .applied(keyword, $0) } }
  }

  private func list(_ keyword: ListApplicator, _ schemas: [Schema]) -> [SchemaKeyword<Schema>] {
    schemas.isEmpty ? [] : [.list(keyword, schemas)]
  }

  private func map(_ keyword: MapApplicator, _ entries: [SchemaEntry<Schema>]) -> [SchemaKeyword<Schema>] {
    entries.isEmpty ? [] : [.map(keyword, entries)]
  }

  /// The schemas directly within this one.
  public var children: [Schema] { keywords.flatMap(\.children) + (object.keys.map { [$0.value] } ?? []) }
}
