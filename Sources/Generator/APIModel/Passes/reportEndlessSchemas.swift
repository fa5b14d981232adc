import Diagnostics

extension API {
  /// Reports named schemas whose values would have to contain further ones without end, so that there is none:
  /// `A: {properties: {a: A}}`.
  ///
  /// This is an error in a spec, and a warning in a document, which may not be the user's to change.
  public func reportEndlessSchemas(into sink: inout DiagnosticSink) {
    var reported: Set<SourceSpan> = []
    for module in modules {
      let circles = EndlessSearch(module.schemas).circles()
      guard !circles.isEmpty else { continue }
      let index = SchemaIndex(module)
      let schemas = Dictionary(module.schemas.map { ($0.name.text, $0) }) { first, _ in first }
      for circle in circles {
        guard let schema = circle.first.flatMap({ schemas[$0.name] }),
          reported.insert(schema.name.span).inserted
        else { continue }
        let isOfDocument = module.isForeign || schema.source != nil
        sink.append(
          Diagnostic(
            isOfDocument ? .warning : .error, .endlessSchema, message(circle, index), at: schema.name.span))
      }
    }
  }

  private func message(_ circle: [EndlessSearch.Link], _ index: SchemaIndex) -> String {
    let names = circle.map { index.specName($0.name) }
    let hops = zip(names, circle).prefix(8).map { name, link in name + link.steps.map(\.text).joined() }
    let words = hops + (circle.count > 8 ? ["…"] : []) + names.prefix(1)
    let steps = circle.flatMap(\.steps)
    let properties = steps.compactMap(\.property)
    let remedy =
      switch properties.count {
      case 0 where steps.allSatisfy(\.isPosition): "make an element of the tuple nullable"
      case 0: "allow an empty list or map"
      case 1: "make '\(properties[0])' optional or nullable"
      default: "make one of these properties optional or nullable"
      }
    return "a value of '\(names.first ?? "")' would have to contain another one without end "
      + "(\(words.joined(separator: " → "))), so there is none; \(remedy)"
  }
}

/// Finds schemas that have no finite value. A schema has one if all that its values must contain have one.
private struct EndlessSearch {
  /// What a value must contain.
  enum Step {
    case property(String)
    case element
    /// An element of a tuple, which is always there.
    case position
    case member

    var text: String {
      switch self {
      case .property(let name): "." + name
      case .element, .position: "[]"
      case .member: "{}"
      }
    }

    var isPosition: Bool { if case .position = self { true } else { false } }
    var property: String? { if case .property(let name) = self { name } else { nil } }
  }

  /// A schema, and the steps to the next one in a circle.
  struct Link {
    var name: String
    var steps: [Step]
  }

  /// A named schema that isn't known to have a value.
  private struct Blocker {
    var name: String
    var steps: [Step]
  }

  private let order: [String]
  private let index: SchemaIndex
  private var ending: Set<String> = []
  /// The schemas to look at again when a schema turns out to have a value.
  private var waiting: [String: [String]] = [:]

  init(_ schemas: [NamedSchema]) {
    order = schemas.map(\.name.text)
    index = SchemaIndex(schemas)
    var pending = order
    while let name = pending.popLast() {
      guard !ending.contains(name), let schema = index[name] else { continue }
      let blockers = blockers(of: schema)
      for blocker in blockers { waiting[blocker.name, default: []].append(name) }
      guard blockers.isEmpty else { continue }
      ending.insert(name)
      pending += waiting.removeValue(forKey: name) ?? []
    }
  }

  /// The circles that keep schemas from having values, each once, from its first schema in the source.
  func circles() -> [[Link]] {
    let positions = Dictionary(zip(order, order.indices)) { first, _ in first }
    var found: [[Link]] = []
    var visited: Set<String> = []
    for start in order where !ending.contains(start) {
      var path: [Link] = []
      var next = start
      while visited.insert(next).inserted, let schema = index[next], let blocker = blockers(of: schema).first
      {
        path.append(Link(name: next, steps: blocker.steps))
        next = blocker.name
      }
      guard let begin = path.firstIndex(where: { $0.name == next }) else { continue }
      let circle = path[begin...]
      let first = circle.indices.min {
        positions[circle[$0].name, default: 0] < positions[circle[$1].name, default: 0]
      }
      found.append(Array(circle[(first ?? begin)...] + circle[..<(first ?? begin)]))
    }
    return found
  }

  /// The schemas that keep this one from having a value: it has none until one of these has. Empty if it has one.
  private func blockers(of schema: Schema) -> [Blocker] {
    guard !schema.isNullable, schema.const == nil, schema.enumeration == nil, !schema.isNever else {
      return []
    }
    if let name = schema.reference?.text, index[name] != nil, !ending.contains(name) {
      return [Blocker(name: name, steps: [])]
    }
    for part in schema.allOf {
      let blockers = blockers(of: part)
      if !blockers.isEmpty { return blockers }
    }
    // An open union reads any value: as `unknown`, if it is none of the alternatives.
    if case .union = index.shape(of: schema), schema.isOpen ?? true { return partBlockers(of: schema) }
    for alternatives in [schema.oneOf, schema.anyOf] where !alternatives.isEmpty {
      let blockers = alternatives.map(blockers)
      if !blockers.contains(where: \.isEmpty) { return Array(blockers.joined()) }
    }
    return partBlockers(of: schema)
  }

  /// The blockers of the parts that each value has.
  private func partBlockers(of schema: Schema) -> [Blocker] {
    for property in requiredProperties(of: schema) {
      let blockers = blockers(of: property.schema, below: .property(property.name.text))
      if !blockers.isEmpty { return blockers }
    }
    if case .tuple = index.shape(of: schema) {
      for element in schema.array.prefixItems {
        let blockers = blockers(of: element, below: .position)
        if !blockers.isEmpty { return blockers }
      }
    }
    if schema.counts[.minItems, default: 0] > 0, let items = schema[.items] {
      return blockers(of: items, below: .element)
    }
    if schema.counts[.minProperties, default: 0] > 0, schema.object.properties.isEmpty,
      schema.object.patternProperties.isEmpty, let members = schema[.additionalProperties]
    {
      return blockers(of: members, below: .member)
    }
    return []
  }

  private func blockers(of part: Schema, below step: Step) -> [Blocker] {
    blockers(of: part).map { Blocker(name: $0.name, steps: [step] + $0.steps) }
  }

  private func requiredProperties(of schema: Schema) -> [Schema.Property] {
    let own = schema.object.properties.filter(\.isRequired)
    guard !schema.object.requiredOthers.isEmpty, let whole = index.flattenedObject(schema) else { return own }
    return own + schema.object.requiredOthers.compactMap(whole.property)
  }
}
