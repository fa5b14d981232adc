import FlyingFox
import Foundation
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPIServers

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Servers whose URLs have variables: a request for one tenant or region isn't sent to another.
@Suite struct TenantTests {
  private let desktop: Desktop
  private let paths = Paths()

  init() throws { desktop = try Desktop() }

  private func queue(_ place: APIServer, tenant: String) throws -> RequestQueue {
    let server = APIServer(
      "tenants", template: "\(place.baseURL)/{tenant}", variables: ["tenant": .free(tenant)])
    return try RequestQueue(
      at: desktop.folder,
      client: Desk(
        server, token: Rotating(first: "token-of-\(tenant)"),
        configuration: ClientConfiguration(timeout: .seconds(30), middleware: [])),
      requests: [AddNoteRequest.self])
  }

  @Test func aRequestForOneTenantIsNotSentToAnother() async throws {
    try await withLoopbackServer(paths.respond) { place in
      do { try await queue(place, tenant: "acme").enqueue(note("1")) }
      do {
        let other = try queue(place, tenant: "globex")
        #expect(try await other.flush().delivered == 0)
        #expect(paths.all.isEmpty)
        let failure = try #require(try await other.deadLetters().first?.failure)
        #expect(failure.kind == .unknownRequest && failure.description.contains("tenants at another URL"))
      }
      let queue = try queue(place, tenant: "acme")
      let letter = try #require(try await queue.deadLetters().first)
      try await queue.retry(deadLetter: letter.id)
      #expect(try await queue.flush().delivered == 1)
      #expect(paths.all == ["/acme/documents/d/notes Bearer token-of-acme"])
      #expect(try desktop.bytes().range(of: Data("/acme".utf8)) == nil)
    }
  }

  @Test(arguments: ["https://desk.example/", "HTTPS://Desk.Example:443", "https://desk.example//"])
  func aURLHasManySpellings(_ url: String) async throws {
    do { try await desktop.queue().enqueue(note("1")) }
    let client = Desk(
      APIServer("eu", url),
      configuration: ClientConfiguration(transport: desktop.service, middleware: [], clock: desktop.clock))
    #expect(try await desktop.queue(client).flush().delivered == 1)
  }

  @Test(arguments: ["http://desk.example", "https://desk.example:8443", "https://desk.example/b"])
  func theWholeURLCounts(_ url: String) async throws {
    do { try await desktop.queue().enqueue(note("1")) }
    let client = Desk(
      APIServer("eu", url),
      configuration: ClientConfiguration(transport: desktop.service, middleware: [], clock: desktop.clock))
    try await desktop.queue(client).flush()
    #expect(desktop.service.arrivals.isEmpty)
  }

  /// Variables may be only in the URL of an endpoint's own server.
  @Test func otherServersCountForTheirEndpoints() {
    func core(_ uploads: String, _ known: [OtherServer]) -> ClientCore {
      ClientCore(
        api: APIDescription(name: "Desk", otherServers: known),
        server: APIServer("eu", "https://desk.example", others: ["uploads": uploads]),
        configuration: ClientConfiguration())
    }
    let known = [OtherServer("uploads")]
    let (first, second) = (core("https://a.example", known), core("https://b.example", known))
    let upload = ServerAddresses(first.server, other: "uploads")
    #expect(upload.areThose(of: first) && !upload.areThose(of: second))
    // The API no longer has it, so the request goes elsewhere.
    #expect(upload.areThose(of: core("https://b.example", [])))
    #expect(ServerAddresses(first.server, other: nil).areThose(of: second))
  }
}

/// What arrived.
///
/// Unchecked: all mutable state is behind the lock.
private final class Paths: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [String] = []

  var all: [String] { lock.withLock { list } }

  @Sendable func respond(_ request: FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse {
    let text = "\(request.path) \(request.headers[.authorization] ?? "")"
    lock.withLock { list.append(text) }
    return .json("{}")
  }
}
