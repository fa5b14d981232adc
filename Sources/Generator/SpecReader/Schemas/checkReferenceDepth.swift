import APIModel
import Diagnostics

/// Reports schemas at the end of long chains of definitions, such as `A1: A0`, `A2: "[A1]"`, `A3: {allOf: [A2]}`, and
/// cuts these chains, because resolving a schema recurses as deep as its chain.
///
/// Properties don't count, because each of them is resolved separately.
func checkReferenceDepth(in folders: [SpecFolder], _ report: Report) {
  var search = ReferenceDepthSearch<DefinitionNode> { node in
    (node.folder.schemas[node.name]?.referencesOutsideProperties ?? []).compactMap { name in
      node.folder.owners[.schemas]?[name].map { DefinitionNode(folder: $0, name: name) }
    }
  }
  for folder in folders {
    for definition in folder.definitions[.schemas] ?? [] {
      search.visit(.init(folder: folder, name: definition.name.text))
    }
  }
  for node in search.tooDeep {
    let span = node.folder.index[.schemas]?[node.name]?.name.span
    report.error(
      .nestingTooDeep,
      "the schema '\(abbreviate(node.name))' is defined by a chain of more than \(maximumReferenceDepth) others; "
        + "refer to one further down the chain",
      at: span)
    if let span { node.folder.schemas[node.name] = Schema(span: span) }
  }
}
