import Foundation
import Kiosk
import TestSupport
import Testing
import WGNAPIOAuth
import WGNAPIRuntime

/// The errors of a client on `docs/troubleshooting.md`, word for word: each is provoked by a server.
@Suite(.timeLimit(.minutes(5))) struct TroubleshootingPageTests {
  private let page: PageCode
  private let server: MisbehavingServer

  init() throws {
    page = try PageCode("troubleshooting.md")
    server = try MisbehavingServer { request in
      switch request.target {
      case "/orders/1": [.response(#"{"data": {"id": "7", "state": "packed"}}"#)]
      case "/orders/2": [.response(#"{"data": {"id": 7}}"#)]
      case "/orders/3": [.response("<html><body>Welcome</body></html>", fields: [])]
      case "/orders/4":
        [
          .response(
            "", status: "301 Moved Permanently", fields: ["Location: https://www.example.com/orders/4"])
        ]
      case "/orders/5": [.response("not found", status: "404 Not Found")]
      case "/prices/B-1":
        [
          .response(
            #"{"amount": 1, "currency": "euro", "tax": 0, "available": 1, "updated": 1, "discounts": {}}"#)
        ]
      default: [.response("{}")]
      }
    }
  }

  /// The error of a call, with an invented server in place of the real one.
  private func text<Value>(
    _ decoding: JSONDecoding? = nil, at url: String? = nil, _ call: (Client) async throws -> Value
  ) async throws -> String {
    let url = url ?? server.server.baseURL
    var configuration = ClientConfiguration(middleware: [])
    if let decoding { configuration.decoding = decoding }
    let client = Client(server: Server(url: url, like: .main), configuration: configuration)
    let error = try await #require(throws: APIError.self) { try await call(client) }
    return "\(error)".replacingOccurrences(of: url, with: "https://api.example.com")
  }

  private func expectOnThePage(_ text: String) {
    let all = page.texts("text").map { $0.split(separator: "\n").joined(separator: " ") }
    #expect(all.contains { $0.contains(text) }, "\(text)")
  }

  @Test func responsesThatAreOtherwise() async throws {
    expectOnThePage(try await text { try await $0.order(id: 1) })
    expectOnThePage(try await text { try await $0.order(id: 2) })
    expectOnThePage(try await text { try await $0.order(id: 3) })
    expectOnThePage(try await text { try await $0.order(id: 4) })
    expectOnThePage(try await text { try await $0.order(id: 5) })
    expectOnThePage(try await text(JSONDecoding(validation: .strict)) { try await $0.price(sku: "B-1") })
  }

  @Test func requestsThatAreNotSent() async throws {
    expectOnThePage(
      try await text { try await $0.searchBooks(payload: .init(query: "lighthouse", pageSize: 500)) })
    expectOnThePage(try await text { try await $0.whoAmI() })
    let application = OAuthApplication(
      Client.api.oauth2("member")?.at(Server.main.core), clientID: "app", configuration: ClientConfiguration()
    )
    let session = OAuthSession(application, storage: MemoryTokenStorage())
    expectOnThePage(try await text { try await $0.with(member: session).whoAmI() })
    expectOnThePage(try await text(at: "api.example.com") { try await $0.order(id: 1) })
    #expect(server.requests.isEmpty)
  }

  #if os(Linux)
    @Test func serversThatAreNotThere() async throws {
      expectOnThePage(try await text(at: "http://127.0.0.1:1") { try await $0.order(id: 1) })
      let plain = try RawServer(
        answering: Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8), connections: 4, waits: false)
      let error = try await text(at: "https://127.0.0.1:\(plain.port)") { try await $0.order(id: 1) }
      // The table has the number of another cause than the example.
      #expect(page.text.contains("| 35 | The server doesn't speak TLS"))
      expectOnThePage(error.replacingOccurrences(of: "libcurl 35", with: "libcurl 60"))
    }
  #endif
}
