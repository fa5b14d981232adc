import Diagnostics
import SpecExplanation
import SpecReader
import SwiftEmitter
import WGNAPIJSON

extension LanguageServer {
  func hover(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let cursor = try cursor(parameters), let names = cursor.project.names(for: cursor.path) else {
      return .null
    }
    let explainers = { cursor.project.explainers(for: cursor.path) }
    if let place = names.place(at: cursor.location, in: cursor.path),
      let facts = explainers().facts(of: place.kind, place.name)
    {
      return shown(facts.brief, cursor, cursor.lines.range(of: place.span))
    }
    // A property, or a parameter, by the names of what contains it. Without a colon after it, it is no key.
    let rest = cursor.lines.bytes[cursor.offset...].prefix { $0 != 0x0A }
    guard rest.contains(UInt8(ascii: ":")) else { return .null }
    let found = CursorPlace.find(at: cursor.offset, in: cursor.lines.bytes).places.first
    guard let key = found?.key, let path = found?.path, path.count == 3, let owner = path[1],
      let kind = Self.owners["\(path[0] ?? "") \(path[2] ?? "")"]
    else { return .null }
    let name = key.droppingByteSuffix("?")
    let value = explainers().facts(of: kind, owner)?.values.first {
      ($0.wireName ?? $0.name) == name || $0.name == name
    }
    return shown(value?.brief, cursor, CursorPlace.word(at: cursor.offset, in: cursor.lines.bytes))
  }

  private static let owners: [String: NamePlace.Kind] = [
    "schemas properties": .schema, "endpoints parameters": .endpoint,
  ]

  private func shown(_ text: String?, _ cursor: Cursor, _ range: Range<Int>) -> JSON {
    guard let text else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string(withoutImages(text))],
      "range": cursor.lines.json(range),
    ]
  }
}

extension [ModuleExplainer] {
  /// What there is to know of a type or an endpoint: in short, and of its members or parameters.
  fileprivate func facts(of kind: NamePlace.Kind, _ name: String) -> (brief: String, values: [ValueFacts])? {
    for explainer in self {
      if kind == .endpoint, let endpoint = explainer.endpoint(of: name) {
        let facts = explainer.facts(of: endpoint)
        return (facts.brief, facts.parameters)
      }
      if kind == .schema, let facts = explainer.typeFacts(ofSchema: name) {
        return (facts.brief, facts.members)
      }
    }
    return nil
  }
}
