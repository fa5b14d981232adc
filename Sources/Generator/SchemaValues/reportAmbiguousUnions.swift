import APIModel
import Diagnostics

extension API {
  /// Notes alternatives of `oneOf` that accept a common value, which the description forbids.
  ///
  /// Clients send such a value as the case that somebody chose for it, and read it as the alternative that fits best, so
  /// this is nothing to stop for.
  public func reportAmbiguousUnions(into sink: inout DiagnosticSink) {
    for module in modules {
      let search = AmbiguitySearch(module)
      for schema in module.schemas where schema.library == nil { search.visit(schema.schema, &sink) }
      for envelope in module.envelopes where envelope.library == nil { search.visit(envelope.schema, &sink) }
      for parameter in module.clientParameters { search.visit(parameter.schema, &sink) }
      for failure in module.failures { failure.payload.schema.map { search.visit($0, &sink) } }
      for schema in module.webhookSchemas { search.visit(schema, &sink) }
      for endpoint in module.endpoints {
        let schemas = endpoint.parameters.map(\.schema) + (endpoint.body?.schemas ?? [])
        for schema in schemas + endpoint.responseSchemas { search.visit(schema, &sink) }
      }
    }
  }
}

private struct AmbiguitySearch {
  /// More alternatives aren't compared.
  private static let most = 16
  /// The number of values tried for all unions of a module after which no more are looked for: hostile schemas could need as many
  /// for each union as ``SampleMaker`` tries for one value.
  private static let mostTried = 300_000
  /// The number of values looked at in their checks, in the same way.
  private static let mostChecked = 1_500_000

  private let index: SchemaIndex
  /// Makes and checks values that the description knows, without those that open enumerations and unions keep.
  private let samples: SampleMaker

  init(_ module: Module) {
    index = SchemaIndex(module)
    var schemas = module.schemas
    for position in schemas.indices { schemas[position].schema = schemas[position].schema.closed() }
    samples = SampleMaker(ValueChecker(SchemaIndex(schemas), limit: 5_000))
  }

  /// Visits everything that a value is made of, but no conditions, in which `oneOf` is checked to the letter.
  func visit(_ schema: Schema, _ sink: inout DiagnosticSink) {
    switch index.shape(of: schema) {
    case .union:
      check(schema, &sink)
      for alternative in schema.oneOf + schema.anyOf { visit(alternative, &sink) }
    case .object: visitMembers(schema, &sink)
    case .array, .tuple, .map:
      let others = [schema[.items], schema[.additionalProperties]].compactMap(\.self)
      for part in schema.array.prefixItems + others { visit(part, &sink) }
    case .reference, .enumeration, .scalar, .any: break
    }
  }

  private func visitMembers(_ schema: Schema, _ sink: inout DiagnosticSink) {
    for property in schema.object.properties { visit(property.schema, &sink) }
    schema[.additionalProperties].map { visit($0, &sink) }
    for part in schema.allOf { visitMembers(part, &sink) }
  }

  /// Notes the first two alternatives that accept a common value, if neither a type nor a discriminator tells them apart.
  private func check(_ union: Schema, _ sink: inout DiagnosticSink) {
    guard union.anyOf.isEmpty, samples.spent < Self.mostTried,
      samples.checker.total < Self.mostChecked
    else { return }
    let tried = zip(union.oneOf, index.forms(ofUnion: union).forms).compactMap { alternative, form in
      if case .keys = form { alternative } else { nil }
    }
    let closed = tried.prefix(Self.most).map { $0.closed() }
    for (position, alternative) in closed.enumerated() {
      for value in values(of: alternative) {
        let other = closed.indices.first { $0 != position && samples.checker.isAccepted(value, closed[$0]) }
        guard let other else { continue }
        let names = [min(position, other), max(position, other)].map { label(tried[$0], of: union) }
        sink.append(
          Diagnostic(
            .note, .ambiguousUnion,
            "'oneOf' allows values of exactly one alternative, but \(value.excerpt) is one of \(names[0]) and of "
              + "\(names[1]); it is sent as the case that you choose, and read as the one that fits best; write 'anyOf' if that is meant",
            at: union.span))
        return
      }
    }
  }

  /// Values of an alternative. Of objects, only the smallest, which is the likeliest to be another's and cheap to find.
  private func values(of alternative: Schema) -> [Literal] {
    let small = samples.sample(of: alternative, .minimal)
    switch index.shape(of: index.resolved(alternative).schema) {
    case .scalar, .enumeration:
      return ([small] + (0..<3).map { samples.sample(of: alternative, variant: $0) }).compactMap(\.self)
    default: return [small].compactMap(\.self)
    }
  }

  private func label(_ alternative: Schema, of union: Schema) -> String {
    if let reference = alternative.reference { return "'\(index.specName(reference.text))'" }
    let position = union.oneOf.firstIndex(of: alternative) ?? 0
    return "alternative \(position + 1)"
  }
}

extension Schema {
  /// The schema without unknown values of enumerations and unions.
  fileprivate func closed() -> Schema {
    var schema = mappingChildren { $0.closed() }
    schema.isOpen = false
    return schema
  }
}
