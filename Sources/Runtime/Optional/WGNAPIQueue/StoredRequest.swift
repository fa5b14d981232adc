import WGNAPIClient
import WGNAPIJSON
import WGNAPIOptionalSupport

/// A request that was stored: the endpoint of `Base`, with values in place of its properties.
struct StoredRequest<Base: APIRequest>: APIRequest {
  typealias Response = Base.Response
  typealias ServiceEnvelope = Base.ServiceEnvelope
  typealias ServiceCode = Base.ServiceCode

  var values: [StoredContent.Place: [UInt8]]

  /// Assigns stored values to the endpoint's parameters.
  ///
  /// - Throws: ``Unknown`` if the endpoint no longer has one of the parameters.
  init(_ values: [StoredContent.Place: [UInt8]]) throws(Unknown) {
    self.values = [:]
    let parameters = Base.endpoint.parameters
    for (place, bytes) in values {
      if parameters.contains(where: { StoredContent.Place($0.name, $0.location) == place }) {
        self.values[place] = bytes
        continue
      }
      // A newer version of the API description may have moved it.
      let moved = parameters.filter { $0.name == place.name }
      guard moved.count == 1, let parameter = moved.first else { throw Unknown(name: place.name) }
      self.values[StoredContent.Place(parameter.name, parameter.location)] = bytes
    }
  }

  /// A parameter that the endpoint no longer has.
  struct Unknown: Error {
    let name: String
  }

  static var endpoint: Endpoint<Self> {
    DerivedEndpoints.endpoint(Self.self) {
      let base = Base.endpoint
      func reading(_ parameter: Parameter<Base>) -> Parameter<Self> {
        parameter.reading(
          StoredSource<Base>(
            place: StoredContent.Place(parameter.name, parameter.location), coder: parameter.source.coder))
      }
      return Endpoint(like: base, parameters: base.parameters.map(reading), response: base.response)
    }
  }
}

/// A stored value.
private struct StoredSource<Base: APIRequest>: ParameterSource {
  typealias Request = StoredRequest<Base>

  let place: StoredContent.Place
  let coder: any JSONCoder.Type

  func json(of request: Request) throws(JSONError) -> [UInt8]? { request.values[place] }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool {
    request.values[place] = json
    return true
  }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs.values[place] == rhs.values[place] }

  func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request.values[place]) }
}
