import WGNAPISupport

/// What an endpoint describes for the status and the media type of a response. The tools choose here, by the rule of clients.
package enum DescribedResponse {
  case response(Endpoint.Response)
  /// The status is described, with other media types.
  case otherTypes([Endpoint.Response])
  case undescribed

  /// - Parameter contentType: The response's `Content-Type`; nil if it isn't known.
  package static func choose(
    among responses: [Endpoint.Response], status: Int, contentType: String?
  ) -> DescribedResponse {
    let alternatives = responses.narrowest(for: status)
    guard let first = alternatives.first else { return .undescribed }
    let types = alternatives.compactMap { $0.mediaType.flatMap { MediaRange($0.text) } }
    // One without a media type accepts all.
    guard let contentType else { return .response(first) }
    let chosen =
      types.count == alternatives.count
      ? MediaRange(contentType)?.choice(among: types).map { alternatives[$0] } : first
    guard let chosen, !chosen.payload.refusesStream(of: contentType, status: status) else {
      return .otherTypes(alternatives)
    }
    return .response(chosen)
  }
}

/// What is described for a range of statuses.
package protocol StatusDescription {
  var statuses: ClosedRange<Int> { get }
}

extension Endpoint.Response: StatusDescription {}
extension Failure: StatusDescription {}

extension Sequence where Element: StatusDescription {
  /// What describes a status: a code takes precedence over a range, and a range over all others.
  package func narrowest(for status: Int) -> [Element] {
    let fitting = filter { $0.statuses.contains(status) }
    guard let first = fitting.min(by: { $0.statuses.count < $1.statuses.count }) else { return [] }
    return fitting.filter { $0.statuses == first.statuses }
  }
}

extension Endpoint {
  /// The responses that clients expect. A single described success covers all successful statuses; without any, successes are
  /// empty. Otherwise each response covers the statuses in the spec.
  package var readResponses: [Response] {
    guard let first = responses.first else {
      return [Response(statuses: 200...299, payload: .empty, span: span)]
    }
    var read = responses
    if read.count == 1, (200..<300).contains(first.statuses.lowerBound) { read[0].statuses = 200...299 }
    // An empty response is accepted with any media type.
    for position in read.indices where read[position].payload == .empty { read[position].mediaType = nil }
    return read
  }

  /// What describes a response of the endpoint.
  ///
  /// - Parameter contentType: The response's `Content-Type`; nil if it isn't known.
  package func response(status: Int, contentType: String?) -> DescribedResponse {
    .choose(among: responses, status: status, contentType: contentType)
  }

  /// The header fields described for a status. Fields for its code take precedence over fields for a range.
  package func headers(status: Int) -> [ResponseHeader] {
    let described = (responses.map(\.statuses) + headers.flatMap(\.statuses)).filter { $0.contains(status) }
    let narrowest = described.map(\.count).min()
    return headers.filter { header in
      header.statuses.isEmpty
        || header.statuses.contains { $0.contains(status) && $0.count == narrowest }
    }
  }

  /// The failure that describes a status: the endpoint's own precedes its module's. Nil if none does.
  package func failure(status: Int, in module: Module) -> Failure? {
    failures(in: module).narrowest(for: status).first
  }

  /// The endpoint's failures, followed by those of its module that apply to it.
  package func failures(in module: Module) -> [Failure] { failures + applicable(module.failures) }

  /// The failures of a module that apply to the endpoint.
  package func applicable(_ shared: [Failure]) -> [Failure] { sharesFailures ? shared : [] }

  /// Whether failures of its module apply to the endpoint: not if its responses cover all other statuses.
  package var sharesFailures: Bool {
    takesModuleFailures && !responses.contains { $0.statuses == Endpoint.Response.otherStatuses }
  }
}

extension Endpoint.Response.Payload {
  /// Whether it is a stream, and clients refuse to read a response of this media type as one.
  ///
  /// - Parameter contentType: The response's `Content-Type`; nil if it has none.
  package func refusesStream(of contentType: String?, status: Int) -> Bool {
    guard status != 204, let usual = MediaRange(usualType) else { return false }
    switch self {
    case .stream(.events, _), .events: return usual.refusesStream(of: contentType, isOnlyThat: true)
    case .stream: return usual.refusesStream(of: contentType, isOnlyThat: false)
    case .empty, .bytes, .text, .json, .byteStream: return false
    }
  }

  /// The media type of a response without a described one.
  package var usualType: String {
    switch self {
    case .json, .empty: "application/json"
    case .text: "text/plain"
    case .bytes, .byteStream: "application/octet-stream"
    case .stream(.events, _), .events: "text/event-stream"
    case .stream(.lines, _), .stream(.textLines, _): "application/jsonl"
    case .stream(.sequence, _): "application/json-seq"
    }
  }
}
