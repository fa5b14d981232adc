import FlyingFox
import Foundation
import TestSupport
import WGNAPIRuntime

/// Runs a real server that answers with a list while `body` runs.
func withMovingList(_ list: MovingList, _ body: (ThingsClient) async throws -> Void) async throws {
  try await withLoopbackServer { request in
    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let response = list.response(
      method: request.method.rawValue, target: "\(request.path)\(query.isEmpty ? "" : "?\(query)")")
    var headers: FlyingFox.HTTPHeaders = [.contentType: "application/json", .eTag: response.tag]
    headers[HTTPHeader("Link")] = response.link
    return HTTPResponse(
      statusCode: response.status == 200 ? .ok : .notFound, headers: headers, body: Data(response.body.utf8))
  } _: { server in
    try await body(ThingsClient(server: server, configuration: ClientConfiguration(middleware: [])))
  }
}

extension FlyingFox.HTTPHeader {
  static let eTag = HTTPHeader("ETag")
}
