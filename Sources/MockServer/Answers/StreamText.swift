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
}
