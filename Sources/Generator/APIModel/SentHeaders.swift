// The header fields that clients send without being told to. Generated tests expect them, and the mock server checks them;
// the runtime composes them from what is generated.

extension Module {
  /// The header fields with constant values in the requests of an endpoint, sorted by their names.
  public func constantHeaders(of endpoint: Endpoint) -> [ConstantHeader] {
    let omitted = Set(endpoint.omittedHeaders.map { $0.text.lowercased() })
    var constants: [String: ConstantHeader] = [:]
    for header in constantHeaders where !omitted.contains(header.name.text.lowercased()) {
      // The module's `Accept` is the media type of its JSON: where other types are accepted, too, it isn't sent.
      if header.name.text.lowercased() == "accept", acceptedTypes(of: endpoint) != "application/json" {
        continue
      }
      constants[header.name.text.lowercased()] = header
    }
    for header in endpoint.constantHeaders { constants[header.name.text.lowercased()] = header }
    return constants.values.sorted { $0.name.text < $1.name.text }
  }

  /// The value of `Accept` (RFC 9110, section 12.5.1) unless a constant sets it: the media types of responses, then of
  /// failures. Nil if the client accepts any type.
  public func acceptedTypes(of endpoint: Endpoint) -> String? {
    let responses = endpoint.responses
    if responses.count == 1, let only = responses.first, (200..<300).contains(only.statuses.lowerBound),
      only.mediaType == nil
    {
      switch only.payload {
      case .bytes, .byteStream: return nil
      case .text: return "text/*, */*;q=0.1"
      case .empty, .json: return "application/json"
      case .stream(.events, _), .events: return "text/event-stream"
      case .stream(.lines, _), .stream(.textLines, _): return "application/jsonl, application/x-ndjson"
      case .stream(.sequence, _): return "application/json-seq"
      }
    }
    if responses.isEmpty { return "application/json" }
    var types: [String] = []
    func add(_ type: String?, weight: String = "") {
      if let type, !types.contains(type), !types.contains(type + weight) { types.append(type + weight) }
    }
    for response in responses where response.statuses.lowerBound < 300 { add(response.acceptedType) }
    if types.isEmpty { types = ["application/json"] }
    if types.contains("*/*") { return types.joined(separator: ", ") }
    if !types.contains(where: { MediaType($0).isJSON }) {
      return (types + ["*/*;q=0.1"]).joined(separator: ", ")
    }
    for response in responses where response.statuses.lowerBound >= 300 && response.acceptedType != "*/*" {
      add(response.acceptedType, weight: ";q=0.1")
    }
    for failure in endpoint.failures + endpoint.applicable(failures) {
      let isJSON = if case .json = failure.payload { true } else { false }
      add(isJSON ? "application/json" : failure.mediaType?.text, weight: ";q=0.1")
    }
    return types.joined(separator: ", ")
  }
}

extension Endpoint.Response {
  fileprivate var acceptedType: String? {
    if let mediaType { return mediaType.text }
    switch payload {
    case .empty: return nil
    case .bytes, .byteStream: return "*/*"
    case .text: return "text/*"
    case .json, .stream, .events: return "application/json"
    }
  }
}
