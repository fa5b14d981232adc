import Depot
import TestSupport
import Testing
import WGNAPIRuntime

/// The code of `docs/requests.md`, word for word, against a server.
@Suite(.timeLimit(.minutes(5))) struct RequestsPageTests {
  private let server: MisbehavingServer
  private let client: Client

  init() throws {
    server = try MisbehavingServer { _ in [.response(#"{"seen":"yes"}"#)] }
    client = Client(server: Server(url: server.server.baseURL, like: .main))
  }

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("requests.md")
    #expect(page.blocks.count == 2)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func constants() async throws {
    let configuration = ClientConfiguration(userAgent: "Harbour/2 (+https://harbour.example)")
    #expect(configuration.userAgent?.hasPrefix("Harbour/2") == true)
    _ = try await client.items(page: 2)
    #expect(server.requests.last?.fields["x-mode"] == "fast")
  }
}
