import APIModel
import Diagnostics
import SpecReader
import SpecYAML

// Streams: events, lines and sequences.
extension APIReader {
  /// The data of the event that ends a stream, as OpenAI's do.
  static let usualEnd = "[DONE]"

  /// Whether an operation, or what it refers to, says that its events end with `[DONE]`.
  func saysThatStreamsEnd(_ operation: Located) -> Bool {
    guard mentionsEnd else { return false }
    var pending = [operation]
    var seen: Set<SchemaStore.Spot> = []
    while let value = pending.popLast() {
      if let text = value.node.text {
        if text.contains(Self.usualEnd) { return true }
        continue
      }
      let spot = SchemaStore.Spot(value)
      guard !partsWithoutEnd.contains(spot), seen.insert(spot).inserted else { continue }
      pending += value.items + value.allEntries.map(\.value)
      if let reference = value["$ref"], let text = reference.node.text,
        let target = documents.target(of: text, from: reference)
      {
        pending.append(target.value)
      }
    }
    partsWithoutEnd.formUnion(seen)
    return false
  }

  /// The schema of a stream's elements. `itemSchema` of OpenAPI 3.2 describes one of them; `schema` describes all of them as a
  /// list, and often one instead.
  func element(_ content: Located) -> Located? {
    if let item = content["itemSchema"] { return item }
    guard let schema = content["schema"] else { return nil }
    let facts = schemas.facts(of: schema)
    let isList = (facts.types ?? [.array]) == [.array]
    return isList ? facts.items ?? schema : schema
  }

  /// JSON Lines; lines of text if they are described as text, unless the examples are JSON.
  func lineStream(_ content: Located) -> Endpoint.Response.Payload {
    let node = content.node
    let any = Schema(span: node.occurrence)
    guard let item = element(content) else { return .stream(.lines, of: any) }
    let facts = schemas.facts(of: item)
    guard facts.types == [.string] else { return .stream(.lines, of: schemas.use(item)) }
    if let inner = facts.contentSchema { return .stream(.lines, of: schemas.use(inner)) }
    let examples = streamExamples(content, item)
    let isJSON = !examples.isEmpty && examples.allSatisfy { valuesInLines($0) != nil }
    if isJSON || facts.contentMediaType.map({ DocumentMediaType($0).form == .json }) == true {
      return .stream(.lines, of: any)
    }
    return .stream(.textLines, of: schemas.use(item))
  }

  /// The texts of the examples of a stream.
  private func streamExamples(_ content: Located, _ item: Located) -> [String] {
    let named = (documents.child("examples", of: content)?.allEntries ?? []).compactMap {
      documents.followed($0.value, for: "an example").flatMap { $0["value"] ?? $0["serializedValue"] }
    }
    let schema = documents.followed(item, for: "the elements of a stream") ?? item
    let own = [content["example"], schema["example"]].compactMap(\.self) + (schema["examples"]?.items ?? [])
    return (named + own).compactMap(\.node.text)
  }

  /// The JSON values in the lines of a text; nil if a line is something else, or only a number or a word.
  private func valuesInLines(_ text: String) -> [Literal]? {
    let lines = text.split(whereSeparator: \.isNewline)
    let values = lines.compactMap { line -> Literal? in
      guard let first = line.first(where: { !$0.isWhitespace }), "{[\"".contains(first) else { return nil }
      var sink = DiagnosticSink()
      return parseJSON(bytes: Array(line.utf8), file: "", limits: DocumentSet.limits, into: &sink)
        .flatMap(literal)
    }
    return values.isEmpty || values.count < lines.count ? nil : values
  }

  /// The elements in an example of a whole stream.
  func elements(in example: ResponseExample, of payload: Endpoint.Response.Payload) -> [ResponseExample] {
    var values = [example.value]
    switch (payload, example.value) {
    case (.stream(.textLines, _), .string(let text)):
      values = text.split(whereSeparator: \.isNewline).map { .string(String($0)) }
    case (.stream(_, let schema), .array(let items)) where schema.types != [.array]: values = items
    case (.stream(_, let schema), .string(let text)) where schema.types != [.string]:
      values = valuesInLines(text) ?? values
    default: break
    }
    return values.map { value in
      var element = example
      element.value = value
      return element
    }
  }
}

extension Endpoint.Response.Payload {
  /// The data of the event that ends the stream.
  var end: String? {
    switch self {
    case .stream(.events(let end), _): end
    case .events(let types): types.end
    default: nil
    }
  }
}

extension Endpoint.Response {
  /// Ends a stream of events with this data if it comes, unless the description of the events says which data does.
  mutating func end(with data: String) {
    guard payload.end == nil else { return }
    switch payload {
    case .stream(.events, let schema): payload = .stream(.events(until: data), of: schema)
    case .events(var types):
      types.end = data
      payload = .events(types)
    default: return
    }
    mayLackEnd = true
  }
}
