import Diagnostics

/// Renders declarations with the templates of their kinds. Nested types are in an extension of their enclosing types.
struct DeclarationRenderer {
  let templates: TemplateLibrary

  /// The code of a declaration.
  ///
  /// - Parameter deprecation: the attribute of the enclosing type, without which the extension would cause a warning.
  func render(
    _ declaration: Declaration, deprecation: String? = nil, into sink: inout DiagnosticSink
  ) -> String {
    let isNested = !declaration.enclosing.isEmpty
    let text = source(declaration, into: &sink).withoutFinalLineBreaks
    guard isNested else { return text }
    let outer = declaration.enclosing.map(SwiftName.escaped).joined(separator: ".")
    let attribute = deprecation.map { "\($0)\n" } ?? ""
    return "\(attribute)extension \(outer) {\n\(SwiftLayout.indented(text, by: 2))\n}"
  }

  private func source(
    _ declaration: Declaration, into sink: inout DiagnosticSink
  ) -> String {
    let head = HeadView(declaration)
    switch declaration.kind {
    case .structure(let structure):
      if let slice = structure.slice {
        let view = StructureView(
          structure, of: declaration, conformance: "ModelSlice", isTuple: false)
        return templates.render(SliceView(structure: view, slice: slice), with: .slice, into: &sink)
      }
      let view = StructureView(
        structure, of: declaration, conformance: structure.isSelectable ? "PartialModel" : "JSONModel",
        isTuple: false)
      return templates.render(view, with: .structure, into: &sink)
    case .tuple(let structure):
      let view = StructureView(
        structure, of: declaration, conformance: "JSONModel", isTuple: true)
      return templates.render(view, with: .structure, into: &sink)
    case .newtype(let newtype):
      return templates.render(
        NewtypeView(head: head, newtype: newtype), with: .newtype, into: &sink)
    case .openEnumeration(let enumerated):
      let view = EnumerationView(head: head, enumerated: enumerated)
      return templates.render(view, with: .openEnumeration, into: &sink)
    case .closedEnumeration(let enumerated):
      let view = EnumerationView(head: head, enumerated: enumerated)
      return templates.render(view, with: .closedEnumeration, into: &sink)
    case .union(let union):
      return templates.render(UnionView(head: head, union: union), with: .union, into: &sink)
    case .alias(let alias):
      return templates.render(AliasView(head: head, alias: alias), with: .alias, into: &sink)
    case .headers(let fields):
      return templates.render(HeadersView(head: head, headers: fields), with: .headers, into: &sink)
    case .responses(let responses):
      return templates.render(ResponsesView(head: head, responses: responses), with: .responses, into: &sink)
    }
  }
}

extension String {
  /// The text without line breaks at its end.
  var withoutFinalLineBreaks: String {
    var text = self
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
