import APIModel
import Diagnostics
import SpecYAML

extension EndpointReader {
  private static let streamKeys = ["events", "lines", "sequence", "stream"]

  /// `{events: T}`, `{lines: T}`, `{sequence: T}` or `{stream: bytes}`; nil for any other response.
  func stream(_ node: YAMLNode) -> Endpoint.Response.Payload? {
    guard let mapping = node.mapping, Self.streamKeys.contains(where: { mapping[$0] != nil }),
      let fields = Fields(
        node, what: "a streamed response", keys: Self.streamKeys + ["until", "description", "headers"],
        report: report)
    else { return nil }
    fields.requireAtMostOne(of: Self.streamKeys, in: "a streamed response")
    _ = fields.text("description")
    let until = fields.placedText("until")
    if let events = fields["events"] {
      return .stream(.events(until: until?.text), of: schemas.schema(events, at: .inside))
    }
    if let until {
      report.error(
        .conflictingKeys, "'until' is for 'events'; other streams end with the response", at: until.span)
    }
    if let lines = fields["lines"] { return .stream(.lines, of: schemas.schema(lines, at: .inside)) }
    if let sequence = fields["sequence"] {
      return .stream(.sequence, of: schemas.schema(sequence, at: .inside))
    }
    if let bytes = fields["stream"], bytes.text != "bytes" {
      report.error(
        .invalidValue,
        "a stream of values is written as 'events', 'lines' or 'sequence', and 'stream' is for 'bytes'",
        at: bytes.occurrence, suggestion: "bytes")
    }
    return .byteStream
  }
}
