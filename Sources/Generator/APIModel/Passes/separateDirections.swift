import Diagnostics

extension API {
  /// Removes read-only properties from requests, and write-only ones from responses.
  ///
  /// A schema that is used in both directions, and differs between them, becomes two. The one for requests has
  /// `Input` at the end of its name. So each type has exactly the properties of its values, and none is optional
  /// because of the other direction. A module without endpoints has no directions and stays unchanged.
  public func separatingDirections(into sink: inout DiagnosticSink) -> API {
    var api = self
    for position in api.modules.indices where api.modules[position].hasDirections {
      api.modules[position].separateDirections(into: &sink)
    }
    return api
  }
}

extension Module {
  fileprivate var hasDirections: Bool {
    (!endpoints.isEmpty || webhooks != nil)
      && (schemas.map(\.schema) + inputs + outputs).contains {
        $0.contains { $0.isReadOnly || $0.isWriteOnly }
      }
  }

  /// The schemas of requests.
  public var inputs: [Schema] {
    clientParameters.map(\.schema)
      + endpoints.flatMap { $0.parameters.map(\.schema) + ($0.body?.schemas ?? []) }
  }

  /// The schemas of responses.
  private var outputs: [Schema] {
    endpoints.flatMap(\.responseSchemas) + envelopes.map(\.schema) + failures.compactMap(\.payload.schema)
      + webhookSchemas
  }

  fileprivate mutating func separateDirections(into sink: inout DiagnosticSink) {
    let uses = DirectionUses(
      of: schemas, inputs: inputs, outputs: outputs, outputNames: slices.map(\.base.text))
    var known = Dictionary(schemas.map { ($0.name.text, $0.name) }) { first, _ in first }
    let both = schemas.filter { uses.differing.contains($0.name.text) && uses.isUsedBothWays($0.name.text) }
    var names: [String: String] = [:]
    for schema in both {
      let name = origin == .document ? freeName(schema.name.text, known) : schema.name.text + "Input"
      if let other = known[name] {
        sink.error(
          .nameCollision,
          "requests send '\(schema.name.text)' without its read-only properties, or responses lack its write-only ones, so "
            + "it needs a second type, '\(name)', but there is a schema of that name; rename one of them",
          at: schema.name.span, notes: [.init("the other schema is here", at: other.span)])
      }
      names[schema.name.text] = name
      if origin == .document { known[name] = schema.name }
    }
    let index = SchemaIndex(schemas)
    let protected = protectedProperties(in: index)
    let input = DirectionFilter(direction: .input, names: names, index: index, protected: protected)
    let output = DirectionFilter(direction: .output, names: [:], index: index, protected: protected)

    for position in endpoints.indices {
      for parameter in endpoints[position].parameters.indices {
        endpoints[position].parameters[parameter].schema = input.filtered(
          endpoints[position].parameters[parameter].schema)
      }
      if let schemas = endpoints[position].body?.schemas {
        endpoints[position].body?.schemas = schemas.map { input.filtered($0) }
      }
      endpoints[position].changeResponseSchemas { $0 = output.filtered($0) }
    }
    for position in clientParameters.indices {
      clientParameters[position].schema = input.filtered(clientParameters[position].schema)
    }
    for position in envelopes.indices {
      envelopes[position].schema = output.filtered(envelopes[position].schema)
    }
    for position in failures.indices {
      failures[position].payload.changeSchema { $0 = output.filtered($0) }
    }
    changeWebhookSchemas { $0 = output.filtered($0) }
    let before = reachableSchemas()
    schemas = schemas.flatMap { schema -> [NamedSchema] in
      let name = schema.name.text
      guard uses.differing.contains(name) else { return [schema] }
      switch (uses.inputs.contains(name), uses.outputs.contains(name)) {
      case (true, true): return [output.filtered(schema), input.filtered(schema)]
      case (true, false): return [input.filtered(schema)]
      case (false, true): return [output.filtered(schema)]
      case (false, false): return [schema]
      }
    }
    // Removes schemas that only removed properties referred to.
    let after = reachableSchemas()
    schemas.removeAll { before.contains($0.name.text) && !after.contains($0.name.text) }
  }

  /// An unused name for a second type. The names of a document aren't the user's to change.
  private func freeName(_ name: String, _ known: [String: Name]) -> String {
    let usual = name + "Input"
    var candidate = usual
    var number = 2
    while known[candidate] != nil {
      candidate = "\(usual)\(number)"
      number += 1
    }
    return candidate
  }

  /// The properties that distinguish the alternatives of unions, by the alternatives' names. They are kept in both
  /// directions.
  private func protectedProperties(in index: SchemaIndex) -> [String: Set<String>] {
    var protected: [String: Set<String>] = [:]
    func protect(_ schema: Schema, _ property: String) {
      for name in ([schema] + schema.allOf).compactMap(\.reference?.text) {
        guard protected[name, default: []].insert(property).inserted, let target = index[name] else {
          continue
        }
        protect(target, property)
      }
    }
    for schema in schemas.map(\.schema) + inputs + outputs {
      schema.visitAll { union in
        guard case .union = index.shape(of: union),
          let property = index.forms(ofUnion: union).discriminator
        else { return }
        for alternative in union.oneOf + union.anyOf { protect(alternative, property) }
      }
    }
    return protected
  }
}

/// Which named schemas requests use, which ones responses use, and which ones have read-only or write-only properties.
private struct DirectionUses {
  private(set) var inputs: Set<String> = []
  private(set) var outputs: Set<String> = []
  private(set) var differing: Set<String> = []

  init(of schemas: [NamedSchema], inputs: [Schema], outputs: [Schema], outputNames: [String]) {
    let references = Dictionary(
      schemas.map { ($0.name.text, $0.schema.references) }, uniquingKeysWith: { first, _ in first })
    func reached(_ names: [String]) -> Set<String> {
      var pending = names
      var reached: Set<String> = []
      while let name = pending.popLast() {
        if reached.insert(name).inserted { pending += references[name] ?? [] }
      }
      return reached
    }
    self.inputs = reached(inputs.flatMap(\.references))
    self.outputs = reached(outputs.flatMap(\.references) + outputNames)
    var users: [String: [String]] = [:]
    for (name, targets) in references { for target in targets { users[target, default: []].append(name) } }
    let index = SchemaIndex(schemas)
    var pending = schemas.filter { named in
      named.schema.contains { $0.object.properties.contains { index.isOfOneDirection($0.schema) } }
    }.map(\.name.text)
    while let name = pending.popLast() {
      if differing.insert(name).inserted { pending += users[name] ?? [] }
    }
  }

  func isUsedBothWays(_ name: String) -> Bool { inputs.contains(name) && outputs.contains(name) }
}

extension SchemaIndex {
  fileprivate func isOfOneDirection(_ schema: Schema) -> Bool {
    isReadOnly(schema) || isWriteOnly(schema)
  }

  /// Whether a property's schema, or one that it refers to, is read-only.
  func isReadOnly(_ schema: Schema) -> Bool { chain(schema) { $0.isReadOnly } }

  /// Whether a property's schema, or one that it refers to, is write-only.
  func isWriteOnly(_ schema: Schema) -> Bool { chain(schema) { $0.isWriteOnly } }

  private func chain(_ schema: Schema, contains condition: (Schema) -> Bool) -> Bool {
    var schema = schema
    var seen: Set<String> = []
    while true {
      if condition(schema) { return true }
      guard let reference = schema.reference?.text, seen.insert(reference).inserted,
        let target = self[reference]
      else { return false }
      schema = target
    }
  }
}
