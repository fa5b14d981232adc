import HTTPTypes
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIClient

extension APIRequest {
  /// Returns this request as a client composes it.
  ///
  /// - Parameters:
  ///   - server: The client's server.
  ///   - basePath: The API's path below the server's.
  ///   - parameters: The client's common parameters.
  ///   - headers: The API's header fields.
  ///   - method: The method of the call; nil for the endpoint's.
  package func composed(
    for server: APIServer, basePath: String = "", parameters: [ClientParameter] = [],
    headers: KeyValuePairs<String, String> = [:], method: HTTPRequest.Method? = nil
  ) throws -> ComposedRequest {
    try ClientCore(
      api: APIDescription(name: "API", basePath: basePath, headers: headers), server: server,
      parameters: parameters, configuration: ClientConfiguration()
    ).compose(self, options: CallOptions(method: method))
  }
}
