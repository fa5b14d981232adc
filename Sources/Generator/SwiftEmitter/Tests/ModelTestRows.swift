import APIModel
import SchemaValues

/// The rows of a module's tables of models: JSON that each accepts, and changes that break its constraints.
struct ModelTestRows {
  struct Row {
    /// The model's name.
    var name: String
    /// The model's type, or its schema.
    var type: String
    /// The file of its type, which gives the tests' file its name.
    var file: String
    /// The spec file that describes it.
    var source: String
    var examples: [Literal]
    var breaches: [ViolationSample]
  }

  /// A model without a known valid value.
  struct Untested {
    var name: String
    var file: String
  }

  let module: Module
  let names: TypeNames
  let fileNames: FileNames
  let samples: SampleMaker

  /// The rows, and the models without a known valid value.
  func rows() -> (rows: [Row], untested: [Untested]) {
    var rows: [Row] = []
    var untested: [Untested] = []
    func add(
      _ name: String, _ type: String, _ schema: Schema, named: String? = nil, at source: Name,
      in file: String, examples: [Literal]? = nil
    ) {
      let examples = examples ?? self.examples(of: schema, hint: source.text)
      guard let first = examples.first else {
        untested.append(Untested(name: name, file: file))
        return
      }
      let breaches = ViolationFinder.violations(of: first, by: schema, named: named, samples.checker) {
        hasOwnRow($0)
      }
      rows.append(
        Row(
          name: name, type: type, file: file, source: source.span.file, examples: examples, breaches: breaches
        ))
    }
    for definition in module.schemas where !names.parts.contains(definition.name.text) {
      guard let kind = names.kind(of: definition.name.text) else { continue }
      // Their validators check more than the representation contains.
      guard definition.source == nil, definition.schema.validators.isEmpty else { continue }
      add(
        kind.name, expression(kind, of: definition), definition.schema, named: definition.name.text,
        at: definition.name,
        in: fileNames.file(of: definition))
    }
    for slice in module.slices {
      let type = names.common.type(slice.name.text)
      add(
        type, metatype(type), SliceContent(slice, names.index).schema, at: slice.name,
        in: fileNames.file(ofSpec: slice.name.span.file))
    }
    let envelopes = EnvelopeNames(module)
    for envelope in module.envelopes where envelopes.isUsed(envelope) {
      let type = envelopes.name(envelope.name.text)
      let failure = ResponseSamples(samples).failure(envelope, nil)
      let values = examples(of: envelope.schema, hint: envelope.name.text) + [failure].compactMap(\.self)
      add(
        type, metatype(type), envelope.schema, at: envelope.name, in: fileNames.client,
        examples: values.unique)
    }
    return (rows, untested)
  }

  private func expression(_ kind: TypeNames.Kind, of definition: NamedSchema) -> String {
    switch kind {
    case .type(let name): metatype(name)
    case .alias(let alias): (coder(of: definition) ?? metatype(alias.name)) + (constraint(of: alias) ?? "")
    }
  }

  /// The coder of an alias; nil if its type says how values are read. A user's type has tests of its own.
  private func coder(of definition: NamedSchema) -> String? {
    if definition.schema.ownType != nil { return "JSON.self" }
    var lowering = SchemaLowering(names: names, namesOnly: true)
    var schema = Schema(span: definition.name.span)
    schema.reference = definition.name
    let use = lowering.unconstrainedUse(schema, in: Place(name: definition.name.text))
    return use.coder.map { $0.imports.own.isEmpty ? $0.metatype.text : "JSON.self" }
  }

  private func constraint(of alias: TypeNames.Alias) -> String? {
    guard alias.isConstrained else { return nil }
    return ", satisfying: \(module.name.text).\(alias.constraints).\(SwiftName.escaped(alias.constraintName))"
  }

  private func metatype(_ name: String) -> String { "\(module.name.text).\(SwiftName.escaped(name)).self" }

  private func hasOwnRow(_ name: String) -> Bool {
    if case .type = names.kind(of: name) { true } else { false }
  }

  /// The spec's examples, and made-up values: one with all properties, and one with as few as possible.
  private func examples(of schema: Schema, hint: String) -> [Literal] {
    // Where null is meant, the type's users have an optional.
    var schema = schema
    schema.isNullable = false
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
    return values.unique.filter { $0 != .null || schema.types == [.null] }
  }
}

extension [Literal] {
  /// Each value once.
  var unique: [Literal] {
    var unique: [Literal] = []
    for value in self where !unique.contains(where: value.isEqual) { unique.append(value) }
    return unique
  }
}
