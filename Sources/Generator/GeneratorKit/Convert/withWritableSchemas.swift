import APIModel
import Diagnostics
import SchemaValues
import SpecReader

extension Module {
  /// The module with schemas that the spec language accepts. What has to be left out is reported.
  func withWritableSchemas(into sink: inout DiagnosticSink) -> Module {
    var module = self
    let writable = WritableSchemas(self)
    for position in module.endpoints.indices {
      for parameter in module.endpoints[position].parameters.indices {
        writable.makeRequired(&module.endpoints[position].parameters[parameter].schema)
      }
    }
    module.changeSchemas { $0 = writable.changed($0, into: &sink) }
    return module
  }
}

/// What the spec language demands of schemas, and documents don't.
private struct WritableSchemas {
  private let index: SchemaIndex
  private let checker: ValueChecker

  init(_ module: Module) {
    index = SchemaIndex(module)
    checker = ValueChecker(index)
  }

  /// Removes null from a parameter, which can't be sent. A named schema that allows it is written here once more.
  func makeRequired(_ schema: inout Schema) {
    let resolved = index.resolved(schema)
    guard resolved.isNullable else { return }
    if schema.reference != nil {
      var own = resolved.schema
      own.title = schema.title ?? own.title
      if schema.documentation != Documentation() { own.documentation = schema.documentation }
      own.defaultValue = schema.defaultValue ?? own.defaultValue
      own.swiftName = schema.swiftName
      own.isSecret = own.isSecret || schema.isSecret
      schema = own
    }
    schema.isNullable = false
  }

  /// The schema, and what it consists of, without what the language refuses.
  func changed(_ schema: Schema, into sink: inout DiagnosticSink) -> Schema {
    var schema = schema.mappingChildren { changed($0, into: &sink) }
    // Beyond what the document's own schemas demand, an example has no keys that nothing describes.
    let whole = schema
    var problem: String?
    schema.examples.removeAll { example in
      guard let violations = checker.violations(ofExample: example, by: whole, isWritten: true) else {
        problem = problem ?? "; checking \(Self.text(example)) takes too much work"
        return true
      }
      guard let first = violations.first else { return false }
      let place = first.path.isEmpty ? "" : "\(abbreviate(first.path.text)): "
      problem =
        problem
        ?? "; \(Self.text(example)) isn't one: \(place)\(abbreviate(first.message)) [\(first.keyword)]"
      return true
    }
    let (kept, all) = (schema.examples.count, whole.examples.count)
    if kept < all {
      let which =
        switch (all - kept, all) {
        case (1, 1): "this one is"
        case (all, _): "these \(all) are"
        case (1, _): "one of these \(all) is"
        default: "\(all - kept) of these \(all) are"
        }
      sink.warning(
        .leftOut,
        "the spec language has no examples that aren't values of their schema, so \(which) left out\(problem ?? "")",
        at: schema.span)
    }
    dropWrongDefault(of: &schema, into: &sink)
    mapUnions(in: &schema, into: &sink)
    mapUndeclared(in: &schema, into: &sink)
    return schema
  }

  /// An example, on one line.
  private static func text(_ example: Literal) -> String {
    "'\(abbreviate(SpecPrinter.line(SchemaWriter.literal(example)) ?? ""))'"
  }

  private func dropWrongDefault(of schema: inout Schema, into sink: inout DiagnosticSink) {
    guard let value = schema.defaultValue, value != .null, let problem = problem(ofDefault: value, of: schema)
    else { return }
    schema.defaultValue = nil
    sink.warning(
      .leftOut,
      "the spec language has no default that its own schema refuses, so this one is left out: \(problem)",
      at: schema.span)
  }

  /// Why the language refuses a default; nil if it doesn't.
  private func problem(ofDefault value: Literal, of schema: Schema) -> String? {
    let resolved = index.resolved(schema).schema
    if let enumeration = resolved.enumeration {
      return enumeration.cases.contains { $0.value == value } ? nil : "the enumeration doesn't have it"
    }
    let isUnion = !(resolved.oneOf + resolved.anyOf).isEmpty
    let violations =
      isUnion
      ? checker.violations(ofExample: checker.fitted(value, to: schema), by: schema, isWritten: true)
      : checker.violations(of: value, by: schema)
    let refused = violations?.first {
      isUnion || $0.path.isEmpty && ["type", "const", "minimum", "maximum"].contains($0.keyword)
    }
    return refused.map { "\(abbreviate($0.message)) [\($0.keyword)]" }
  }

  /// Names the values of a discriminator that lead to an alternative which is itself a union: its name isn't one.
  private func mapUnions(in schema: inout Schema, into sink: inout DiagnosticSink) {
    guard let discriminator = schema.discriminator else { return }
    let alternatives = schema.oneOf + schema.anyOf
    let mapped = Set(discriminator.mapping.map(\.schema.text))
    let hasUnmappedUnion = alternatives.contains { alternative in
      let inner = index.resolved(alternative).schema
      return (inner.oneOf + inner.anyOf).count { $0.types != [.null] } > 1
        && alternative.reference.map { mapped.contains($0.text) } != true
    }
    guard hasUnmappedUnion else { return }
    let forms = index.forms(ofUnion: schema)
    var mapping: [Discriminator.Mapping] = []
    for (alternative, form) in zip(alternatives, forms.forms) {
      switch form {
      case .tags(let values):
        guard let name = alternative.reference else { return dropDiscriminator(of: &schema, into: &sink) }
        mapping += values.map { .init(value: Name($0, span: name.span), schema: name) }
      case .types: continue
      case .keys: return dropDiscriminator(of: &schema, into: &sink)
      }
    }
    guard Set(mapping.map(\.value.text)).count == mapping.count else {
      return dropDiscriminator(of: &schema, into: &sink)
    }
    schema.discriminator?.mapping = mapping
  }

  /// Names the values of a discriminator that lead to alternatives which don't describe it: the language takes a property that
  /// none describes for a mistake.
  private func mapUndeclared(in schema: inout Schema, into sink: inout DiagnosticSink) {
    guard let discriminator = schema.discriminator else { return }
    let property = discriminator.property.text
    let alternatives = schema.oneOf + schema.anyOf
    let mapped = Set(discriminator.mapping.map(\.schema.text))
    let objects = alternatives.map { ValueTypes(of: $0, in: index).mayBeObject }
    guard objects.contains(true) else {
      sink.warning(
        .leftOut,
        "in the spec language, only unions of objects have a discriminator, so '\(abbreviate(property))' is left out",
        at: discriminator.property.span)
      schema.discriminator = nil
      return
    }
    var mapping = discriminator.mapping
    for (position, form) in index.forms(ofUnion: schema).forms.enumerated() where objects[position] {
      let alternative = alternatives[position]
      guard alternative.reference.map({ mapped.contains($0.text) }) != true,
        !describes(property, alternative)
      else { continue }
      guard case .tags(let values) = form, let name = alternative.reference else {
        return dropDiscriminator(of: &schema, into: &sink)
      }
      mapping += values.map { .init(value: Name($0, span: name.span), schema: name) }
    }
    schema.discriminator?.mapping = mapping
  }

  /// Whether a schema, or one that it consists of, has a property.
  private func describes(_ property: String, _ schema: Schema) -> Bool {
    var (worklist, seen) = ([schema], Set<String>())
    while let next = worklist.popLast() {
      if next.object.properties.contains(where: { $0.name.text == property }) { return true }
      if let reference = next.reference, seen.insert(reference.text).inserted,
        let target = index[reference.text]
      {
        worklist.append(target)
      }
      worklist += next.allOf + next.anyOf + next.oneOf
    }
    return false
  }

  private func dropDiscriminator(of schema: inout Schema, into sink: inout DiagnosticSink) {
    sink.warning(
      .leftOut,
      "in the spec language, the values of '\(schema.discriminator?.property.text ?? "")' don't tell apart alternatives that are "
        + "unions themselves or don't describe it, so these are told apart by their properties",
      at: schema.span)
    schema.discriminator = nil
  }
}
