// What a module says about its endpoints together.

extension Endpoint {
  /// Whether it omits a parameter of the client.
  package func omits(_ clientParameter: Parameter) -> Bool {
    omittedClientParameters.contains { $0.text == clientParameter.name.text }
  }
}

extension Module {
  /// The client's parameters that requests of an endpoint contain: without those that it omits, or replaces with its own.
  package func clientParameters(of endpoint: Endpoint) -> [Parameter] {
    indexedClientParameters(of: endpoint).map(\.parameter)
  }

  /// The same, each with its index among all of the client's.
  package func indexedClientParameters(of endpoint: Endpoint) -> [(position: Int, parameter: Parameter)] {
    let own = Set(endpoint.parameters.map(\.name.text))
    return clientParameters.enumerated().filter { !own.contains($1.name.text) && !endpoint.omits($1) }
      .map { ($0, $1) }
  }

  /// The envelope of an endpoint's responses; nil for none.
  package func envelope(of endpoint: Endpoint) -> Envelope? {
    endpoint.envelope.flatMap { name in envelopes.first { $0.name.text == name.text } }
  }
}
