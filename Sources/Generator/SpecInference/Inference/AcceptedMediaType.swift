import APIModel

extension Module {
  /// The media type that a client must ask for, as all requests of an endpoint did; nil if that is what clients ask for without
  /// being told to.
  package func mediaType(wantedBy found: FoundEndpoint, _ endpoint: Endpoint) -> ConstantHeader? {
    guard let (type, count) = found.operation.accepts.first, found.operation.accepts.count == 1,
      count >= found.operation.accepted, acceptedTypes(of: endpoint) == "application/json"
    else { return nil }
    return ConstantHeader(name: Name(guess: "Accept"), value: type)
  }

  /// Adds the media types that clients must ask for: to the module if all endpoints have the same one.
  mutating func addWantedMediaTypes(_ found: [FoundEndpoint]) {
    let wanted = zip(endpoints, found).map { mediaType(wantedBy: $1, $0) }
    if let first = wanted.first, let type = first, wanted.count > 1, wanted.allSatisfy({ $0 == type }) {
      constantHeaders = [type]
    } else {
      for (place, header) in wanted.enumerated() {
        endpoints[place].constantHeaders = [header].compactMap(\.self)
      }
    }
  }
}
