import Depot
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime

/// The code of `docs/requests.md`, word for word, against a server; that of bodies is in `BodiesPageTests`.
@Suite(.timeLimit(.minutes(5))) struct RequestsPageTests {
  private let server: MisbehavingServer
  private let client: Client

  init() throws {
    server = try MisbehavingServer { _ in [.response(#"{"seen":"yes"}"#)] }
    client = Client(server: Server(url: server.server.baseURL, like: .main))
  }

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("requests.md", without: ["Bodies"])
    #expect(page.blocks.count == 6)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func constants() async throws {
    let configuration = ClientConfiguration(userAgent: "Harbour/2 (+https://harbour.example)")
    #expect(configuration.userAgent?.hasPrefix("Harbour/2") == true)
    _ = try await client.items(page: 2)
    #expect(server.requests.last?.fields["x-mode"] == "fast")
  }

  @Test func otherServers() async throws {
    let (testURL, uploadsURL, token) = (server.server.baseURL, server.server.baseURL + "/uploads", "t")
    let server = Server(url: testURL, like: .main, uploads: uploadsURL)
    let client = Client(server: server, token: .bearer(token))
    _ = try await client.upload(payload: [1, 2, 3])
    #expect(self.server.requests.last?.target == "/uploads/files")
  }

  @Test func styles() async throws {
    _ = try await client.queries(
      exploded: ["a", "b"], pipes: ["x": 1], filter: Filter(name: "n", price: .init(gte: 1), tags: ["x"]))
    let query = try #require(server.requests.last?.target.removingPercentEncoding)
    let page = try PageCode("requests.md").text.replacingOccurrences(of: "%7C", with: "|")
    #expect(page.contains(query.dropFirst("/v1/queries?".count)))
    _ = try await client.contents(owner: "octo", file: "docs/read me.md")
    #expect(server.requests.last?.target == "/v1/contents/octo/docs/read%20me.md")
    _ = try await client.state(room: "!hall", type: "m.room.topic", key: "")
    #expect(server.requests.last?.target == "/v1/rooms/%21hall/state/m.room.topic/")
    await #expect(throws: APIError.self) { try await client.state(room: "!hall", type: "", key: "") }
  }
}
