import SpecReader
import WGNAPIJSON

extension LanguageServer {
  private enum Kind: Int {
    case type = 7
    case key = 10
    case value = 12
    case word = 20
  }

  func completion(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let path = try parameters.document()
    let position = try parameters.position()
    guard let document = workspace.documents[path], let project = workspace.project(of: path) else {
      return .null
    }
    let lines = document.lines
    let offset = lines.offset(of: position, encoding)
    let (places, roots) = CursorPlace.find(at: offset, in: lines.bytes)
    // Documents have languages of their own.
    if roots.contains(where: { $0["openapi"] != nil || $0["swagger"] != nil || $0["$schema"] != nil }) {
      return .null
    }
    let schema = project.place == .settings(path) ? LanguageSchema.settings : .specs
    let word = CursorPlace.word(at: offset, in: lines.bytes)
    let range = JSON.object([
      "start": lines.position(of: lines.location(ofOffset: word.lowerBound), encoding).json,
      "end": lines.position(of: lines.location(ofOffset: word.upperBound), encoding).json,
    ])
    let rest = lines.line(position.line)[max(word.upperBound, lines.line(position.line).startIndex)...]
    let hasColon = rest.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "?") } == UInt8(ascii: ":")
    var items: [JSON] = []
    var seen: Set<String> = []
    func add(_ name: String, _ kind: Kind, _ text: String? = nil, _ description: String? = nil) {
      guard seen.insert(name).inserted else { return }
      var item: JSONObject = [
        "label": .string(name), "kind": .integer(kind.rawValue),
        "textEdit": ["range": range, "newText": .string(text ?? name)],
      ]
      if let description { item["documentation"] = .string(description) }
      items.append(.object(item))
    }
    let names = places.isEmpty ? nil : project.namesToOffer(in: path)
    let defined = { (kind: NamePlace.Kind) in names?.defined(kind).sorted() ?? [] }
    for place in places {
      let allowed = schema.place(at: place.path)
      if place.isKey {
        for (name, description) in allowed.keys where !place.siblings.contains(name) {
          add(name, .key, hasColon ? name : name + ": ", description)
        }
        if allowed.definitions.contains("errors") {
          for name in defined(.errorCode) where !place.siblings.contains(name) {
            add(name, .word, hasColon ? name : name + ": ")
          }
        }
        continue
      }
      for value in allowed.values { add(value, .value) }
      if !allowed.definitions.isDisjoint(with: ["typeText", "keyword.dollar-ref"]) {
        for name in defined(.schema) { add(name, .type) }
      }
      if allowed.definitions.contains("typeText") { for name in LanguageWords.types { add(name, .word) } }
      if allowed.definitions.contains("keyword.format") {
        for name in LanguageWords.formats { add(name, .word) }
      }
      if allowed.definitions.contains("parameterName") {
        for name in defined(.parameter) { add(name, .word) }
      }
      let isMessage =
        place.path.count > 1
        && place.path.dropLast(place.path.last == .some(nil) ? 1 : 0).dropLast().last == "errors"
      if allowed.definitions.contains("errorName") || isMessage {
        for name in defined(.error) + (isMessage ? [] : defined(.errorCode)) { add(name, .word) }
      }
    }
    return .array(items)
  }
}
