import APIModel

/// How far an inferred spec agrees with a written one, field by field.
struct Agreement {
  enum Mistake: String, CaseIterable {
    case type, enumeration, map, optional, null
  }

  private(set) var fields = 0
  private(set) var mistakes: [Mistake: Int] = [:]
  /// Fields of which only null or empty lists were seen.
  private(set) var undecided = 0
  /// Fields that the written spec doesn't have.
  private(set) var foreign = 0
  private(set) var list: [String] = []
  private var seen: Set<String> = []
  private let inferred: ReadSpec
  private let written: ReadSpec

  init(inferred: ReadSpec, written: ReadSpec) {
    (self.inferred, self.written) = (inferred, written)
    for (path, schema) in inferred.payloads.sorted(by: { $0.key < $1.key }) {
      if let other = written.payload(at: path) { compare(schema, other, at: path) }
    }
  }

  /// The share of fields whose type is right, of those that could be told.
  var share: Double {
    let wrong = [Mistake.type, .enumeration, .map].reduce(0) { $0 + (mistakes[$1] ?? 0) }
    return fields == 0 ? 0 : 1 - Double(wrong) / Double(fields)
  }

  var text: String {
    let counts = Mistake.allCases.map { "\($0.rawValue) \(mistakes[$0] ?? 0)" }.joined(separator: ", ")
    let percent = (share * 1000).rounded() / 10
    return "  \(fields) fields; types agree: \(percent) %\n  mistakes: \(counts)\n"
      + "  not counted: \(undecided) of which only null or empty lists were seen, \(foreign) that the written spec doesn't have"
  }

  private struct Resolved {
    var schema: Schema
    var isNullable: Bool
    var name: String
  }

  private func resolve(_ schema: Schema, _ spec: ReadSpec) -> Resolved {
    var result = Resolved(schema: schema, isNullable: schema.isNullable, name: "")
    for _ in 0..<64 {
      guard let name = result.schema.reference?.text, let next = spec.index[name] else { break }
      result.name = name
      result.isNullable = result.isNullable || next.isNullable
      result.schema = next
    }
    return result
  }

  private func properties(_ schema: Schema, _ spec: ReadSpec) -> [Schema.Property] {
    schema.object.properties + schema.allOf.flatMap { properties(resolve($0, spec).schema, spec) }
  }

  private func kind(_ schema: Schema, _ spec: ReadSpec) -> String {
    if !properties(schema, spec).isEmpty { return "object" }
    if schema.enumeration != nil { return "enumeration of \(schema.types.first?.rawValue ?? "string")" }
    if !schema.oneOf.isEmpty || !schema.anyOf.isEmpty { return "union" }
    if schema[.additionalProperties] != nil { return "map" }
    if schema[.items] != nil { return "list" }
    let type = schema.types.first?.rawValue ?? "any"
    switch schema.format {
    case nil, .int32?, .int64?, .uint32?, .uint64?, .float?, .double?, .decimal?, .other?: return type
    case .empty?: return "map"
    case let format?: return "\(format)"
    }
  }

  private mutating func fail(_ mistake: Mistake, _ place: String, _ ours: String, _ theirs: String) {
    mistakes[mistake, default: 0] += 1
    list.append("\(mistake.rawValue): \(place): inferred \(ours), written \(theirs)")
  }

  private mutating func compare(_ schema: Schema, _ other: Schema, at place: String) {
    let (one, two) = (resolve(schema, inferred), resolve(other, written))
    let (ours, theirs) = (kind(one.schema, inferred), kind(two.schema, written))
    switch (ours, theirs) {
    case ("object", "object"):
      guard
        seen.insert("\(one.name.isEmpty ? place : one.name) \(two.name.isEmpty ? place : two.name)").inserted
      else { return }
      let known = properties(two.schema, written)
      for property in properties(one.schema, inferred) {
        let name = property.name.text
        guard let match = known.first(where: { $0.name.text == name }) else {
          foreign += 1
          continue
        }
        compare(property, match, at: "\(place).\(name)")
      }
    case ("map", "map"):
      if let inner = one.schema[.additionalProperties], let match = two.schema[.additionalProperties] {
        compare(inner, match, at: "\(place){}")
      }
    case ("list", "list"):
      if let inner = one.schema[.items], let match = two.schema[.items] {
        compare(inner, match, at: "\(place)[]")
      }
    default: break
    }
  }

  private mutating func compare(_ property: Schema.Property, _ other: Schema.Property, at place: String) {
    let (one, two) = (resolve(property.schema, inferred), resolve(other.schema, written))
    let (ours, theirs) = (deepKind(one.schema, inferred), deepKind(two.schema, written))
    // Nothing can be known of a field that was always null, or always empty.
    guard !ours.contains("any") || theirs.contains("any") else {
      undecided += 1
      return
    }
    fields += 1
    if ours != theirs {
      let isMap = ours.hasPrefix("map") != theirs.hasPrefix("map") && (ours + theirs).contains("object")
      let isEnumeration = ours.contains("enumeration") != theirs.contains("enumeration")
      fail(isMap ? .map : isEnumeration ? .enumeration : .type, place, ours, theirs)
    }
    // What is sent on request only, or is deprecated, may be absent whatever the spec says.
    if !other.isExtra, other.schema.documentation.deprecation == nil, property.isRequired != other.isRequired
    {
      fail(
        .optional, place, property.isRequired ? "required" : "optional",
        other.isRequired ? "required" : "optional")
    }
    if one.isNullable != two.isNullable {
      fail(
        .null, place, one.isNullable ? "may be null" : "never null",
        two.isNullable ? "may be null" : "never null")
    }
    compare(property.schema, other.schema, at: place)
  }

  /// The type with those of elements: `list of integer`.
  private func deepKind(_ schema: Schema, _ spec: ReadSpec) -> String {
    let own = kind(schema, spec)
    if own == "list", let inner = schema[.items] {
      return "list of \(deepKind(resolve(inner, spec).schema, spec))"
    }
    if own == "map" {
      guard let inner = schema[.additionalProperties] else { return "map of any" }
      return "map of \(deepKind(resolve(inner, spec).schema, spec))"
    }
    return own
  }
}
