import Diagnostics

extension Module {
  /// Drops discriminators that have the same value for two alternatives, and reports them.
  public mutating func dropAmbiguousDiscriminators(into sink: inout DiagnosticSink) {
    let index = SchemaIndex(self)
    func change(_ schema: inout Schema) {
      schema = schema.mappingChildren { child in
        var child = child
        change(&child)
        return child
      }
      guard let discriminator = schema.discriminator else { return }
      let values = index.forms(ofUnion: schema).forms.flatMap { form -> [String] in
        if case .tags(let values) = form { values } else { [] }
      }
      var seen: Set<String> = []
      guard let value = values.first(where: { !seen.insert($0).inserted }) else { return }
      sink.warning(
        .leftOut,
        "'\(abbreviate(value))' stands for several alternatives, so '\(abbreviate(discriminator.property.text))' doesn't tell them apart",
        at: discriminator.property.span)
      schema.discriminator = nil
    }
    changeSchemas(change)
  }
}
