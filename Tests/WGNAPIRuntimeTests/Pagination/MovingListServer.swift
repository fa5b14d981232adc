import FlyingFox
import Foundation
import TestSupport
import WGNAPIRuntime

/// Runs a real server that answers with a list while `body` runs.
func withMovingList(_ list: MovingList, _ body: (ThingsClient) async throws -> Void) async throws {
  try await withLoopbackServer { request in
    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let answer = list.response(
      method: request.method.rawValue, target: "\(request.path)\(query.isEmpty ? "" : "?\(query)")")
    var headers: FlyingFox.HTTPHeaders = [.contentType: "application/json", .eTag: answer.tag]
    headers[HTTPHeader("Link")] = answer.link
    return HTTPResponse(
      statusCode: answer.status == 200 ? .ok : .notFound, headers: headers, body: Data(answer.body.utf8))
  } _: { server in
    try await body(ThingsClient(server: server, configuration: ClientConfiguration(middleware: [])))
  }
}

extension FlyingFox.HTTPHeader {
  static let eTag = HTTPHeader("ETag")
}
