import Foundation
import WGNAPIFormats
import WGNAPIGenerated
import WGNAPIPages
import WGNAPIRuntime
import WGNAPISchema

/// Maps JSON Schema documents to `JSONSchema`, keyword by keyword, with all references between the documents given.
final class SuiteSchemas: @unchecked Sendable {
  /// What refers to something that is not there, or cannot be said.
  private(set) var problems: [String] = []
  private var resources: [String: Resource] = [:]
  private var schemas: [String: JSONSchema] = [:]
  private var waiting: [Place] = []

  /// A schema resource: what `$id` names.
  private final class Resource: @unchecked Sendable {
    let uri: String
    let json: JSON
    var anchors: [String: String] = [:]
    var dynamicAnchors: [String: String] = [:]

    init(uri: String, json: JSON) {
      self.uri = uri
      self.json = json
    }
  }

  /// A schema within a resource.
  private struct Place: Sendable {
    let resource: Resource
    let pointer: String
    let json: JSON
    var key: String { resource.uri + "#" + pointer }
  }

  func add(_ json: JSON, uri: String) {
    index(json, Resource(uri: uri, json: json), "", isRoot: true)
    // A document is found by where it was got from, too.
    if resources[uri] == nil, let id = json["$id"]?.string {
      resources[uri] = resources[Self.resolve(id, uri).uri]
    }
  }

  /// The schema of a document that was added; nil if it says something that cannot be said here.
  func schema(of uri: String) -> JSONSchema? {
    guard let resource = resources[uri] else { return nil }
    let root = schema(at: Place(resource: resource, pointer: "", json: resource.json))
    while let place = waiting.popLast() { _ = schema(at: place) }
    return problems.isEmpty ? root : nil
  }

  // MARK: Identifiers

  private static let single = [
    "items", "contains", "unevaluatedItems", "additionalProperties", "propertyNames", "unevaluatedProperties",
    "not",
    "if", "then", "else",
  ]
  private static let lists = ["prefixItems", "allOf", "anyOf", "oneOf"]
  private static let maps = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"]

  private func index(_ json: JSON, _ resource: Resource, _ pointer: String, isRoot: Bool = false) {
    var (resource, pointer) = (resource, pointer)
    if let id = json["$id"]?.string {
      let uri = Self.resolve(id, resource.uri).uri
      resource = Resource(uri: uri, json: json)
      pointer = ""
      resources[uri] = resource
    }
    if isRoot, resources[resource.uri] == nil { resources[resource.uri] = resource }
    if let anchor = json["$anchor"]?.string { resource.anchors[anchor] = pointer }
    if let anchor = json["$dynamicAnchor"]?.string {
      resource.anchors[anchor] = pointer
      resource.dynamicAnchors[anchor] = pointer
    }
    for key in Self.single { if let schema = json[key] { index(schema, resource, "\(pointer)/\(key)") } }
    for key in Self.lists {
      for (number, schema) in (json[key]?.array ?? []).enumerated() {
        index(schema, resource, "\(pointer)/\(key)/\(number)")
      }
    }
    for key in Self.maps {
      for (name, schema) in json[key]?.object ?? [:] {
        index(schema, resource, "\(pointer)/\(key)/\(Self.escaped(name))")
      }
    }
  }

  private static func escaped(_ key: String) -> String {
    key.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
  }

  private static func resolve(_ reference: String, _ base: String) -> (uri: String, fragment: String) {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    let fragment = parts.count > 1 ? parts[1].removingPercentEncoding ?? parts[1] : ""
    if parts[0].isEmpty { return (base, fragment) }
    if parts[0].hasPrefix("urn:") || parts[0].hasPrefix("tag:") { return (parts[0], fragment) }
    let url = URL(string: parts[0], relativeTo: URL(string: base))
    return (url?.absoluteString ?? parts[0], fragment)
  }

  private func find(_ reference: String, from resource: Resource) -> (place: Place, anchor: String?)? {
    let (uri, fragment) = Self.resolve(reference, resource.uri)
    guard let resource = resources[uri] else { return nil }
    let isAnchor = !fragment.isEmpty && !fragment.hasPrefix("/")
    guard let pointer = isAnchor ? resource.anchors[fragment] : fragment else { return nil }
    guard let place = follow(pointer, in: resource) else { return nil }
    return (place, isAnchor ? fragment : nil)
  }

  /// The place of a pointer, which may lead into a resource within the resource.
  private func follow(_ pointer: String, in resource: Resource) -> Place? {
    var place = Place(resource: resource, pointer: "", json: resource.json)
    for step in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let key = step.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
      guard let next = place.json[key] ?? Int(key).flatMap({ place.json[$0] }) else { return nil }
      place = Place(resource: place.resource, pointer: "\(place.pointer)/\(step)", json: next)
      if let id = next["$id"]?.string, let inner = resources[Self.resolve(id, place.resource.uri).uri] {
        place = Place(resource: inner, pointer: "", json: next)
      }
    }
    return place
  }

  // MARK: Keywords

  private static let dialects = [
    "https://json-schema.org/draft/2020-12/schema",
    "http://localhost:1234/draft2020-12/metaschema-optional-vocabulary.json",
  ]

  private func schema(at place: Place) -> JSONSchema {
    if let schema = schemas[place.key] { return schema }
    let schema = make(place)
    schemas[place.key] = schema
    return schema
  }

  private func make(_ place: Place) -> JSONSchema {
    if let value = place.json.bool { return JSONSchema(booleanLiteral: value) }
    if let dialect = place.json["$schema"]?.string, !Self.dialects.contains(dialect) {
      problems.append("dialect \(dialect)")
    }
    let anchors = place.resource.dynamicAnchors.compactMap {
      name, pointer -> (String, @Sendable () -> JSONSchema)? in
      guard let target = follow(pointer, in: place.resource) else { return nil }
      waiting.append(target)
      return (name, { self.schema(at: target) })
    }
    let isKnown = place.resource.uri.contains(":")
    return JSONSchema(
      at: isKnown ? place.key : nil, anchors: anchors.isEmpty ? nil : JSONSchema.DynamicAnchors(anchors),
      (place.json.object ?? [:]).flatMap { keyword($0, $1, place) })
  }

  private func child(_ place: Place, _ steps: String...) -> JSONSchema {
    let pointer = steps.map { "/" + Self.escaped($0) }.joined()
    var target = Place(resource: place.resource, pointer: place.pointer, json: place.json)
    for step in steps {
      target = Place(
        resource: place.resource, pointer: place.pointer + pointer,
        json: target.json[step] ?? Int(step).flatMap { target.json[$0] } ?? .null)
    }
    if let id = target.json["$id"]?.string, let inner = resources[Self.resolve(id, place.resource.uri).uri] {
      target = Place(resource: inner, pointer: "", json: target.json)
    }
    return schema(at: target)
  }

  private func entries(_ key: String, _ json: JSON, _ place: Place) -> JSONSchema.Entries<JSONSchema> {
    JSONSchema.Entries((json.object ?? [:]).map { (key: $0.key, value: child(place, key, $0.key)) })
  }

  private func list(_ key: String, _ json: JSON, _ place: Place) -> [JSONSchema] {
    (json.array ?? []).indices.map { child(place, key, "\($0)") }
  }

  private func reference(_ json: JSON, _ place: Place) -> (
    target: @Sendable () -> JSONSchema, anchor: String?
  )? {
    guard let text = json.string, let (target, anchor) = find(text, from: place.resource) else {
      problems.append("reference \(json)")
      return nil
    }
    waiting.append(target)
    let isDynamic = anchor != nil && target.json["$dynamicAnchor"]?.string == anchor
    return ({ self.schema(at: target) }, isDynamic ? anchor : nil)
  }

  private func keyword(_ key: String, _ json: JSON, _ place: Place) -> [JSONSchema.Keyword] {
    let count = json.number.flatMap(\.int64).map(Int.init) ?? 0
    switch key {
    case "$ref": return reference(json, place).map { [.ref($0.target)] } ?? []
    case "$dynamicRef": return reference(json, place).map { [.dynamicRef($0.anchor, $0.target)] } ?? []
    case "type": return [.type(Self.types(json))]
    case "enum": return [.enumeration(json.array ?? [])]
    case "const": return [.const(json)]
    case "minLength": return [.minLength(count)]
    case "maxLength": return [.maxLength(count)]
    case "pattern": return [.pattern(json.string ?? "")]
    case "format": return [.format(json.string ?? "")]
    case "minItems": return [.minItems(count)]
    case "maxItems": return [.maxItems(count)]
    case "minContains": return [.minContains(count)]
    case "maxContains": return [.maxContains(count)]
    case "minProperties": return [.minProperties(count)]
    case "maxProperties": return [.maxProperties(count)]
    case "uniqueItems": return [.uniqueItems(json.bool ?? false)]
    case "required": return [.required((json.array ?? []).compactMap(\.string))]
    case "dependentRequired":
      let entries = (json.object ?? [:]).map {
        (key: $0.key, value: ($0.value.array ?? []).compactMap(\.string))
      }
      return [.dependentRequired(JSONSchema.Entries(entries))]
    case "properties": return [.properties(entries(key, json, place))]
    case "patternProperties": return [.patternProperties(entries(key, json, place))]
    case "dependentSchemas": return [.dependentSchemas(entries(key, json, place))]
    case "prefixItems": return [.prefixItems(list(key, json, place))]
    case "allOf": return [.allOf(list(key, json, place))]
    case "anyOf": return [.anyOf(list(key, json, place))]
    case "oneOf": return [.oneOf(list(key, json, place))]
    default: return number(key, json) + applicator(key, place)
    }
  }

  private func number(_ key: String, _ json: JSON) -> [JSONSchema.Keyword] {
    guard let number = json.number else { return [] }
    switch key {
    case "minimum": return [.minimum(number)]
    case "maximum": return [.maximum(number)]
    case "exclusiveMinimum": return [.exclusiveMinimum(number)]
    case "exclusiveMaximum": return [.exclusiveMaximum(number)]
    case "multipleOf": return [.multipleOf(number)]
    default: return []
    }
  }

  private func applicator(_ key: String, _ place: Place) -> [JSONSchema.Keyword] {
    switch key {
    case "items": [.items(child(place, key))]
    case "contains": [.contains(child(place, key))]
    case "unevaluatedItems": [.unevaluatedItems(child(place, key))]
    case "additionalProperties": [.additionalProperties(child(place, key))]
    case "propertyNames": [.propertyNames(child(place, key))]
    case "unevaluatedProperties": [.unevaluatedProperties(child(place, key))]
    case "not": [.not(child(place, key))]
    case "if": [.if(child(place, key))]
    case "then": [.then(child(place, key))]
    case "else": [.else(child(place, key))]
    default: []
    }
  }

  private static func types(_ json: JSON) -> JSONTypes {
    let names: [String: JSONTypes] = [
      "null": .null, "boolean": .boolean, "integer": .integer, "number": .number, "string": .string,
      "array": .array, "object": .object,
    ]
    return (json.array ?? [json]).reduce(into: []) { $0.formUnion(names[$1.string ?? ""] ?? []) }
  }
}
