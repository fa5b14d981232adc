import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Everything that a schema and those that apply with it (`$ref`, `allOf`) say about a value.
struct SchemaFacts {
  /// Alternatives of `oneOf` or `anyOf`.
  struct Union {
    var isOneOf: Bool
    var alternatives: [Located]
  }

  /// A keyword such as `not` or `if`, in the schema that contains it.
  struct Condition {
    var keyword: String
    var value: Located
    var schema: Located
  }

  /// Nil if any type is allowed.
  var types: Set<JSONType>?
  var isNullable = false
  var enumeration: [Located]?
  /// Whether `enumeration` are the values that are known now, by `x-extensible-enum`, and others may follow.
  private(set) var isExtensible = false
  var const: Located?
  var format: String?
  /// Each with the schemas that the parts have for it.
  var properties: [(name: String, key: YAMLNode, schemas: [Located])] = []
  private var positions: [String: Int] = [:]
  var required: Set<String> = []
  /// Where the required names are written.
  private(set) var requiredNames: [String: YAMLNode] = [:]
  var additionalProperties: Located?
  /// Each with the schemas that the parts have for it.
  private(set) var patternProperties: [(pattern: String, key: YAMLNode, schemas: [Located])] = []
  var items: Located?
  var prefixItems: [Located] = []
  var unions: [Union] = []
  /// Keywords that constrain values without describing their form.
  var conditions: [Condition] = []
  var discriminator: Located?
  var limits: [LimitKeyword: NumberText] = [:]
  var counts: [CountKeyword: Int] = [:]
  var pattern: Located?
  var uniqueItems = false
  var contentEncoding: String?
  var contentMediaType: String?
  /// The schema of the JSON that a text contains.
  var contentSchema: Located?
  /// The names of the enumeration's values.
  var valueNames: [Located] = []
  /// What the values of the enumeration mean: a list in the same order, or a map.
  var valueDescriptions: Located?
  /// The schemas that contribute.
  var parts: [SchemaStore.Spot] = []
  /// The references that are being followed, each within what the one before refers to, and whether it is a part of
  /// an `allOf` there.
  private var way: [(key: String, isPart: Bool)] = []
  /// The schema that is being added, and the targets of these references.
  private var owners: [Located] = []
  private var isPart = false
  private static let maximumDepth = 200

  /// The keyword that says which values there are.
  var valuesKeyword: String {
    if const != nil { return "const" }
    return isExtensible ? "x-extensible-enum" : "enum"
  }

  /// Whether any keyword describes the form of objects.
  var hasObjectForm: Bool {
    !properties.isEmpty || additionalProperties != nil || !patternProperties.isEmpty
  }

  /// Whether any keyword besides alternatives describes the form of values.
  var hasForm: Bool {
    types != nil || hasObjectForm || items != nil || !prefixItems.isEmpty || enumeration != nil
      || const != nil
  }

  /// Adds a property if it isn't there yet.
  mutating func append(_ name: String, _ key: YAMLNode, _ schemas: [Located]) {
    positions[name] = properties.count
    properties.append((name, key, schemas))
  }

  private mutating func add(_ name: String, _ key: YAMLNode, _ schema: Located) {
    if let position = positions[name] {
      properties[position].schemas.append(schema)
    } else {
      positions[name] = properties.count
      properties.append((name, key, [schema]))
    }
  }

  mutating func restrict(to list: Set<JSONType>) {
    guard let known = types else {
      types = list
      return
    }
    let both = known.common(with: list)
    // Contradictions are usually mistakes.
    types = both.isEmpty ? list : both
  }

  /// Reports a schema that extends itself. One that is nothing but a reference to itself is found where names are resolved.
  private func reportCircle(to key: String, at node: YAMLNode, _ findings: Findings) {
    guard let first = way.firstIndex(where: { $0.key == key }) else { return }
    let circle = way[first...]
    guard isPart || circle.dropFirst().contains(where: \.isPart) else { return }
    findings.reportCircle(circle.map(\.key), at: node)
  }

  /// Adds the keywords of a schema.
  ///
  /// - Parameter seen: the references followed so far.
  mutating func add(_ schema: Located, in documents: DocumentSet, seen: inout Set<String>) {
    parts.append(SchemaStore.Spot(schema))
    let isFirst = owners.isEmpty
    if isFirst { owners.append(schema) }
    defer { if isFirst { owners.removeLast() } }
    let findings = documents.findings
    for (_, name, written) in schema.entries {
      // A broken reference has been reported.
      guard let value = Self.containers.contains(name) ? documents.child(name, of: schema) : written else {
        continue
      }
      let node = value.node
      switch name {
      case "$ref":
        guard let target = documents.resolve(value, for: "what it says of the schema") else { break }
        guard seen.insert(target.key).inserted else {
          reportCircle(to: target.key, at: node, findings)
          break
        }
        guard way.count < Self.maximumDepth else {
          findings.leaveOut(
            "more than \(Self.maximumDepth) schemas extend one another here, so what this one refers to is left out",
            at: node)
          break
        }
        way.append((target.key, isPart))
        isPart = false
        owners.append(target.value)
        add(target.value, in: documents, seen: &seen)
        owners.removeLast()
        way.removeLast()
      case "allOf":
        for part in value.items {
          isPart = true
          add(part, in: documents, seen: &seen)
        }
        isPart = false
      case "oneOf", "anyOf":
        guard node.items?.isEmpty == false else {
          findings.mismatch(node, expected: "a list of schemas", for: "'\(name)'")
          break
        }
        // A base type's list of its subtypes says nothing about one of these.
        if documents.listsSubtypes(schema, name, extendedBy: owners) { break }
        unions.append(Union(isOneOf: name == "oneOf", alternatives: value.items))
      case "type": addTypes(node, findings)
      case "nullable", "x-nullable": if node.asBool == true { isNullable = true }
      case "enum":
        guard node.items != nil else {
          findings.mismatch(node, expected: "a list of values", for: "'enum'")
          break
        }
        addValues(value, findings)
      case "const":
        if let known = const, Self.meanings(of: known.node).isDisjoint(with: Self.meanings(of: node)) {
          contradict("this value", node, findings)
        }
        const = value
      case "format": format = node.text ?? format
      case "properties":
        guard let entries = node.entries else {
          findings.mismatch(node, expected: "a mapping of schemas", for: "'properties'")
          break
        }
        for entry in entries { add(entry.name, entry.key, Located(node: entry.value, file: value.file)) }
      case "required":
        // Documents of OpenAPI 2 and 3.0 mistakenly have booleans here.
        if let items = node.items {
          for item in items {
            guard let name = item.text else { continue }
            required.insert(name)
            if requiredNames[name] == nil { requiredNames[name] = item }
          }
        } else if node.asBool == nil {
          findings.mismatch(node, expected: "a list of names", for: "'required'")
        }
      case "additionalProperties":
        // That any are allowed says nothing beside a part that says which.
        if additionalProperties == nil || !value.isAnyObject { additionalProperties = value }
      case "patternProperties":
        guard node.entries != nil else {
          findings.mismatch(node, expected: "a mapping of schemas", for: "'patternProperties'")
          break
        }
        for (key, pattern, schema) in value.allEntries {
          if let position = patternProperties.firstIndex(where: { $0.pattern == pattern }) {
            patternProperties[position].schemas.append(schema)
          } else {
            patternProperties.append((pattern, key, [schema]))
          }
        }
      case "items": if items == nil || !value.isAnyObject { items = value }
      case "prefixItems": prefixItems = value.items
      case "discriminator": discriminator = value
      case "pattern":
        if let known = pattern, known.node.text != node.text {
          findings.leaveOut(
            "one of several patterns of a value is checked, and this one isn't", at: known.node)
        }
        pattern = value
      case "$dynamicRef", "$recursiveRef":
        findings.leaveOut("'\(name)' isn't followed, so what it refers to isn't checked", at: node)
      case "not", "if", "contains", "propertyNames", "dependentRequired", "dependentSchemas",
        "unevaluatedProperties", "unevaluatedItems":
        conditions.append(Condition(keyword: name, value: value, schema: schema))
      case "uniqueItems": uniqueItems = uniqueItems || node.asBool == true
      case "contentEncoding": contentEncoding = node.text
      case "contentMediaType": contentMediaType = node.text
      case "contentSchema": contentSchema = value
      default: addLimit(name, node, schema, findings)
      }
    }
    if let list = schema["x-extensible-enum"], !list.items.isEmpty, enumeration == nil {
      enumeration = list.items
      isExtensible = true
    }
    for name in ["x-enum-varnames", "x-enumNames", "x-enum-names"] {
      if let names = schema[name], valueNames.isEmpty { valueNames = names.items }
    }
    for name in ["x-enum-descriptions", "x-enumDescriptions"] where valueDescriptions == nil {
      valueDescriptions = schema[name]
    }
    if schema.node["x-nullable"]?.asBool == true { isNullable = true }
  }

  /// What a value of the enumeration means.
  func description(ofValue value: YAMLNode, at position: Int) -> String? {
    guard let descriptions = valueDescriptions else { return nil }
    let items = descriptions.items
    let node =
      items.isEmpty
      ? value.text.flatMap { descriptions.node[$0] } : position < items.count ? items[position].node : nil
    return node?.text.map { trimmed(markdown(fromHTML: $0)) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Keywords with lists or maps of schemas and values, which can't be references.
  private static let containers: Set<String> = [
    "allOf", "oneOf", "anyOf", "prefixItems", "properties", "patternProperties", "dependentSchemas",
    "dependentRequired", "enum", "required", "discriminator",
  ]

  /// Reports that another schema for the same value says the opposite.
  private func contradict(_ what: String, _ node: YAMLNode, _ findings: Findings) {
    findings.mistake(
      "\(what) contradicts another schema that applies to the same value, so no value is valid; the other is ignored",
      at: node)
  }

  /// Adds an enumeration. A value must be in all of them.
  private mutating func addValues(_ list: Located, _ findings: Findings) {
    guard let known = enumeration, !isExtensible else {
      enumeration = list.items
      isExtensible = false
      return
    }
    let (fewer, more) = known.count <= list.items.count ? (known, list.items) : (list.items, known)
    let others = Set(more.flatMap { Self.meanings(of: $0.node) })
    let both = fewer.filter { !others.isDisjoint(with: Self.meanings(of: $0.node)) }
    if both.isEmpty {
      findings.mistake(
        "none of these values is among those of another schema that applies to the same value, so no value is valid; the fewer are used",
        at: list.node)
    }
    enumeration = both.isEmpty ? fewer : both
  }

  /// What a value may mean, depending on its type: `1` and `'1'` are the same text.
  private static func meanings(of node: YAMLNode) -> Set<Literal> {
    let text = node.asNull ? nil : node.text.map { Literal.string($0) }
    return Set([literal(node), text].compactMap(\.self))
  }

  /// Whether an enumeration without a type lists texts, so that what isn't JSON is a text as well.
  var listsTexts: Bool {
    guard types == nil, let enumeration else { return false }
    let values = enumeration.map { literal($0.node) }
    return values.contains { $0?.type == .string }
      && values.allSatisfy { [nil, .string, .null].contains($0?.type) }
  }

  private mutating func addTypes(_ node: YAMLNode, _ findings: Findings) {
    let names = node.items ?? [node]
    var list: Set<JSONType> = []
    for name in names {
      if let type = name.text.flatMap(JSONType.init(rawValue:)) {
        list.insert(type)
      } else if name.text == "file" {
        list.insert(.string)
        format = "binary"
      } else if name.text != "any" {
        findings.mistake(
          "expected one of 'null', 'boolean', 'integer', 'number', 'string', 'array' and 'object' for 'type', found "
            + describe(name), at: name)
      }
    }
    let hasNull = list.remove(.null) != nil
    isNullable = isNullable || hasNull
    if let types, !list.isEmpty, types.isDisjoint(with: list),
      !(types.union(list)).isSubset(of: [.integer, .number])
    {
      contradict("this type", node, findings)
    }
    if list.isEmpty {
      if hasNull, names.count == 1 { restrict(to: [.null]) }
      return
    }
    restrict(to: list)
  }

  private mutating func addLimit(
    _ name: String, _ node: YAMLNode, _ schema: Located, _ findings: Findings
  ) {
    if let keyword = LimitKeyword(rawValue: name) {
      // In OpenAPI 3.0, whether the value of `minimum` is excluded.
      if let isExcluded = node.scalar?.coreType == .boolean ? node.asBool : nil {
        let limit: LimitKeyword? =
          switch keyword {
          case .exclusiveMinimum: .minimum
          case .exclusiveMaximum: .maximum
          default: nil
          }
        guard isExcluded, let limit, let number = schema.node[limit.rawValue]?.scalar.flatMap(jsonNumber)
        else { return }
        limits[keyword] = stricter(keyword, limits[keyword], number)
        limits[limit] = nil
        return
      }
      guard let number = node.scalar.flatMap(jsonNumber) else {
        return findings.mismatch(node, expected: "a number", for: "'\(name)'")
      }
      if keyword == .multipleOf {
        guard number.isPositive else {
          return findings.mistake("'multipleOf' must be more than 0, so it isn't checked", at: node)
        }
        if let other = limits[keyword], other != number {
          findings.leaveOut("of several 'multipleOf' of one value, only this one is checked", at: node)
        }
      }
      if schema.node["exclusive" + name.prefix(1).uppercased() + name.dropFirst()]?.asBool != true {
        limits[keyword] = stricter(keyword, limits[keyword], number)
      }
    } else if let keyword = CountKeyword(rawValue: name) {
      guard let count = node.scalar.flatMap(jsonNumber).flatMap({ wholeCount(of: $0.text) }) else {
        return findings.mismatch(node, expected: "an integer, at least 0,", for: "'\(name)'")
      }
      counts[keyword] = stricter(keyword, counts[keyword], count)
    }
  }
}
