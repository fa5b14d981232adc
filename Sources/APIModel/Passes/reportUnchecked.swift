import Diagnostics

extension API {
  /// Warns of keywords that are read but that generated validators don't check: better than a check that is not there.
  public func reportUnchecked(into sink: inout DiagnosticSink) {
    for module in modules {
      var pending = module.schemas.map(\.schema) + module.envelopes.map(\.schema)
      for endpoint in module.endpoints {
        pending += endpoint.parameters.map(\.schema)
        if case .json(let schema) = endpoint.body { pending.append(schema) }
        for case .json(let schema) in endpoint.responses.map(\.payload) { pending.append(schema) }
      }
      while let schema = pending.popLast() {
        if schema.array.unevaluatedItems != nil { report("unevaluatedItems", schema, into: &sink) }
        if schema.object.unevaluatedProperties != nil { report("unevaluatedProperties", schema, into: &sink) }
        pending += schema.children
      }
    }
  }

  private func report(_ keyword: String, _ schema: Schema, into sink: inout DiagnosticSink) {
    sink.warning(
      .unsupportedSchema, "'\(keyword)' is not checked by generated validators yet", at: schema.span)
  }
}
