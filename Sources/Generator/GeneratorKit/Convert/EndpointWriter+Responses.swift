import APIModel
import SpecReader

/// Writes the responses of endpoints.
extension EndpointWriter {
  /// `response` or `responses`.
  func responses(of endpoint: Endpoint) -> [(String, SpecValue?)] {
    var groups: [(statuses: ClosedRange<Int>, list: [Endpoint.Response])] = []
    for response in endpoint.responses {
      if let known = groups.firstIndex(where: { $0.statuses == response.statuses }) {
        groups[known].list.append(response)
      } else {
        groups.append((response.statuses, [response]))
      }
    }
    guard groups.count > 1 || groups.first.map({ $0.statuses != 200...299 }) ?? false else {
      return [("response", groups.first.map { response($0.list, of: endpoint) })]
    }
    let entries = groups.map { statuses, list in
      SpecValue.Entry(
        key: statusKey(statuses), value: response(list, of: endpoint),
        comment: list.count == 1 ? comment(list[0]) : nil)
    }
    return [("responses", .map(entries))]
  }

  func comment(_ response: Endpoint.Response) -> String? {
    schemas.comment(response.payload.schema?.documentation)
  }

  private func response(_ responses: [Endpoint.Response], of endpoint: Endpoint) -> SpecValue {
    let headers = headers(of: endpoint, with: responses.first?.statuses)
    if responses.count == 1, let response = responses.first, headers == nil || response.payload.schema == nil,
      response.mediaType == nil, headers == nil
    {
      guard case .json(let schema) = response.payload else { return payload(of: response) }
      return json(schema)
    }
    if responses.count == 1, let response = responses.first, response.mediaType == nil {
      switch response.payload {
      case .json(let schema): return .map([("json", schemas.value(schema)), ("headers", headers)])
      case .empty: return headers.map { .map([("headers", $0)]) } ?? .text("empty")
      case .stream, .events, .byteStream:
        return .map(payload(of: response).entries.map { ($0.key, $0.value) } + [("headers", headers)])
      case .bytes, .text: return .map([("type", payload(response.payload)), ("headers", headers)])
      }
    }
    if responses.count == 1, let response = responses.first, let type = response.mediaType {
      switch response.payload {
      case .bytes: return .map([("bytes", .text(type.text)), codec(response.codec), ("headers", headers)])
      case .text: return .map([("text", .text(type.text)), ("headers", headers)])
      default: break
      }
    }
    var types = responses.map { response in
      SpecValue.Entry(
        key: response.mediaType?.text ?? "*/*",
        value: response.codec.map(decoded) ?? payload(response.payload),
        comment: responses.count > 1 ? comment(response) : nil)
    }
    if let headers { types.append(.init(key: "headers", value: headers)) }
    return .map(types)
  }

  /// The header fields of the responses with these statuses. Fields of responses that have no place in the spec go to the first.
  private func headers(of endpoint: Endpoint, with statuses: ClosedRange<Int>?) -> SpecValue? {
    let written = endpoint.responses.map(\.statuses)
    let own = endpoint.headers.filter { header in
      let known = header.statuses.filter(written.contains)
      if known.isEmpty { return header.statuses.isEmpty || statuses == written.first }
      return known.contains { $0 == statuses }
    }
    guard !own.isEmpty else { return nil }
    return .map(
      own.map { (SchemaWriter.marked($0.name.text, isOptional: !$0.isRequired), schemas.value($0.schema)) })
  }

  /// A schema where `bytes` would be the body itself, and not JSON with Base64.
  private func shape(_ schema: Schema) -> SpecValue {
    let value = schemas.value(schema)
    return meansOtherBody(value) ? .map([("type", value)]) : value
  }

  private func payload(of response: Endpoint.Response) -> SpecValue {
    let value = payload(response.payload)
    guard response.mayLackEnd || response.skipsUnreadable else { return value }
    let entries = value.entries.map { entry in
      (response.mayLackEnd && entry.key == "until" ? "until?" : entry.key, Optional(entry.value))
    }
    return .map(entries + [("unreadable", response.skipsUnreadable ? .text("skip") : nil)])
  }

  func payload(_ payload: Endpoint.Response.Payload) -> SpecValue {
    switch payload {
    case .empty: .text("empty")
    case .bytes: .text("bytes")
    case .text: .text("text")
    case .json(let schema): shape(schema)
    case .stream(.events(let until), let schema):
      .map([("events", schemas.value(schema)), ("until", until.map(SpecValue.text))])
    case .stream(.textLines, _): .map([("lines", .text("text"))])
    case .stream(.lines, let schema): .map([("lines", schemas.value(schema))])
    case .stream(.sequence, let schema): .map([("sequence", schemas.value(schema))])
    case .events(let events):
      .map([("events", self.events(events)), ("until", events.end.map(SpecValue.text))])
    case .byteStream: .map([("stream", .text("bytes"))])
    }
  }

  private func events(_ events: EventTypes) -> SpecValue {
    func value(_ content: EventTypes.Content) -> SpecValue {
      switch content {
      case .json(let schema): schemas.value(schema)
      case .text: .text("text")
      case .empty: .text("empty")
      }
    }
    if events.types.isEmpty, let others = events.others { return value(others) }
    return .map(events.types.map { ($0.name.text, value($0.content)) } + [("*", events.others.map(value))])
  }
}
