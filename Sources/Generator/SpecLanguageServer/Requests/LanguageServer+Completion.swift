import SpecReader
import WGNAPIJSON

extension LanguageServer {
  func completion(_ parameters: JSON) throws(ResponseError) -> JSON {
    guard let cursor = try cursor(parameters) else { return .null }
    let lines = cursor.lines
    let (places, roots) = CursorPlace.find(at: cursor.offset, in: lines.bytes)
    // Documents have languages of their own.
    if roots.contains(where: { $0["openapi"] != nil || $0["swagger"] != nil || $0["$schema"] != nil }) {
      return .null
    }
    let word = CursorPlace.word(at: cursor.offset, in: lines.bytes)
    let next = lines.bytes[word.upperBound...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "?") }
    var items = CompletionItems(
      range: lines.json(word), colon: next == UInt8(ascii: ":") ? "" : ": ",
      schema: cursor.project.place == .settings(cursor.path) ? .settings : .specs,
      names: places.isEmpty ? nil : cursor.project.namesToOffer(in: cursor.path))
    for place in places { items.add(place) }
    return .array(items.items)
  }
}

/// What is offered at a place.
private struct CompletionItems {
  /// The range that is replaced.
  let range: JSON
  /// What follows a key.
  let colon: String
  let schema: LanguageSchema
  let names: SpecNames?
  var items: [JSON] = []
  var labels: Set<String> = []

  /// Numbers of the protocol.
  private enum Kind: Int {
    case type = 7
    case key = 10
    case value = 12
    case word = 20
  }

  mutating func add(_ place: CursorPlace) {
    let allowed = schema.place(at: place.path)
    func allows(_ definitions: String...) -> Bool { !allowed.definitions.isDisjoint(with: definitions) }
    if place.key != nil {
      for (name, text) in allowed.keys where !place.siblings.contains(name) {
        add(name, .key, then: colon, text)
      }
      let codes = allows("errors") ? defined(.errorCode) : []
      for code in codes where !place.siblings.contains(code) { add(code, .word, then: colon, nil) }
      return
    }
    // Below `errors`, a code has a message, or a list of them.
    let isMessage = place.path.dropLast(place.path.last == .some(nil) ? 2 : 1).last == "errors"
    add(allowed.values, .value)
    if allows("typeText", "keyword.dollar-ref") { add(defined(.schema), .type) }
    if allows("typeText") { add(LanguageWords.types, .word) }
    if allows("keyword.format") { add(LanguageWords.formats, .word) }
    if allows("parameterName") { add(defined(.parameter), .word) }
    if allows("errorName") || isMessage { add(defined(.error), .word) }
    if allows("errorName"), !isMessage { add(defined(.errorCode), .word) }
  }

  private func defined(_ kind: NamePlace.Kind) -> [String] { names?.defined(kind).sorted() ?? [] }

  private mutating func add(_ names: some Sequence<String>, _ kind: Kind) {
    for name in names { add(name, kind, then: "", nil) }
  }

  private mutating func add(_ name: String, _ kind: Kind, then suffix: String, _ description: String?) {
    guard labels.insert(name).inserted else { return }
    // Neovim doesn't filter edits that have no text for it.
    var item: JSONObject = [
      "label": .string(name), "filterText": .string(name), "kind": .integer(kind.rawValue),
      "textEdit": ["range": range, "newText": .string(name + suffix)],
    ]
    if let description { item["documentation"] = .string(description) }
    items.append(.object(item))
  }
}
