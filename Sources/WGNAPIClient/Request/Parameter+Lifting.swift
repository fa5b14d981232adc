import WGNAPIJSON

extension Parameter {
  /// Returns the same parameter for a request type that contains this request in a property.
  package func lifted<Outer>(by path: KeyPath<Outer, Request>) -> Parameter<Outer> {
    func lift<Source: ParameterSource>(_ source: Source) -> any ParameterSource<Outer>
    where Source.Request == Request { LiftedSource(path: path, source: source) }
    return Parameter<Outer>(facts: facts, source: lift(source))
  }

  /// Creates a parameter with a list of texts in the query or the form.
  package static func texts(
    _ name: String, _ location: ParameterLocation, separator: String?, _ path: KeyPath<Request, [String]?>
  ) -> Parameter {
    Parameter(
      facts: ParameterFacts(name: name, location: location, separator: separator),
      source: PropertySource<Request, [String]?>(path: path))
  }
}

/// A parameter of a request that is contained in another one.
///
/// Unchecked for the same reason as ``PropertySource``.
private struct LiftedSource<Request, Source: ParameterSource>: ParameterSource, @unchecked Sendable {
  let path: KeyPath<Request, Source.Request>
  let source: Source

  var schema: Schema { source.schema }

  func json(of request: Request) throws(JSONError) -> [UInt8]? {
    try source.json(of: request[keyPath: path])
  }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool {
    guard let path = path as? WritableKeyPath<Request, Source.Request> else { return false }
    return try source.set(json, on: &request[keyPath: path])
  }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool {
    source.areEqual(lhs[keyPath: path], rhs[keyPath: path])
  }

  func hash(_ request: Request, into hasher: inout Hasher) {
    source.hash(request[keyPath: path], into: &hasher)
  }
}
