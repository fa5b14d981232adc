import APIModel

/// `format: int-or-string`, as in Kubernetes: a port is a number or a name.
extension SchemaFacts {
  /// Whether values are integers or texts, although the schema says one of both, or neither.
  var isIntegerOrText: Bool {
    format == "int-or-string" && unions.isEmpty && enumeration == nil && const == nil
      && (types ?? []).isSubset(of: [.string, .integer])
  }

  /// The same without the format.
  func withIntegersAndTexts() -> Self {
    var facts = self
    facts.format = nil
    facts.types = [.integer, .string]
    return facts
  }
}
