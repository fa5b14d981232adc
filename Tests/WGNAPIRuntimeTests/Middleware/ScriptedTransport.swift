import HTTPTypes
import Synchronization
import WGNAPIGenerated
import WGNAPILimits
import WGNAPIRuntime

/// Answers as a closure says, which is told how many requests came before, and counts.
final class ScriptedTransport: HTTPTransport {
  typealias Script = @Sendable (_ index: Int, _ request: HTTPRequest) async throws -> TransportResponse

  private let script: Script
  private let received = Locked<[HTTPRequest]>([])

  init(_ script: @escaping Script) { self.script = script }

  /// What has come so far.
  var requests: [HTTPRequest] { received.withLock(\.self) }

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    let index = received.withLock { requests in
      requests.append(request)
      return requests.count - 1
    }
    return try await script(index, request)
  }
}

extension TransportResponse {
  static func json(_ body: String, status: Int = 200, retryAfter: String? = nil) -> TransportResponse {
    var fields = HTTPFields()
    fields[.contentType] = "application/json"
    fields[.retryAfter] = retryAfter
    return TransportResponse(
      response: HTTPResponse(status: .init(code: status), headerFields: fields), body: Array(body.utf8))
  }

  /// An empty list of players.
  static let noPlayers = json(#"{"status":"ok","data":[]}"#)

  /// A service's error with HTTP status 200.
  static func refusal(_ message: String, code: Int = 504) -> TransportResponse {
    json(#"{"status":"error","error":{"code":\#(code),"message":"\#(message)"}}"#)
  }
}

/// A client of the players API with limits of its own.
struct LimitedClient: APIClient {
  let core: ClientCore

  init(
    _ transport: any HTTPTransport, _ clock: any ClientClock, middleware: [any APIMiddleware],
    limits: [RateLimit] = [], limitErrors: [ServiceErrorPattern] = [], limitFields: RateLimitFields? = nil,
    server: String = "https://api.example.eu", applicationID: String = "demo-id",
    random: RandomSource = .system, observers: [ClientObserver] = []
  ) {
    var policies: Policies = [Policy(RateLimits(all: limits))]
    policies[RateLimitFields.self] = limitFields
    core = ClientCore(
      api: APIDescription(name: "players", policies: policies, tooManyRequests: limitErrors),
      server: APIServer("eu", server),
      parameters: [ClientParameter("application_id", applicationID, secret: true)],
      configuration: ClientConfiguration(
        transport: transport, observers: observers, middleware: middleware, clock: clock, random: random))
  }
}

/// A list that tasks append to.
final class Record<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])
  var all: [Element] { elements.withLock(\.self) }
  func append(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// A number that tasks change.
final class Counter: Sendable {
  private let number: Atomic<Int>
  init(_ number: Int) { self.number = Atomic(number) }
  var value: Int { number.load(ordering: .sequentiallyConsistent) }
  /// Takes one away and gives what is left.
  @discardableResult
  func decrement() -> Int { number.subtract(1, ordering: .sequentiallyConsistent).newValue }
}
