import APIModel
import Diagnostics
import SpecReader

extension [NamedSchema] {
  /// The schemas without long chains of definitions, such as lists of lists: the type of each would be as deep as its chain.
  /// What a chain is cut at accepts anything, which is reported.
  func withoutLongChains(_ findings: Findings) -> [NamedSchema] {
    var schemas = self
    let positions = Dictionary(zip(map(\.name.text), indices)) { first, _ in first }
    var search = ReferenceDepthSearch<Int> { position in
      self[position].schema.referencesOutsideProperties.compactMap { positions[$0] }
    }
    for position in indices { search.visit(position) }
    for position in search.tooDeep {
      let name = schemas[position].name
      findings.leaveOut(
        "'\(abbreviate(name.text))' is defined by a chain of more than \(maximumReferenceDepth) others, so it is read as any JSON",
        at: name.span)
      schemas[position].schema = Schema(span: schemas[position].schema.span)
    }
    return schemas
  }
}
