import Foundation
import HTTPTypes
import Testing
import WGNAPICache
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPIStore
import WGNAPITesting

/// A client whose cache keeps its responses in a store on disk.
@Suite struct CacheTests {
  private static let applicationID = "an application's s3cret"
  private static let token = "a player's s3cret token"

  private struct Found: JSONModel {
    let name: String
    static let layout = ModelLayout<Self> { $0.required("name", \.name) }
  }

  private struct Search: APIRequest {
    typealias Response = [Found]
    var text: String
    var token: String?
    static let endpoint = Endpoint<Self>(
      "search", .get, "search/", response: .json(), policies: [.cache(.seconds(600))]
    ) {
      $0.query("text", \.text)
      $0.query("token", \.token, secret: true)
    }
  }

  private struct SearchClient: APIClient {
    let core: ClientCore

    init(_ transport: any HTTPTransport, _ cache: ResponseCache, _ clock: ManualClock) {
      core = ClientCore(
        api: APIDescription(name: "Test"), server: APIServer("main", "https://api.example.com"),
        parameters: [ClientParameter("application_id", CacheTests.applicationID, secret: true)],
        configuration: ClientConfiguration(transport: transport, middleware: [cache], clock: clock))
    }
  }

  private struct Service: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      // As some services do, it repeats what it was asked for.
      let fields: HTTPFields = [
        .contentLocation: request.path ?? "", .setCookie: "session=s3cret", .eTag: "\"v1\"",
      ]
      return TransportResponse(
        response: HTTPResponse(status: .ok, headerFields: fields), body: Array(#"[{"name": "gar"}]"#.utf8))
    }
  }

  private struct Nothing: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse { throw TransportError.failed(TransportFailure(.offline)) }
  }

  @Test func responsesOutliveTheProcess() async throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.store
    let clock = ManualClock()
    let request = Search(text: "gar", token: Self.token)
    let first = SearchClient(Service(), ResponseCache(store: try DiskResponseStore(at: folder)), clock)
    #expect(try await first.response(to: request).origin == .network)

    // Another process, as far as memory goes, without a network.
    let cache = ResponseCache(store: try DiskResponseStore(at: folder), staleIfError: .seconds(3_600))
    let second = SearchClient(Nothing(), cache, clock)
    clock.advance(by: .seconds(599))
    let kept = try await second.response(to: request)
    #expect(kept.origin == .cache)
    #expect(kept.age == .seconds(599))
    #expect(kept.value.map(\.name) == ["gar"])
    clock.advance(by: .seconds(1))
    #expect(try await second.response(to: request).origin == .stale)
    await #expect(throws: APIError.self) { try await second.send(Search(text: "gar", token: "another's")) }
    await second.removeAllCached()
    await #expect(throws: APIError.self) { try await second.send(request) }
  }

  private struct Change: APIRequest {
    typealias Response = Void
    static let endpoint = Endpoint<Self>("change", .put, "search/", response: .empty) {
      $0.query("text", \.text)
    }
    var text: String
  }

  /// RFC 9111, section 4.4: a change ends the response on disk as well, whoever makes it.
  @Test func aChangeEndsTheResponseOnDisk() async throws {
    let temporary = try TemporaryFolder()
    let clock = ManualClock()
    func client() throws -> SearchClient {
      SearchClient(Service(), ResponseCache(store: try DiskResponseStore(at: temporary.store)), clock)
    }
    _ = try await client().send(Search(text: "gar"))
    _ = try await client().send(Search(text: "other"))
    #expect(try await client().response(to: Search(text: "gar")).origin == .cache)
    _ = try? await client().send(Change(text: "gar"))
    #expect(try await client().response(to: Search(text: "gar")).origin == .network)
    #expect(try await client().response(to: Search(text: "other")).origin == .cache)
  }

  /// Cancels the task in which a change is made, when its response is there.
  private struct Cancelling: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      if request.method == .put { withUnsafeCurrentTask { $0?.cancel() } }
      return try await Service().send(request, body: body, options: options)
    }
  }

  /// Stores heed cancellation, and what is removed must be gone nevertheless.
  @Test func removalsOfACancelledTaskReachTheDisk() async throws {
    let temporary = try TemporaryFolder()
    let store = try DiskResponseStore(at: temporary.store)
    let client = SearchClient(Cancelling(), ResponseCache(store: store), ManualClock())
    let request = Search(text: "gar")
    let removals: [@Sendable () async throws -> Void] = [
      { _ = try await client.send(Change(text: "gar")) }, { try await client.removeCached(request) },
      { await client.removeCached(of: Search.self) }, { await client.removeAllCached() },
    ]
    for (number, removal) in removals.enumerated() {
      _ = try await client.send(request)
      let removing = Task {
        if number > 0 { withUnsafeCurrentTask { $0?.cancel() } }
        try await removal()
      }
      _ = await removing.result
      #expect(try await client.response(to: request).origin == .network, "removal \(number)")
    }
  }

  @Test func nothingOnDiskHoldsASecret() async throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.store
    let store = try DiskResponseStore(at: folder)
    let client = SearchClient(Service(), ResponseCache(store: store), ManualClock())
    _ = try await client.send(Search(text: "gar", token: Self.token))
    #expect(try await store.size > 0)
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let bytes = try Data(contentsOf: file)
      #expect(bytes.range(of: Data("s3cret".utf8)) == nil, "\(file.lastPathComponent)")
    }
  }
}
