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
      case .sequence: "\u{1E}\(element.json)\n"
      }
    }
    if case .events(let end?) = stream { texts.append("data: \(end)\n\n") }
    return texts.map { Array($0.utf8) }
  }

  /// An event of each type.
  static func pieces(of events: EventTypes, _ sample: (Schema) -> Literal?) -> [[UInt8]] {
    var contents = events.types.map { ("event: \($0.name.text)\n", $0.content) }
    if let others = events.others { contents.append(("", others)) }
    var texts = contents.compactMap { (name, content) -> String? in
      switch content {
      case .json(let schema): sample(schema).map { "\(name)data: \($0.json)\n\n" }
      case .text: "\(name)data: text\n\n"
      case .empty: "\(name)data: undefined\n\n"
      }
    }
    if let end = events.end { texts.append("data: \(end)\n\n") }
    return texts.map { Array($0.utf8) }
  }
}
