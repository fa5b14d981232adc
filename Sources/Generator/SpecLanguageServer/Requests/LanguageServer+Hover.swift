import Diagnostics
import SpecExplanation
import SpecReader
import SpecYAML
import WGNAPIJSON

extension LanguageServer {
  func hover(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let path = try parameters.document()
    let position = try parameters.position()
    guard let document = workspace.documents[path], let project = workspace.project(of: path),
      let names = project.names(for: path)
    else { return .null }
    let location = document.lines.location(ofOffset: document.lines.offset(of: position, encoding))
    if let place = names.place(at: location, in: path), [.schema, .endpoint].contains(place.kind),
      let text = project.explainers(for: path).brief(of: place)
    {
      return shown(text, at: place.span)
    }
    // A property, or a parameter, by the names of what contains it.
    var sink = DiagnosticSink()
    let roots = parseYAML(bytes: document.lines.bytes, file: path, into: &sink)
    guard let keys = roots.lazy.compactMap({ $0.keys(at: location) }).first, keys.count == 4,
      ["schemas properties", "endpoints parameters"].contains("\(keys[0].name) \(keys[2].name)"),
      let owner = names.place(at: keys[1].key.occurrence.start, in: path),
      let text = project.explainers(for: path).brief(of: keys[3].name, in: owner)
    else { return .null }
    return shown(text, at: keys[3].key.occurrence)
  }

  private func shown(_ text: String, at span: SourceSpan) -> JSON {
    ["contents": ["kind": "markdown", "value": .string(text)], "range": range(of: span)]
  }
}

extension [ModuleExplainer] {
  fileprivate func brief(of place: NamePlace) -> String? {
    switch place.kind {
    case .schema: lazy.compactMap { $0.typeFacts(ofSchema: place.name)?.brief }.first
    case .endpoint:
      lazy.compactMap { explainer in
        explainer.endpoint(of: place.name).map { explainer.facts(of: $0).brief }
      }.first
    default: nil
    }
  }

  /// A property of a schema, or a parameter of an endpoint.
  fileprivate func brief(of key: String, in owner: NamePlace) -> String? {
    let name = key.droppingByteSuffix("?")
    let values = lazy.compactMap { explainer -> [ValueFacts]? in
      owner.kind == .schema
        ? explainer.typeFacts(ofSchema: owner.name)?.members
        : explainer.endpoint(of: owner.name).map { explainer.facts(of: $0).parameters }
    }
    return values.first?.first { ($0.wireName ?? $0.name) == name || $0.name == name }?.brief
  }
}

extension YAMLNode {
  /// The entries that lead to a key at a position, outermost first; nil if there is none.
  fileprivate func keys(at location: SourceLocation) -> [YAMLMapping.Entry]? {
    func contains(_ span: SourceSpan) -> Bool {
      (span.start.line, span.start.column) <= (location.line, location.column)
        && (location.line, location.column) <= (span.end.line, span.end.column)
    }
    for entry in entries ?? [] where entry.mergedFrom == nil {
      if contains(entry.key.occurrence) { return [entry] }
      if contains(entry.value.occurrence) { return entry.value.keys(at: location).map { [entry] + $0 } }
    }
    return items?.lazy.compactMap { $0.keys(at: location) }.first
  }
}
