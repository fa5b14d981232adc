import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import WGNAPIAsyncHTTPClient
import WGNAPICache
import WGNAPIGenerated
import WGNAPILimits
import WGNAPIRetry
import WGNAPIRuntime
import WGNAPIStore
import WGNAPIURLSession
import WOT

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is measured: one request of a kind.
func makeRound(_ what: String, _ url: URL) async throws -> @Sendable (Int) async throws -> Void {
  switch what {
  case "memory": return hit(FastClient(url, cache: ResponseCache()))
  case "disk":
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wgnapi-benchmark-store")
    try? FileManager.default.removeItem(at: folder)
    // Without memory each response comes from the file, and is read anew.
    return hit(
      FastClient(url, cache: ResponseCache(memoryLimit: 0, store: try DiskResponseStore(at: folder))))
  case "ours": return miss(FastClient(url, cache: ResponseCache()))
  case "ours-urlsession":
    return miss(FastClient(url, cache: ResponseCache(), transport: URLSessionTransport()))
  case "ours-ahc":
    return miss(FastClient(url, cache: ResponseCache(), transport: AsyncHTTPClientTransport()))
  case "bare": return bare(url)
  case "bare-ahc": return bareAsyncHTTPClient(url)
  case "transport": return transport(ClientConfiguration().transport, url)
  case "transport-urlsession": return transport(URLSessionTransport(), url)
  case "transport-ahc": return transport(AsyncHTTPClientTransport(), url)
  default: throw Unusable()
  }
}

/// A client of the same API with a limit that is looked after and never reached.
private struct FastClient: APIClient {
  let core: ClientCore

  init(_ url: URL, cache: ResponseCache, transport: (any HTTPTransport)? = nil) {
    core = ClientCore(
      api: APIDescription(
        name: "WOT", basePath: "wot/",
        policies: [.rateLimit(1_000_000, per: .seconds(1), scope: .application)]),
      server: Server(url: url.absoluteString, like: .eu).core,
      parameters: [ClientParameter("application_id", "demo", secret: true)],
      configuration: ClientConfiguration(
        transport: transport, middleware: [cache, Retry(), RateLimiter.shared]))
  }
}

/// A response that is kept.
private func hit(_ client: FastClient) -> @Sendable (Int) async throws -> Void {
  { _ in
    let found = try await client.send(SearchPlayersRequest(search: "gar"))
    guard found.count == 100 else { throw Unusable() }
  }
}

/// A response that comes from the server.
private func miss(_ client: FastClient) -> @Sendable (Int) async throws -> Void {
  { index in
    let found = try await client.send(SearchPlayersRequest(search: "player \(index)"))
    guard found.count == 100 else { throw Unusable() }
  }
}

/// The same request by hand, read by the same code.
private func bare(_ url: URL) -> @Sendable (Int) async throws -> Void {
  let configuration = URLSessionConfiguration.ephemeral
  configuration.urlCache = nil
  let session = URLSession(configuration: configuration)
  return { index in
    guard
      let target = URL(
        string: "wot/account/list/?search=player%20\(index)&application_id=demo", relativeTo: url)
    else { throw Unusable() }
    var request = URLRequest(url: target)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let (data, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Unusable() }
    try read(Array(data))
  }
}

/// The same by AsyncHTTPClient.
private func bareAsyncHTTPClient(_ url: URL) -> @Sendable (Int) async throws -> Void {
  let base = url.absoluteString
  return { index in
    var request = HTTPClientRequest(
      url: base + "wot/account/list/?search=player%20\(index)&application_id=demo")
    request.headers.add(name: "Accept", value: "application/json")
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
    guard response.status == .ok else { throw Unusable() }
    let body = try await response.body.collect(upTo: 1 << 20)
    try read(Array(body.readableBytesView))
  }
}

/// A transport alone.
private func transport(_ transport: any HTTPTransport, _ url: URL) -> @Sendable (Int) async throws -> Void {
  let authority = "\(url.host ?? ""):\(url.port ?? 80)"
  return { index in
    let request = HTTPRequest(
      method: .get, scheme: "http", authority: authority,
      path: "/wot/account/list/?search=player%20\(index)&application_id=demo",
      headerFields: [.accept: "application/json"])
    let response = try await transport.send(request, body: [], options: TransportOptions())
    try read(response.body)
  }
}

/// What all of them do with a body.
private func read(_ body: [UInt8]) throws {
  guard try Response.decodeReporting(body).value.data.count == 100 else { throw Unusable() }
}

/// The whole response, with its envelope.
private struct Response: JSONModel {
  let status: String
  let data: [PlayerMatch]

  static let layout = ModelLayout<Self> {
    $0.required("status", \.status)
    $0.required("data", \.data)
  }
}
