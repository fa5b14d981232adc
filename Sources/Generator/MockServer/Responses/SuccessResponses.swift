import APIModel
import SchemaValues

/// Successful responses: the spec's examples, or values made up from its schemas, like those of generated tests.
final class SuccessResponses {
  private let module: Module
  private let samples: SampleMaker
  /// Values by endpoint and response, which are always the same.
  private var made: [String: Literal?] = [:]

  private var checker: ValueChecker { samples.checker }

  init(_ module: Module, _ samples: SampleMaker) {
    self.module = module
    self.samples = samples
  }

  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - reading: the values in the request.
  ///   - accepted: the media types that the client accepts.
  ///   - status: the status that the request asks for; nil for any.
  ///   - example: the name or the number of an example; nil for the first that is valid.
  /// - Returns: nil if the spec doesn't describe the status.
  func response(
    _ endpoint: Endpoint, _ reading: RequestReading, _ accepted: AcceptedTypes, status: Int? = nil,
    example: String? = nil
  ) -> MockResponse? {
    let fitting =
      status.map(endpoint.responses.narrowest) ?? endpoint.responses.filter { $0.statuses.lowerBound < 300 }
    guard !fitting.isEmpty else { return nil }
    // The first status, in each media type that it has.
    let first = fitting.min { $0.status < $1.status }?.status ?? 200
    let offers = fitting.filter { status != nil || $0.status == first }.flatMap { response in
      response.offeredTypes(for: accepted).map { (response: response, type: $0) }
    }
    guard let best = offers.max(by: { accepted.weight(of: $0.type) < accepted.weight(of: $1.type) }),
      let offer = offers.first(where: { accepted.weight(of: $0.type) == accepted.weight(of: best.type) })
    else { return MockResponse(status: status ?? first, summary: "answered") }
    guard accepted.weight(of: offer.type) > 0 else {
      let types = offers.map(\.type).joined(separator: ", ")
      return .problem(
        status: 406, "the response is only available as \(types)", summary: "no media type is acceptable")
    }
    var described = endpoint
    // A status from 300 is described as it is, without the envelope.
    if let status, status >= 300 {
      described.envelope = nil
      described.policies.pagination = nil
    }
    var result = payload(offer.response, offer.type, described, reading, example)
    result.status = result.status == 0 ? status ?? offer.response.status : result.status
    addHeaders(of: endpoint, to: &result)
    return result
  }

  // MARK: Payloads

  /// The response, with status 0 unless it is a failure.
  private func payload(
    _ response: Endpoint.Response, _ type: String, _ endpoint: Endpoint, _ reading: RequestReading,
    _ example: String?
  ) -> MockResponse {
    var result = MockResponse(status: 0, headers: [("Content-Type", type)], summary: "answered")
    switch response.payload {
    case .empty:
      result.headers = []
      guard let envelope = module.envelope(of: endpoint) else { return result }
      let body = ResponseSamples(samples).success(envelope, .object([]))
      return body.map { .json($0, status: 0, summary: "answered") } ?? result
    case .text, .bytes, .byteStream:
      let example = response.examples.first?.value.text
      result.pieces = [
        example.map { Array($0.utf8) } ?? SampleImage.bytes(of: type) ?? Array("text".utf8)
      ]
      return result
    case .stream(let stream, let schema):
      result.pieces = StreamText(stream: stream).pieces(of: elements(schema, response))
      return result
    case .events(let events):
      result.pieces = StreamText.pieces(of: events) { elements($0, response).first }
      return result
    case .json(let schema):
      let (chosen, warning) = value(response, schema, endpoint, example)
      let page = PageRequest(checker, endpoint, reading)
      guard let chosen, let (body, links) = complete(chosen, schema, endpoint, reading, page) else {
        return .problem(
          status: 501, "no value was found that the response's schema accepts; give it an example",
          summary: "no response was found")
      }
      var json = MockResponse.json(body, status: 0, mediaType: type, summary: "answered")
      if let links { json.add("Link", links) }
      if let warning { json.add("Mock-Warning", warning) }
      return json
    }
  }

  private func elements(_ schema: Schema, _ response: Endpoint.Response) -> [Literal] {
    let examples = response.examples.map(\.value).filter { checker.isAccepted($0, schema) }
    if !examples.isEmpty { return examples }
    return (0..<3).compactMap { samples.sample(of: schema, variant: $0) }
  }

  // MARK: Examples

  /// The requested example, even if it isn't valid; otherwise the first valid one; otherwise a value that is made up.
  private func value(
    _ response: Endpoint.Response, _ schema: Schema, _ endpoint: Endpoint, _ example: String?
  ) -> (Literal?, String?) {
    var warning: String?
    if let example {
      let all = response.examples + schema.examples.map { ResponseExample(value: $0) }
      if let named = all.first(where: { $0.name == example }) { return (named.value, nil) }
      if let number = Int(example), number > 0, all.indices.contains(number - 1) {
        return (all[number - 1].value, nil)
      }
      let names = all.enumerated().map { $1.name ?? "\($0 + 1)" }.prefix(30).joined(separator: ", ")
      warning =
        names.isEmpty
        ? "the response has no examples" : "no example has this name; the examples are: \(names)"
    }
    let key = "\(endpoint.operation) \(response.statuses.lowerBound) \(response.mediaType?.text ?? "")"
    if let known = made[key] { return (known, warning) }
    let envelope = module.envelope(of: endpoint)
    let valid = response.examples.lazy.map(\.value).first {
      (envelope?.canHold($0) ?? true) && self.checker.isAccepted($0, schema)
    }
    let full = valid ?? samples.sample(of: schema)
    let value =
      full.flatMap { envelope?.canHold($0) ?? true ? $0 : nil }
      ?? ResponseSamples(samples).payloads(schema, in: envelope).first
    made[key] = .some(value)
    return (value, warning)
  }

  /// The payload, changed as the request asks, in its envelope; and the links to other pages.
  private func complete(
    _ payload: Literal, _ schema: Schema, _ endpoint: Endpoint, _ reading: RequestReading,
    _ page: PageRequest?
  ) -> (whole: Literal, links: String?)? {
    let keyed = KeyedResponse(checker: checker, endpoint: endpoint)
    var payload = keyed.payload(payload, schema, reading)
    payload = keyed.fetched(payload, schema, reading, by: module)
    let pages = page.map { PagedResponse(checker, $0, payload, schema) }
    let links = pages.flatMap { page?.linkField($0.range) }
    payload = pages?.payload(payload) ?? payload
    let fields = FieldChoice(index: checker.index, partial: endpoint.policies.partial, reading)
    guard let envelope = module.envelope(of: endpoint) else {
      let whole = pages?.totals(in: payload, schema) ?? payload
      return (fields.part(of: whole, schema), links)
    }
    guard let whole = ResponseSamples(samples).success(envelope, fields.part(of: payload, schema)) else {
      return nil
    }
    guard let pages else { return (whole, links) }
    // Parts of a response lack what its schema requires.
    let described = envelope.whole(around: schema)
    let accepting = checker.isAccepted(whole, described) ? described : envelope.schema
    return (pages.totals(in: whole, accepting), links)
  }

  // MARK: Header fields

  /// The server writes the fields about the transfer itself.
  private static let unusable: Set<String> = [
    "content-type", "content-length", "content-encoding", "transfer-encoding", "connection", "trailer",
    "upgrade", "keep-alive", "te", "date",
  ]

  private func addHeaders(of endpoint: Endpoint, to response: inout MockResponse) {
    for header in endpoint.headers(status: response.status)
    where !Self.unusable.contains(header.name.text.lowercased()) && response.header(header.name.text) == nil {
      guard let value = samples.sample(of: header.schema, hint: header.name.text) else { continue }
      response.add(header.name.text, value.texts.joined(separator: ","))
    }
  }
}

extension Endpoint.Response {
  /// The status to answer with.
  fileprivate var status: Int {
    if let listedStatus { return listedStatus }
    return statuses == Self.otherStatuses ? 200 : statuses.lowerBound
  }

  /// The media types to choose from.
  fileprivate func offeredTypes(for accepted: AcceptedTypes) -> [String] {
    let types = (listedTypes.isEmpty ? [mediaType?.text].compactMap(\.self) : listedTypes).map {
      $0 == "*/*" ? usualType : $0.hasSuffix("/*") ? $0.dropLast() + "png" : $0
    }
    if !types.isEmpty { return types }
    // Without a list, the response is of any type that the client wants.
    if accepted.weight(of: usualType) > 0 { return [usualType] }
    // Nothing is acceptable to everyone.
    if case .empty = payload { return [accepted.first { _ in true } ?? usualType] }
    return [accepted.first { isJSON == MediaType($0).isJSON } ?? usualType]
  }

  private var isJSON: Bool { if case .json = payload { true } else { false } }

  private var usualType: String { payload.usualType }
}

extension Envelope {
  /// The schema of a whole response.
  fileprivate func whole(around payload: Schema) -> Schema {
    var whole = schema
    if let place = self.payload {
      whole.object.properties.append(.init(name: place, schema: payload, isRequired: false))
    } else {
      whole.allOf.append(payload)
    }
    return whole
  }
}
