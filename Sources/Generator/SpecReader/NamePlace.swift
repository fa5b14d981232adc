import APIModel
import Diagnostics

/// A place in specs that defines a name, or refers to one: what editors follow and rename.
package struct NamePlace: Sendable, Hashable {
  package enum Kind: Sendable, Hashable { case schema, parameter, endpoint, error, errorCode }

  package var kind: Kind
  package var name: String
  /// The position of the name, perhaps with quotes or a mark.
  package var span: SourceSpan
  /// The position of the definition, which tells names apart.
  package var definition: SourceSpan

  package init(_ kind: Kind, _ name: String, at span: SourceSpan, definedAt definition: SourceSpan) {
    (self.kind, self.name, self.span, self.definition) = (kind, name, span, definition)
  }

  package var isDefinition: Bool { span == definition }
}

/// Reads specs in the spec language for the names in them. Mistakes are of no interest here.
package func readNamePlaces(
  _ files: [SpecFile], references: [ReferencedFile] = []
) -> Set<NamePlace> {
  var sink = DiagnosticSink()
  return Set(readSpecs(files, references, into: &sink).places)
}

extension Report {
  func notePlace(_ kind: NamePlace.Kind, _ name: Name, definedAt definition: SourceSpan?) {
    guard let definition, !name.span.isUnknown, !definition.isUnknown else { return }
    places.append(NamePlace(kind, name.text, at: name.span, definedAt: definition))
  }
}
