import APIModel
import GeneratorKit

extension OpenAPIWriter {
  /// The responses of an operation by status, with the bodies of failures.
  mutating func responses(of endpoint: Endpoint) -> SpecValue {
    var list: [(String, SpecValue?)] = []
    for (statuses, described) in Self.grouped(endpoint.responses) {
      list.append(
        (
          Self.isAnySuccess(statuses) ? "200" : statusKey(statuses),
          response(described, statuses, of: endpoint)
        )
      )
    }
    if list.isEmpty { list.append(("200", .map([("description", .text("Success."))]))) }
    for failure in endpoint.failures where !list.contains(where: { $0.0 == statusKey(failure.statuses) }) {
      list.append((statusKey(failure.statuses), response(to: failure)))
    }
    for failure in endpoint.applicable(module.failures)
    where !list.contains(where: { $0.0 == statusKey(failure.statuses) }) {
      let place = "#/components/responses/\(failureName(failure))"
      list.append((statusKey(failure.statuses), .map([("$ref", .text(place))])))
    }
    return .map(list)
  }

  private static func isAnySuccess(_ statuses: ClosedRange<Int>) -> Bool { statuses == 200...299 }

  private static func grouped(
    _ responses: [Endpoint.Response]
  ) -> [(statuses: ClosedRange<Int>, list: [Endpoint.Response])] {
    var groups: [(statuses: ClosedRange<Int>, list: [Endpoint.Response])] = []
    for response in responses {
      if let known = groups.firstIndex(where: { $0.statuses == response.statuses }) {
        groups[known].list.append(response)
      } else {
        groups.append((response.statuses, [response]))
      }
    }
    return groups
  }

  private func response(
    _ described: [Endpoint.Response], _ statuses: ClosedRange<Int>, of endpoint: Endpoint
  ) -> SpecValue {
    var content: [(String, SpecValue?)] = []
    for response in described {
      guard let media = media(of: response, in: endpoint.envelope) else { continue }
      if !content.contains(where: { $0.0 == media.type }) { content.append((media.type, media.value)) }
    }
    let fields = endpoint.headers.filter { $0.statuses.isEmpty || $0.statuses.contains(statuses) }.map {
      ($0.name.text, Optional(header($0)))
    }
    let words = statuses.lowerBound < 400 ? "Success." : "Failure."
    return .map([
      ("description", .text(words)), ("headers", fields.isEmpty ? nil : .map(fields)),
      ("content", content.isEmpty ? nil : .map(content)),
    ])
  }

  private func header(_ header: ResponseHeader) -> SpecValue {
    var schema = header.schema
    let words = schema.documentation
    schema.documentation = Documentation()
    return .map([
      ("description", ModelSchemaWriter.description(words)),
      ("required", header.isRequired ? .plain("true") : nil),
      ("deprecated", words.deprecation == nil ? nil : .plain("true")), ("schema", schemas.value(schema)),
    ])
  }

  // MARK: Bodies

  /// The media type of a response, and what is in it; nil for no body.
  func media(
    of response: Endpoint.Response, in envelope: Name?
  ) -> (type: String, value: SpecValue)? {
    let type = response.mediaType?.text
    switch response.payload {
    case .empty: return envelope.map { ("application/json", body(wrapped(nil, in: $0))) }
    case .bytes, .byteStream: return (type ?? "application/octet-stream", file)
    case .text: return (type ?? "text/plain", body(.map([("type", .text("string"))])))
    case .json(let schema):
      let value = schemas.value(schema)
      return (type ?? "application/json", body(envelope.map { wrapped(value, in: $0) } ?? value))
    case .stream(.events, let schema): return (type ?? "text/event-stream", elements(schema))
    case .stream(.lines, let schema), .stream(.textLines, let schema):
      return (type ?? "application/jsonl", elements(schema))
    case .stream(.sequence, let schema): return (type ?? "application/json-seq", elements(schema))
    case .events(let events): return (type ?? "text/event-stream", elements(events.schemas))
    }
  }

  private func body(_ schema: SpecValue) -> SpecValue { .map([("schema", schema)]) }

  /// OpenAPI describes streams since version 3.2. Earlier versions describe them as a list of the elements.
  private func elements(_ schema: Schema) -> SpecValue {
    body(.map([("type", .text("array")), ("items", schemas.value(schema))]))
  }

  private func elements(_ schemas: [Schema]) -> SpecValue {
    let alternatives = schemas.map { self.schemas.value($0) }
    let items: SpecValue =
      alternatives.isEmpty
      ? .map([("type", .text("string"))])
      : alternatives.count == 1 ? alternatives[0] : .map([("anyOf", .list(alternatives))])
    return body(.map([("type", .text("array")), ("items", items)]))
  }

  /// A payload in its envelope.
  private func wrapped(_ payload: SpecValue?, in name: Name) -> SpecValue {
    guard let (component, envelope) = envelopes.component(of: name.text) else {
      return payload ?? .plain("true")
    }
    let own = schemas.reference(component)
    guard let payload else { return own }
    guard let place = envelope.payload else { return .map([("allOf", .list([own, payload]))]) }
    let rest = SpecValue.map([
      ("type", .text("object")), ("properties", .map([(place.text, Optional(payload))])),
    ])
    return .map([("allOf", .list([own, rest]))])
  }

  // MARK: Failures

  /// The response with the body of a failure.
  func response(to failure: Failure) -> SpecValue {
    let words = ("description", Optional(SpecValue.text("Failure.")))
    let content: (String, SpecValue?)? =
      switch failure.payload {
      case .json(let schema): ("application/json", body(schemas.value(schema)))
      case .text: ("text/plain", body(.map([("type", .text("string"))])))
      case .bytes: (failure.mediaType?.text ?? "application/octet-stream", file)
      default: nil
      }
    return .map([words] + (content.map { [("content", .map([$0]))] } ?? []))
  }
}
