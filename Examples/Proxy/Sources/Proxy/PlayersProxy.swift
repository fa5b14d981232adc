import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import WGNAPIObservability
import WGNAPIRuntime
import WOT

/// The routes of the proxy, and the client behind them.
struct PlayersProxy: Sendable {
  let client: WOT.Client

  /// Creates a proxy with a client that all requests share: its cache, its limits and its connections.
  init(server: WOT.Server, applicationID: String, logger: Logger) {
    // Stale answers are better than none while the service is down.
    let cache = ResponseCache(staleIfError: .seconds(3600))
    let middleware = [any Middleware].standard(cache: cache, breaker: CircuitBreaker())
    let configuration = ClientConfiguration(
      timeout: .seconds(5), observers: [.log(logger)],
      middleware: middleware.observed(by: Observability(logger: logger)))
    client = Client(server: server, applicationID: applicationID, configuration: configuration)
  }

  var router: Router<BasicRequestContext> {
    let router = Router()
    // The span of the server's request is the parent of the client's.
    router.middlewares.add(TracingMiddleware())
    router.middlewares.add(MetricsMiddleware())
    router.get("players") { request, _ in
      let search = request.uri.queryParameters.get("search") ?? ""
      return try await answer(to: SearchPlayersRequest(search: search, limit: 10))
    }
    router.get("players/:id") { _, context in
      let id = try context.parameters.require("id", as: Int.self)
      return try await answer(to: PlayersRequest(accountIDs: [AccountID(rawValue: id)]))
    }
    return router
  }

  /// Returns the service's answer, or a status that says why there is none.
  private func answer<Request: APIRequest>(to request: Request) async throws -> Response
  where Request.Response: JSONValue {
    do {
      let answer = try await client.answer(to: request)
      let headers: HTTPFields = [
        .contentType: "application/json", .age: "\(answer.age.components.seconds)",
        .origin: answer.origin.rawValue,
      ]
      let body = ByteBuffer(bytes: try answer.value.encoded())
      return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    } catch let error as APIError {
      return refusal(error)
    }
  }

  /// The callers learn the kind of the error, and nothing of the service's URLs and messages.
  private func refusal(_ error: APIError) -> Response {
    var headers: HTTPFields = [.contentType: "text/plain"]
    let status: HTTPResponse.Status
    switch error.kind {
    case .invalidRequest: status = .badRequest
    case .service: status = error.isRetryable ? .serviceUnavailable : .badRequest
    case .timedOut: status = .gatewayTimeout
    case .rateLimited(let wait), .circuitOpen(let wait):
      status = .serviceUnavailable
      headers[.retryAfter] = "\(wait.components.seconds + 1)"
    default: status = .badGateway
    }
    return Response(
      status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: error.kind.name)))
  }
}

extension HTTPField.Name {
  /// Where an answer came from: `network`, `cache`, `revalidated` or `stale`.
  static var origin: Self { Self("X-Origin") ?? .via }
}
