import Diagnostics

extension API {
  /// Gives the schemas of formats the types that their module chooses for these formats.
  ///
  /// A schema's own choice takes precedence, also that of a newtype, an enumeration or a constant.
  public func applyingFormatTypes(into sink: inout DiagnosticSink) -> API {
    var api = self
    for position in api.modules.indices where !api.modules[position].formatTypes.isEmpty {
      api.modules[position].applyFormatTypes(into: &sink)
    }
    return api
  }
}

extension Module {
  fileprivate mutating func applyFormatTypes(into sink: inout DiagnosticSink) {
    let index = SchemaIndex(self)
    let choices = formatTypes
    var used: Set<String> = []
    var formats: Set<String> = []
    func typed(_ schema: Schema) -> Schema {
      var schema = schema.mappingChildren(typed)
      guard let format = schema.format, schema.ownType == nil, schema.const == nil, !schema.isNewtype,
        case .scalar = index.shape(of: schema)
      else { return schema }
      if case .other(let name) = format { formats.insert(name) }
      if let chosen = choices.first(where: { $0.covers(format) }) {
        used.insert(chosen.name.text)
        schema.ownType = chosen.type
      }
      return schema
    }
    changeSchemas { $0 = typed($0) }
    for unused in choices where !used.contains(unused.name.text) {
      sink.warning(
        .unusedDefinition, "no schema of the module has the format '\(unused.name.text)'",
        at: unused.name.span, suggestion: closestMatch(to: unused.name.text, in: formats))
    }
  }
}
