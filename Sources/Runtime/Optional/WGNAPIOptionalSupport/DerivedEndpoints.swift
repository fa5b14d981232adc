import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

/// Endpoints that are derived from others for generic requests, which can't have stored static properties. Each is made once.
package enum DerivedEndpoints {
  private static let mutex = Mutex()
  nonisolated(unsafe) private static var endpoints: [ObjectIdentifier: any Sendable] = [:]

  package static func endpoint<Request: APIRequest>(
    _ request: Request.Type, _ make: () -> Endpoint<Request>
  ) -> Endpoint<Request> {
    let key = ObjectIdentifier(request)
    if let known = mutex.withLock({ endpoints[key] }) as? Endpoint<Request> { return known }
    let made = make()
    mutex.withLock { endpoints[key] = made }
    return made
  }
}

extension Parameter {
  /// Returns the same parameter for a request type that contains this request in a property.
  package func lifted<Outer>(by path: KeyPath<Outer, Request>) -> Parameter<Outer> {
    func lift<Source: ParameterSource>(_ source: Source) -> any ParameterSource<Outer>
    where Source.Request == Request { LiftedSource(path: path, source: source) }
    return reading(lift(source))
  }
}

/// A parameter of a request that is contained in another one.
///
/// Unchecked for the same reason as ``PropertySource``.
private struct LiftedSource<Request, Source: ParameterSource>: ParameterSource, @unchecked Sendable {
  let path: KeyPath<Request, Source.Request>
  let source: Source

  var coder: any JSONCoder.Type { source.coder }

  func json(of request: Request) throws(JSONError) -> [UInt8]? {
    try source.json(of: request[keyPath: path])
  }

  func hiddenJSON(of request: Request) throws(JSONError) -> [UInt8]? {
    try source.hiddenJSON(of: request[keyPath: path])
  }

  func secrets(of request: Request) -> [JSON] { source.secrets(of: request[keyPath: path]) }

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
