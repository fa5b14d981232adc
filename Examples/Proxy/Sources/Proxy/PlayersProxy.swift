import HTTPTypes
import Hummingbird
import Logging
import WGNAPICache
import WGNAPILimits
import WGNAPIObservability
import WGNAPIRuntime
import WOT

/// The routes of the proxy, and the client behind them.
struct PlayersProxy: Sendable {
  let client: WOT.Client

  /// Creates a proxy with a client that all requests share: its cache, its limits and its connections.
  init(server: WOT.Server, applicationID: String, logger: Logger) {
    // Stale responses are better than none while the service is down.
    let middleware = Client.middleware
      .replacing(ResponseCache(staleIfError: .seconds(3600)))
      .inserting(CircuitBreaker(), before: RateLimiter.self)
      .replacing(RateLimiter())
    client = Client(
      server: server, applicationID: applicationID,
      configuration: ClientConfiguration(
        timeout: .seconds(5), observers: [.log(logger)],
        middleware: middleware.observed(by: Observability(logger: logger))))
  }

  var router: Router<BasicRequestContext> {
    let router = Router()
    // The span of the server's request is the parent of the client's.
    router.middlewares.add(TracingMiddleware())
    router.middlewares.add(MetricsMiddleware())
    router.get("players") { request, _ in
      let search = request.uri.queryParameters.get("search") ?? ""
      return try await response(request, with: SearchPlayersRequest(search: search, limit: 10))
    }
    router.get("players/:id") { request, context in
      let id = try context.parameters.require("id", as: Int.self)
      return try await response(request, with: PlayersRequest(accountIDs: [AccountID(rawValue: id)]))
    }
    return router
  }

  /// Returns the service's response, or a status that says why there is none.
  ///
  /// A caller who hangs up cancels the call. Hummingbird notices that by reading on, so the connection can't be used again.
  private func response<Call: APIRequest>(_ request: Request, with call: Call) async throws -> Response
  where Call.Response: JSONValue {
    var response = try await request.body.consumeWithCancellationOnInboundClose { _ in
      do {
        let received = try await client.response(to: call)
        return Response(
          try JSON.encode(received.value), type: "application/json",
          headers: [.age: "\(received.age.components.seconds)", .origin: received.origin.rawValue])
      } catch let error as APIError {
        return try Refusal(error).response
      }
    }
    response.headers[.connection] = "close"
    return response
  }
}

extension Response {
  init(
    _ body: [UInt8], status: HTTPResponse.Status = .ok, type: String, headers: HTTPFields = [:]
  ) {
    self.init(status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    self.headers[.contentType] = type
  }
}

extension HTTPField.Name {
  /// Where a response came from: `network`, `cache`, `revalidated` or `stale`.
  static var origin: Self { Self("X-Origin") ?? .via }
}
