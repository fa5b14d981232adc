import APIModel
import SchemaValues

/// The rows of a module's table of models: JSON that each accepts, and changes that break its constraints.
struct ModelTestRows {
  struct Row {
    /// The model's name.
    var name: String
    /// The model's type, or its schema.
    var type: String
    var examples: [Literal]
    var breaches: [ViolationSample]
  }

  let module: Module
  let names: TypeNames
  let samples: SampleMaker

  /// The rows, and the models without a known valid value.
  func rows() -> (rows: [Row], untested: [String]) {
    var rows: [Row] = []
    var untested: [String] = []
    for definition in module.schemas where !names.parts.contains(definition.name.text) {
      guard let kind = names.kind(of: definition.name.text) else { continue }
      // Their validators check more than the representation contains.
      guard definition.source == nil, definition.schema.validators.isEmpty else { continue }
      let examples = self.examples(of: definition.schema, hint: definition.name.text)
      guard let first = examples.first else {
        untested.append(kind.name)
        continue
      }
      let type =
        switch kind {
        case .type(let name): "\(module.name.text).\(SwiftName.escaped(name)).self"
        case .alias(let alias):
          "\(module.name.text).\(names.common.schemas).\(SwiftName.escaped(alias.schemaName))"
        }
      rows.append(
        Row(
          name: kind.name, type: type, examples: examples,
          breaches: ViolationFinder.violations(of: first, by: definition.schema, samples.checker) {
            hasOwnRow($0)
          }))
    }
    return (rows, untested)
  }

  private func hasOwnRow(_ name: String) -> Bool {
    if case .type = names.kind(of: name) { true } else { false }
  }

  /// The spec's examples, and made-up values: one with all properties, and one with as few as possible.
  private func examples(of schema: Schema, hint: String) -> [Literal] {
    let checker = samples.checker
    var values = schema.examples.filter { checker.isAccepted($0, schema) }.map {
      checker.canonical($0, schema)
    }
    if values.isEmpty, let full = samples.sample(of: schema, hint: hint) { values.append(full) }
    if let minimal = samples.sample(of: schema, .minimal, hint: hint) { values.append(minimal) }
    if case .union = checker.index.shape(of: schema) {
      for variant in 1..<min(max((schema.oneOf + schema.anyOf).count, 1), 16) {
        if let value = samples.sample(of: schema, hint: hint, variant: variant) { values.append(value) }
      }
    }
    var unique: [Literal] = []
    for value in values where !unique.contains(where: value.isEqual) { unique.append(value) }
    return unique
  }
}
