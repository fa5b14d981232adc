import APIModel
import Diagnostics
import SpecYAML

/// Common spellings of a body that isn't JSON.
private let notJSON: Set<String> = [
  "plain", "html", "xml", "csv", "file", "binary", "data", "Data", "text/plain", "text/html", "image",
]

extension EndpointReader {
  /// `response` or `responses`, and the envelope around them.
  func readResponses(_ fields: Fields, in context: EndpointContext, into endpoint: inout Endpoint) {
    fields.requireAtMostOne(of: ["response", "responses"], in: "an endpoint")
    if let node = fields["response"] {
      addResponses(node, statuses: 200...299, at: node.occurrence, into: &endpoint)
    } else if let node = fields["responses"] {
      readResponses(node, into: &endpoint)
    } else if endpoint.methods != [.head], fields.misspelled.isDisjoint(with: ["response", "responses"]) {
      report.error(
        .missingKey,
        "the endpoint '\(endpoint.operation)' needs 'response'; write 'response: empty' if there is nothing to read",
        at: endpoint.name.span)
    }
    let written = EnvelopeReader(schemas: schemas).envelopeName(fields)
    endpoint.envelope = written ?? context.envelope
    checkHeaders(&endpoint)
    checkBodies(of: endpoint)
    let responses = endpoint.responses.filter { $0.statuses.lowerBound < 300 }
    let isRaw = !responses.isEmpty && responses.allSatisfy { $0.payload == .bytes || $0.payload == .text }
    let isStream = responses.contains { $0.payload.isStream }
    if isRaw || isStream, case .some(.some(let name)) = written {
      let form = responses.first?.payload == .text ? "text" : "bytes"
      report.error(
        .conflictingKeys,
        isStream
          ? "a stream can't have an envelope"
          : "a response of '\(form)' is the whole body and can't have an envelope",
        at: name.span)
    }
    if isRaw || isStream { endpoint.envelope = nil }
    if isStream {
      for key in ["cache", "pagination", "partial"]
      where fields[key].map({ $0.asBool != false && $0.text != "none" }) ?? false {
        report.error(
          .conflictingKeys, "a stream can't have '\(key)', because it is read only once, while it arrives",
          at: fields.keySpan(key))
      }
    }
    // An unknown envelope has been reported.
    if endpoint.envelope == nil, fields["envelope"].map({ $0.text == "none" }) ?? true {
      for node in [fields["response"]].compactMap(\.self) + (fields["responses"]?.entries?.map(\.value) ?? [])
      where node.text == "string" { warnOfText(node) }
    }
    checkMerging(endpoint)
    guard let envelope = endpoint.envelope else { return }
    for response in responses {
      if case .json(let schema) = response.payload {
        EnvelopeReader(schemas: schemas).checkRest(of: envelope, schema)
      }
    }
  }

  private func warnOfText(_ node: YAMLNode) {
    report.warning(
      .wrongType,
      "the body is expected to be a string in JSON, in quotes; write 'text' if it is text, otherwise {json: string}",
      at: node.occurrence, suggestion: "text")
  }

  private func readResponses(_ node: YAMLNode, into endpoint: inout Endpoint) {
    if let text = node.text, !text.isEmpty {
      report.mismatch(
        node, expected: "a mapping", for: "'responses'", hint: "write 'response: \(abbreviate(text))'")
      return
    }
    for entry in report.entries(node, for: "'responses'", form: "{200: type}") {
      guard let statuses = report.statuses(entry.key) else { continue }
      let count = endpoint.responses.count
      addResponses(entry.value, statuses: statuses, at: entry.key.occurrence, into: &endpoint)
      if endpoint.responses.dropFirst(count).contains(where: \.payload.isStream) {
        report.error(
          .conflictingKeys,
          "a stream can't be one of several responses; write it under 'response', which is for the statuses 2XX",
          at: entry.value.occurrence)
      }
    }
    // The narrowest takes precedence: 404, then 4XX, then default.
    endpoint.responses = endpoint.responses.enumerated().sorted {
      ($0.element.statuses.count, $0.offset) < ($1.element.statuses.count, $1.offset)
    }.map(\.element)
    if node.entries?.isEmpty == true {
      report.error(.valueOutOfRange, "'responses' is empty, but needs at least one", at: node.occurrence)
    }
  }

  func response(_ node: YAMLNode, statuses: ClosedRange<Int>, at span: SourceSpan)
    -> Endpoint.Response
  {
    switch node.text ?? plainPayload(node) {
    case "empty": return .init(statuses: statuses, payload: .empty, span: span)
    case "bytes": return .init(statuses: statuses, payload: .bytes, span: span)
    case "text" where folder.definition("text", in: .schemas) == nil:
      return .init(statuses: statuses, payload: .text, span: span)
    case .some(let text) where notJSON.contains(text) && folder.definition(text, in: .schemas) == nil:
      report.error(
        .unknownType,
        "unknown type '\(text)'; write 'text', 'bytes', {text: media type} or {bytes: media type} for a body "
          + "that isn't JSON, 'string' for a JSON string",
        at: node.occurrence)
      return .init(statuses: statuses, payload: .bytes, span: span)
    default:
      return .init(
        statuses: statuses, payload: .json(schemas.schema(node, at: .inside, beside: ["headers"])), span: span
      )
    }
  }

  /// The `bytes`, `text` or `empty` of the long form `{type: bytes, description: …}`.
  private func plainPayload(_ node: YAMLNode) -> String? {
    guard let type = node["type"]?.text, ["bytes", "text", "empty"].contains(type), let entries = node.entries
    else {
      return nil
    }
    for entry in entries
    where !["type", "title", "description", "$comment", "headers"].contains(entry.name)
      && !entry.name.hasBytePrefix("x-")
    {
      report.error(
        .conflictingKeys,
        "a response of '\(type)' isn't JSON, so '\(abbreviate(entry.name))' has no effect on it",
        at: entry.key.occurrence)
    }
    return type
  }

  /// The responses to a batched request can be merged if they are lists or maps.
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
        "the responses to requests of the batched parameter '\(abbreviate(batched.name.text))' can't be "
          + "merged: the response must be a list or a map", at: schema.span,
        notes: [.init("the parameter is here", at: batched.name.span)])
    }
  }
}
