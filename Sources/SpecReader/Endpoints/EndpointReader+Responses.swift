import APIModel
import Diagnostics
import SpecYAML

/// What people write for a body that isn't JSON.
private let notJSON: Set<String> = [
  "text", "plain", "html", "xml", "csv", "file", "binary", "data", "Data", "text/plain", "text/html", "image",
]

extension EndpointReader {
  /// `response` or `responses`, and the envelope around them.
  func readResponses(_ fields: Fields, in context: EndpointContext, into endpoint: inout Endpoint) {
    fields.requireAtMostOne(of: ["response", "responses"], in: "an endpoint")
    if let node = fields["response"] {
      endpoint.responses = [response(node, statuses: 200...299, at: node.occurrence)]
    } else if let node = fields["responses"] {
      endpoint.responses = responses(node)
    } else if endpoint.methods != [.head], fields.misspelled.isDisjoint(with: ["response", "responses"]) {
      report.error(
        .missingKey,
        "the endpoint '\(endpoint.name.text)' needs 'response'; write 'response: empty' if there is nothing to read",
        at: endpoint.name.span)
    }
    let written = EnvelopeReader(schemas: schemas).envelopeName(fields)
    endpoint.envelope = written ?? context.envelope
    let isBytes = endpoint.responses.contains { $0.payload == .bytes }
    let isStream = endpoint.responses.contains { $0.payload.isStream }
    if isBytes || isStream, case .some(.some(let name)) = written {
      report.error(
        .conflictingKeys,
        isStream
          ? "a stream can't have an envelope"
          : "a response of 'bytes' is the whole body and can't have an envelope",
        at: name.span)
    }
    if isBytes || isStream { endpoint.envelope = nil }
    if isStream {
      for key in ["cache", "pagination", "partial"] where fields[key].map({ $0.asBool != false }) ?? false {
        report.error(
          .conflictingKeys, "a stream can't have '\(key)', because it is read only once, while it arrives",
          at: fields.keySpan(key))
      }
    }
    checkMerging(endpoint)
  }

  private func responses(_ node: YAMLNode) -> [Endpoint.Response] {
    var responses: [Endpoint.Response] = []
    for entry in report.entries(node, for: "'responses'", form: "{200: type}") {
      guard let statuses = statuses(entry.key) else { continue }
      let response = response(entry.value, statuses: statuses, at: entry.key.occurrence)
      if response.payload.isStream {
        report.error(
          .conflictingKeys,
          "a stream can't be one of several responses; write it under 'response', which is for the statuses 2XX",
          at: entry.value.occurrence)
      }
      responses.append(response)
    }
    if node.entries?.isEmpty == true {
      report.error(.valueOutOfRange, "'responses' is empty, but needs at least one", at: node.occurrence)
    }
    return responses
  }

  /// `404` or `2XX`.
  private func statuses(_ node: YAMLNode) -> ClosedRange<Int>? {
    let text = node.text ?? ""
    if let code = Int(text), (100...599).contains(code), text.utf8.count == 3 { return code...code }
    if text.utf8.count == 3, text.hasSuffix("XX"), let digit = text.first.flatMap({ Int(String($0)) }),
      (1...5).contains(digit)
    {
      return digit * 100...digit * 100 + 99
    }
    let upper = text.uppercased()
    let isRange =
      upper != text && upper.hasSuffix("XX") && ("1"..."5").contains(upper.prefix(1)) && upper.count == 3
    report.error(
      .invalidStatus,
      "'\(abbreviate(text))' isn't a valid status; write a code from 100 to 599 or a range such as 2XX",
      at: node.occurrence, suggestion: isRange ? upper : nil)
    return nil
  }

  private func response(_ node: YAMLNode, statuses: ClosedRange<Int>, at span: SourceSpan)
    -> Endpoint.Response
  {
    switch node.text ?? plainPayload(node) {
    case "empty": return .init(statuses: statuses, payload: .empty, span: span)
    case "bytes": return .init(statuses: statuses, payload: .bytes, span: span)
    case .some(let text) where notJSON.contains(text) && folder.definition(text, in: .schemas) == nil:
      report.error(
        .unknownType,
        "unknown type '\(text)'; write 'bytes' for a body that isn't JSON, 'string' for a JSON string",
        at: node.occurrence)
      return .init(statuses: statuses, payload: .bytes, span: span)
    default:
      let payload = stream(node) ?? .json(schemas.schema(node, at: .inside))
      return .init(statuses: statuses, payload: payload, span: span)
    }
  }

  /// The `bytes` or `empty` of the long form `{type: bytes, description: …}`.
  private func plainPayload(_ node: YAMLNode) -> String? {
    guard let type = node["type"]?.text, type == "bytes" || type == "empty", let entries = node.entries else {
      return nil
    }
    for entry in entries
    where !["type", "title", "description", "$comment"].contains(entry.name)
      && !entry.name.hasBytePrefix("x-")
    {
      report.error(
        .conflictingKeys,
        "a response of '\(type)' isn't JSON, so '\(abbreviate(entry.name))' has no effect on it",
        at: entry.key.occurrence)
    }
    return type
  }

  /// The answers to a batched request can be merged if they are lists or maps.
  private func checkMerging(_ endpoint: Endpoint) {
    guard let batched = endpoint.parameters.first(where: \.isBatched) else { return }
    for response in endpoint.responses where response.statuses.overlaps(200...299) {
      guard case .json(let schema) = response.payload else { continue }
      let shape = schemas.resolved(schema)
      let isList = shape.types == [.array] && shape.array.prefixItems.isEmpty
      let isMap = shape.types == [.object] && shape.object.properties.isEmpty && shape.format != .empty
      if isList || isMap || shape.types.isEmpty { continue }
      report.error(
        .conflictingKeys,
        "the answers to requests of the batched parameter '\(abbreviate(batched.name.text))' can't be "
          + "merged: the response must be a list or a map", at: schema.span,
        notes: [.init("the parameter is here", at: batched.name.span)])
    }
  }
}
