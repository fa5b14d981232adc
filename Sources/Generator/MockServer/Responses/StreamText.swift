import APIModel
import SchemaValues

/// Writes the elements of a stream.
struct StreamText {
  let stream: Endpoint.Response.Stream

  func pieces(of elements: [Literal]) -> [[UInt8]] {
    var texts = elements.map { element in
      switch stream {
      case .events: "data: \(element.json)\n\n"
      case .lines: "\(element.json)\n"
      case .textLines: "\(element.text)\n"
      case .sequence: "\u{1E}\(element.json)\n"
      }
    }
    if case .events(let end?) = stream { texts.append("data: \(end)\n\n") }
    return texts.map { Array($0.utf8) }
  }

  /// An event of each type. Those with other names have one that isn't among the types.
  static func pieces(of events: EventTypes, _ sample: (Schema) -> Literal?) -> [[UInt8]] {
    var contents: [(name: String?, content: EventTypes.Content)] = events.types.map {
      ($0.name.text, $0.content)
    }
    if let others = events.others {
      let names = Set(events.types.map(\.name.text))
      let other = ["other"] + (2...names.count + 2).map { "other\($0)" }
      // Without types, all events are alike, and need no name.
      contents.append((names.isEmpty ? nil : other.first { !names.contains($0) }, others))
    }
    var texts = contents.compactMap { (name, content) -> String? in
      let field = name.map { "event: \($0)\n" } ?? ""
      switch content {
      case .json(let schema): return sample(schema).map { "\(field)data: \($0.json)\n\n" }
      case .text: return "\(field)data: text\n\n"
      case .empty: return "\(field)data: undefined\n\n"
      }
    }
    if let end = events.end { texts.append("data: \(end)\n\n") }
    return texts.map { Array($0.utf8) }
  }
}
