import Foundation
import HTTPTypes
import Hummingbird
import InMemoryTracing
import Logging
import WGNAPIRuntime

/// Asks the proxy.
struct Caller: Sendable {
  struct UpstreamResponse: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: String
    var origin: String? { headers[.origin] }
  }

  let port: Int

  /// Many callers at once need more connections than a client usually has to one host.
  private let transport: any HTTPTransport = {
    #if os(Linux)
      return CurlTransport(configuration: .init(connectionsPerHost: 100))
    #else
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpMaximumConnectionsPerHost = 100
      return URLSessionTransport(configuration: configuration)
    #endif
  }()

  init(port: Int) { self.port = port }

  func get(_ path: String, _ fields: HTTPFields = [:]) async throws -> UpstreamResponse {
    let request = HTTPRequest(
      method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: path, headerFields: fields)
    let received = try await transport.send(
      request, body: [], options: TransportOptions())
    return UpstreamResponse(
      status: received.response.status.code, headers: received.response.headerFields,
      body: String(decoding: received.body, as: UTF8.self))
  }
}

/// Runs a server on the loopback as long as `body`, and gives it the server's port.
///
/// - Parameter untilAsked: Whether the server ends when the process is asked to (SIGTERM), and not with `body`.
func serving(
  _ router: Router<BasicRequestContext>, untilAsked: Bool = false, _ body: (Int) async throws -> Void
) async throws {
  let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
  var logger = Logger(label: "server")
  logger.logLevel = .critical
  let application = Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) }, logger: logger)
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await application.runService(gracefulShutdownSignals: untilAsked ? [.sigterm] : []) }
    for await port in ports {
      try await body(port)
      break
    }
    if !untilAsked { group.cancelAll() }
    try await group.waitForAll()
  }
}

extension HTTPField.Name {
  /// The fields by which the tracer in memory passes a trace on; others send `traceparent`.
  static var traceID: Self { Self(InMemoryTracer.traceIDKey) ?? .via }
  static var spanID: Self { Self(InMemoryTracer.spanIDKey) ?? .via }
}
