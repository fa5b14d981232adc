import APIModel
import MockServer
import SchemaValues
import TrafficEvidence

/// Streams of events, lines or JSON sequences.
extension DriftExchange {
  /// Compares those elements of a stream that were recorded.
  func walkElements(of response: Endpoint.Response, _ walker: inout DriftWalker) {
    guard var elements = StreamElements(response.payload), isStream(response.payload) else { return }
    var found = elements.add(exchange.response.bytes)
    // A stream that was cut off ends in half of an element.
    found += elements.finish().filter { (try? JSONText.value(of: $0.text)) != nil }
    for element in found { walk(element, response, &walker) }
  }

  /// Whether the response is a stream of the kind that the spec describes, and not a page or an error in its place.
  private func isStream(_ payload: Endpoint.Response.Payload) -> Bool {
    let type = exchange.response.mediaType
    switch payload {
    case .events, .stream(.events, _): return type == "text/event-stream" || type.isEmpty
    default: return !exchange.response.claimsJSON && type != "text/event-stream"
    }
  }

  private func walk(
    _ element: StreamElements.Element, _ response: Endpoint.Response, _ walker: inout DriftWalker
  ) {
    walker.table.visit(response.span)
    guard let schema = schema(of: element, response, &walker) else { return }
    let label = "\(endpoint.operation)()[]"
    guard let value = try? JSONText.value(of: element.text) else {
      if response.skipsUnreadable { return }
      walker.table.visit(schema.span)
      return walker.table.record(.otherForm(.json), at: schema.span, label)
    }
    walker.walk(value, schema, .init(label: label))
  }

  /// The schema of an element's JSON; nil if it isn't JSON, or the spec doesn't describe it.
  private func schema(
    of element: StreamElements.Element, _ response: Endpoint.Response, _ walker: inout DriftWalker
  ) -> Schema? {
    switch response.payload {
    case .stream(.textLines, _): return nil
    case .stream(_, let schema): return schema
    case .events(let types):
      let type = element.type ?? "message"
      if let content = types.types.first(where: { $0.name.text == type })?.content ?? types.others {
        return content.schema
      }
      let name = walker.secrets.mayShow(type) ? type : nil
      walker.table.record(.newEvent(name), at: response.span, endpoint.operation)
      return nil
    default: return nil
    }
  }
}
