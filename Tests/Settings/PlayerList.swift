import HTTPTypes
import WGNAPIJSON
import WGNAPIRuntime
public import WOT

/// What a view of an app shows.
public final class PlayerList {
  public private(set) var names: [String] = []
  public private(set) var message: String?
  private let client: Client

  public init(client: Client) { self.client = client }

  public func search(_ text: String) async {
    do {
      let players = try await client.searchPlayers(search: text, limit: 10)
      names = players.map(\.nickname)
      let details = try await client.players(accountIDs: players.map(\.accountID))
      names += details.values.compactMap { $0?.nickname }
    } catch let error as APIError {
      message = error.failure?.message ?? "\(error)"
    } catch {
      message = "\(error)"
    }
  }

  public func stored(_ text: String) throws -> [PlayerMatch] {
    try JSON.decode([PlayerMatch].self, from: Array(text.utf8))
  }
}

struct CountingMiddleware: APIMiddleware {
  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    try await next(request)
  }
}

actor CountingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private var count = 0

  init(_ base: any HTTPTransport) { self.base = base }

  func send(_ request: HTTPRequest, body: [UInt8], options: TransportOptions) async throws
    -> TransportResponse
  {
    count += 1
    return try await base.send(request, body: body, options: options)
  }
}
