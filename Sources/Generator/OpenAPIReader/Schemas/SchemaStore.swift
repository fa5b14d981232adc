import APIModel
import Diagnostics
import SpecReader
import SpecYAML

/// Turns a document's schemas into those of the model. Only schemas that are referred to by name become named
/// schemas.
final class SchemaStore {
  let documents: DocumentSet
  /// Whether keywords beside `$ref` are ignored, as they are before OpenAPI 3.1.
  private var ignoresSiblings: Bool { documents.dialect.ignoresSiblings }
  /// The formats for which the user has types. They are kept even if no Swift type of ours has them.
  let ownFormats: Set<String>
  /// Whether objects with properties keep other members that may be any JSON: `true` for all of them, `false` for none, nil
  /// for those of which the document says `additionalProperties: true`.
  let keepsUndeclared: Bool?
  /// What a folder says of the document's schemas, which holds where they are parts of others, too.
  private(set) lazy var choices = find(written)
  private let written: [DocumentFolder.Choice]
  /// The types for which a choice has been made.
  var chosenTypes: Set<String> = []
  private var names: [String: String] = [:]
  private var takenNames: Set<String> = []
  private var pending: [(key: String, name: String, value: Located)] = []
  private(set) var schemas: [NamedSchema] = []
  /// The named schemas that are still to be read, and those that have been read.
  private var values: [String: Located] = [:]
  private var definitions: [String: Schema] = [:]

  /// The position of a schema.
  struct Spot: Hashable {
    /// A document's values may come of an overlay.
    var file: String
    var offset: Int

    init(_ value: Located) {
      file = value.node.span.file
      offset = value.node.span.start.offset
    }
  }

  /// The values that schemas allow for discriminators. Subtypes are compared with each other.
  var knownTags = KnownTags()

  /// The subtypes that schemas list; nil for those that list none.
  var knownLists: [Spot: Set<Spot>?] = [:]
  var knownFamilies: [Spot: Set<Spot>] = [:]

  /// Whether schemas allow null, as far as it is known.
  var nullability = Nullability()

  /// Schemas already checked for being read without their subtypes' properties.
  var lookedAtAsUndivided: Set<Spot> = []

  /// The composed schemas around the current one.
  var around: Set<Spot> = []
  /// How often composed schemas were read within the current named one. Schemas without names are repeated.
  private var readings: [Spot: Int] = [:]
  private static let maximumReadings = 8
  /// The maximum number of named schemas derived from unnamed ones.
  private static let maximumSchemas = 100_000

  var findings: Findings { documents.findings }

  init(
    _ documents: DocumentSet, ownFormats: Set<String> = [], keepsUndeclared: Bool? = nil,
    choices: [DocumentFolder.Choice] = []
  ) {
    self.documents = documents
    self.keepsUndeclared = keepsUndeclared
    written = choices
    self.ownFormats = ownFormats
    // The document's own names stay unchanged.
    takenNames = Set(documents.components("schemas").map(\.name))
  }

  // MARK: Named schemas

  /// Reads all schemas of a document without operations.
  func takeAll() {
    for component in documents.components("schemas") { _ = name(of: component.target) }
  }

  /// Reads the schemas that were referred to, and those that these refer to.
  func finish() {
    var next = 0
    while next < pending.count {
      let (_, name, value) = pending[next]
      next += 1
      let place = Name(name, span: value.node.occurrence)
      schemas.append(NamedSchema(name: place, schema: peek(name) ?? Schema(span: value.node.occurrence)))
    }
    pending = []
    values = [:]
    definitions = [:]
    schemas = schemas.withoutCircles(findings).withoutLongChains(findings)
  }

  func name(of target: Target) -> String {
    if let known = names[target.key] { return known }
    guard let own = documents.isComponent(target) ? target.name : componentNames[target.key] else {
      return enqueue(target.key, freeName(target.path.suffix(3).map(\.self), else: target.name), target.value)
    }
    if let other = elsewhere(target.value), other.key != target.key, componentNames[other.key] == own {
      let name = name(of: other)
      names[target.key] = name
      return name
    }
    return enqueue(target.key, own, target.value)
  }

  /// The names that the document's components give to schemas elsewhere, by the keys of these.
  private lazy var componentNames: [String: String] = {
    var names: [String: String] = [:]
    for (name, component) in documents.components("schemas") {
      if !documents.isComponent(component) { names[component.key] = name }
      guard let target = elsewhere(component.value) else { continue }
      if names[target.key] == nil || name == target.name { names[target.key] = name }
    }
    return names
  }()

  /// The schemas that extend a schema with `allOf`, by the place of that schema.
  lazy var subtypes = findSubtypes()

  /// The names of properties that are read-only or write-only anywhere in the document or its neighbours.
  lazy var namesOfOneDirection: Set<String> = {
    var names: Set<String> = []
    func isOfOneDirection(_ value: Located) -> Bool {
      value.node["readOnly"]?.asBool == true || value.node["writeOnly"]?.asBool == true
    }
    var pending = documents.allRoots
    var seen: Set<Spot> = []
    // An alias may repeat a value.
    while let value = pending.popLast() {
      guard value.node.scalar == nil, seen.insert(Spot(value)).inserted else { continue }
      for (_, name, schema) in value["properties"]?.entries ?? [] {
        let parts = [schema] + (schema["allOf"]?.items ?? [])
        let targets = parts.compactMap { part in
          part["$ref"]?.node.text.flatMap { documents.target(of: $0, from: part)?.value }
        }
        if (parts + targets).contains(where: isOfOneDirection) { names.insert(name) }
      }
      pending += value.items + value.entries.map(\.value)
    }
    return names
  }()

  /// The schema that a component is nothing but a reference to, unless it is a component itself.
  private func elsewhere(_ component: Located) -> Target? {
    guard component.node.entries?.count == 1, let reference = component["$ref"]?.node.text,
      let target = documents.target(of: reference, from: component), !documents.isComponent(target)
    else { return nil }
    return target
  }

  /// A name for a schema outside of the components: the last meaningful part of its path, with preceding parts if the
  /// name is taken.
  private func freeName(_ path: [String], else stem: String) -> String {
    let silent: Set<String> = [
      "schema", "schemas", "items", "content", "properties", "components", "definitions", "allOf", "oneOf",
      "anyOf",
      "additionalProperties", "responses", "parameters", "requestBody",
    ]
    let words = path.filter { !silent.contains($0) && Int($0) == nil && !$0.contains("/") }
    let candidates = words.indices.reversed().map { words[$0...].joined(separator: "_") } + [stem]
    if let free = candidates.first(where: { takenNames.insert($0).inserted }) { return free }
    var number = 2
    while !takenNames.insert("\(candidates[0])\(number)").inserted { number += 1 }
    return "\(candidates[0])\(number)"
  }

  /// The named schema, read if necessary; nil while it is being read.
  func peek(_ name: String) -> Schema? {
    if let known = definitions[name] { return known }
    guard let value = values.removeValue(forKey: name) else { return nil }
    let (outerReadings, outerAround) = (readings, around)
    defer { (readings, around) = (outerReadings, outerAround) }
    begin()
    let schema = use(value, isDefinition: true)
    definitions[name] = schema
    return schema
  }

  private func enqueue(_ key: String, _ name: String, _ value: Located) -> String {
    names[key] = name
    pending.append((key, name, value))
    values[name] = value
    return name
  }

  func reference(_ name: String, at node: YAMLNode) -> Schema {
    var schema = Schema(span: node.occurrence)
    schema.reference = Name(name, span: node.occurrence)
    return schema
  }

  /// Names an unnamed schema that contains itself or is repeated too often.
  private func nameByPlace(_ value: Located) -> Schema {
    let span = value.node.occurrence
    let key = "\(span.file):\(value.node.span.start.offset)"
    if let known = names[key] { return reference(known, at: value.node) }
    guard pending.count < Self.maximumSchemas else { return Schema(span: span) }
    let name = freeName([value.node["title"]?.text ?? "Part"], else: "Part")
    return reference(enqueue(key, name, value), at: value.node)
  }

  // MARK: Schemas where they are used

  /// Forgets the schemas read so far, because another operation begins.
  func begin() {
    readings = [:]
    around = []
  }

  /// The schema of a value.
  func use(_ value: Located, isDefinition: Bool = false) -> Schema {
    let node = value.node
    guard node.mapping != nil else {
      var schema = Schema(span: node.occurrence)
      if node.scalar?.coreType == .boolean {
        schema.isNever = node.asBool == false
      } else {
        findings.mismatch(node, expected: "a schema", for: "a schema")
      }
      return schema
    }
    if let (target, others) = onlyReference(value, isDefinition: isDefinition),
      !(isDefinition && extends(value, target))
    {
      reportUndivided(target)
      var schema = reference(name(of: target), at: node)
      for other in others { annotate(&schema, other) }
      return schema
    }
    if !isDefinition, let parts = value["allOf"]?.items, onlyAnnotates(value, besides: "allOf"),
      var schema = onlyReference(among: parts)
    {
      annotate(&schema, value)
      return schema
    }
    if !isDefinition, let base = familyBase(of: value) {
      var schema = reference(name(of: base), at: node)
      annotate(&schema, value)
      return schema
    }
    if node["$ref"] != nil, ignoresSiblings || onlyAnnotates(value, besides: "$ref") {
      // The broken reference has been reported.
      findings.setBroken(node)
      return Schema(span: node.occurrence)
    }
    return composed(value, isDefinition: isDefinition)
  }

  private func composed(_ value: Located, isDefinition: Bool) -> Schema {
    let spot = Spot(value)
    if !isDefinition, hasBeenReadOften(spot), declaresForm(value) { return nameByPlace(value) }
    guard around.insert(spot).inserted else { return nameByPlace(value) }
    defer { around.remove(spot) }
    var schema: Schema
    if isDefinition, let union = unionOfSubtypes(of: value) {
      schema = union
    } else {
      var facts = SchemaFacts()
      var seen: Set<String> = []
      facts.add(value, in: documents, seen: &seen)
      schema = self.schema(of: facts, at: value)
      choose(for: &schema, of: facts.parts, at: value)
    }
    annotate(&schema, value)
    // Any JSON includes null.
    if schema.isAnything { schema.isNullable = false }
    return schema
  }

  func hasBeenReadOften(_ spot: Spot) -> Bool {
    readings[spot, default: 0] += 1
    return readings[spot, default: 0] > Self.maximumReadings
  }

  private func declaresForm(_ value: Located) -> Bool {
    [
      "properties", "allOf", "oneOf", "anyOf", "items", "additionalProperties", "patternProperties",
    ].contains {
      value.node[$0]?.items?.isEmpty == false || value.node[$0]?.mapping != nil
    }
  }

  /// The only schema that a value refers to, with annotations: OpenAPI's ways to describe a reference.
  func onlyReference(_ value: Located, isDefinition: Bool = false) -> (Target, [Located])? {
    if let reference = value["$ref"] {
      guard
        ignoresSiblings || onlyAnnotates(value, besides: "$ref")
          || !isDefinition && onlyRepeatsType(value, besides: "$ref"),
        let target = documents.resolve(reference, for: "the value", instead: "may be any JSON")
      else { return nil }
      return (target, [value])
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
      guard let parts = value[keyword], parts.node.items != nil else { continue }
      guard
        onlyAnnotates(value, besides: keyword) || !isDefinition && onlyRepeatsType(value, besides: keyword)
      else { return nil }
      var found: (Target, [Located])?
      var others: [Located] = []
      for part in parts.items {
        if keyword == "allOf" ? onlyAnnotates(part, besides: "") : isNull(part) {
          others.append(part)
          continue
        }
        guard found == nil, let inner = onlyReference(part) else { return nil }
        found = inner
      }
      return found.map { ($0.0, $0.1 + others + [value]) }
    }
    return nil
  }

  /// Whether a schema only refers to another one, and says its type again, or that it may be null: `type: [object, "null"]`.
  private func onlyRepeatsType(_ value: Located, besides keyword: String) -> Bool {
    guard let type = value.node["type"], let entries = value.node.entries,
      entries.allSatisfy({
        [keyword, "type"].contains($0.name) || Self.annotations.contains($0.name)
          || $0.name.hasBytePrefix("x-")
      })
    else { return false }
    let types = Set((type.items ?? [type]).compactMap(\.text)).subtracting([JSONType.null.rawValue])
    // Beside alternatives, a type may be that of one of them.
    guard !types.isEmpty else { return true }
    let parts = keyword == "$ref" ? [value] : keyword == "allOf" ? value["allOf"]?.items ?? [] : []
    guard parts.count == 1, let reference = parts[0]["$ref"]?.node.text,
      let target = documents.target(of: reference, from: parts[0])?.value.node["type"]
    else { return false }
    return Set((target.items ?? [target]).compactMap(\.text)).subtracting([JSONType.null.rawValue]) == types
  }

  static let annotations: Set<String> = [
    "title", "description", "summary", "deprecated", "readOnly", "writeOnly", "default", "example",
    "examples",
    "nullable", "externalDocs", "xml", "$comment", "$id", "$anchor", "$schema",
  ]

  func onlyAnnotates(_ value: Located, besides keyword: String) -> Bool {
    guard let entries = value.node.entries else { return false }
    return entries.allSatisfy {
      $0.name == keyword || Self.annotations.contains($0.name) || $0.name.hasBytePrefix("x-")
    }
  }

  /// Adds annotations, which don't constrain values.
  func annotate(_ schema: inout Schema, _ value: Located) {
    let node = value.node
    if let title = node["title"]?.text { schema.title = title }
    let isDeprecated = node["deprecated"]?.asBool == true
    let words = documentation(
      node["description"]?.text ?? node["summary"]?.text, title: node["title"]?.text,
      isDeprecated: isDeprecated)
    if words.summary != nil {
      schema.documentation.summary = words.summary
      schema.documentation.details = words.details
    }
    if isDeprecated { schema.documentation.deprecation = words.deprecation }
    if node["nullable"]?.asBool == true || node["x-nullable"]?.asBool == true { schema.isNullable = true }
    if schema.reference != nil, let type = node["type"],
      (type.items ?? [type]).contains(where: { $0.text == JSONType.null.rawValue })
    {
      schema.isNullable = true
    }
    if schema.reference != nil {
      for keyword in ["anyOf", "oneOf"] where value[keyword]?.items.contains(where: isNull) == true {
        schema.isNullable = true
      }
    }
    let (isReadOnly, isWriteOnly) = (node["readOnly"]?.asBool == true, node["writeOnly"]?.asBool == true)
    // A property with both would exist in neither direction.
    if isReadOnly, !isWriteOnly { schema.isReadOnly = true }
    if isWriteOnly, !isReadOnly { schema.isWriteOnly = true }
    if let value = node["default"].flatMap({ written($0, of: schema) }) { schema.defaultValue = value }
    let examples = (node["examples"]?.items ?? node["example"].map { [$0] } ?? []).compactMap {
      written($0, of: schema)
    }
    if !examples.isEmpty { schema.examples = examples }
  }
}
