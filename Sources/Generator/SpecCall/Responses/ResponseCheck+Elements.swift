import APIModel
import MockServer
import SchemaValues

import struct WGNAPISupport.Redaction

extension ResponseCheck {
  /// Reads an element of a stream.
  package func read(_ element: StreamElements.Element, _ payload: Endpoint.Response.Payload)
    -> CheckedResponse
  {
    var reading = CheckedResponse()
    reading.redaction = redaction
    reading.isResponse = true
    let schema: Schema?
    switch payload {
    case .stream(.textLines, _): schema = nil
    case .stream(_, let of): schema = of
    case .events(let types):
      let content = types.types.first { $0.name.text == element.type }?.content ?? types.others
      if content == nil {
        reading.problems.append(
          CallProblem(
            "response: the spec doesn't mention events '\(element.type ?? "")'", isWarning: true,
            at: endpoint.span))
      }
      schema = content?.schema
    default: schema = nil
    }
    guard let schema else {
      reading.text = element.text
      return reading
    }
    do throws(JSONTextError) {
      let value = try JSONText.value(of: element.text)
      reading.value = value
      reading.shown = masked(value, schema, &reading)
      check(value, schema, at: [], &reading)
    } catch {
      reading.text = index.containsSecret(schema) ? Redaction.mark : element.text
      reading.problems.append(
        CallProblem(
          "response: an element \(shown(error, of: Array(element.text.utf8), schema, reading))",
          at: schema.span))
    }
    return reading
  }
}
