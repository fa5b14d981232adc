import HTTPTypes
import TestSupport
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIClient

/// Answers with one element and a link, given by the number of the request.
struct Linking: HTTPTransport {
  let log: Log
  let link: @Sendable (Int) -> String?

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let index = log.add("\(request.method.rawValue) \(request.path ?? "")")
    var fields = HTTPFields()
    if let link = link(index), let name = HTTPField.Name("Link") { fields[name] = link }
    return TransportResponse(
      response: HTTPResponse(status: .ok, headerFields: fields),
      body: Array(#"{"status":"ok","data":[{"id":\#(index),"version":0}]}"#.utf8))
  }
}

extension ThingsClient {
  init(core: ClientCore) { self.core = core }

  /// A client for a service whose responses have one element and a link, given by the number of the request.
  static func linking(
    _ log: Log, _ parameters: [ClientParameter] = [], server: String = "https://list.example:443",
    observers: [ClientObserver] = [], middleware: [any APIMiddleware] = [],
    _ link: @escaping @Sendable (Int) -> String?
  ) -> ThingsClient {
    ThingsClient(
      core: ClientCore(
        api: APIDescription(name: "things", basePath: "v1/x"), server: APIServer("eu", server),
        parameters: parameters,
        configuration: ClientConfiguration(
          transport: Linking(log: log, link: link), observers: observers, middleware: middleware)))
  }
}

/// The elements of a sequence.
func all<S: AsyncSequence>(_ sequence: S) async throws -> [S.Element] {
  var elements: [S.Element] = []
  for try await element in sequence { elements.append(element) }
  return elements
}
