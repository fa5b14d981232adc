import Bookshop
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime

/// The code of `docs/openapi.md`, word for word, against a server.
@Suite(.timeLimit(.minutes(5))) struct OpenAPIPageTests {
  @Test func thePageIsCompiled() throws {
    let page = try PageCode("openapi.md")
    #expect(page.blocks.count == 3)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func createsAClient() {
    let token = "secret"
    let client = Client(server: .sandbox, token: .bearer(token))
    #expect("\(client)".isEmpty == false)
  }

  private func client(_ status: String, _ body: String) throws -> (MisbehavingServer, Client) {
    let server = try MisbehavingServer { _ in
      [
        .text(
          "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
      ]
    }
    return (
      server,
      Client(
        server: Server(url: server.server.baseURL, like: .sandbox), token: .bearer("secret"),
        configuration: ClientConfiguration(middleware: []))
    )
  }

  @Test func listsBooks() async throws {
    let (server, client) = try client("200 OK", #"{"data": [], "has_more": false}"#)
    let page = try await client.books.listAll(limit: 20, sort: .priceDescending)
    for book in page.data { print(book.title, book.price.amount) }
    #expect(server.requests.first?.target == "/books?limit=20&sort=-price")
  }

  @Test func catchesFailures() async throws {
    let (server, client) = try client("409 Conflict", #"{"code": "sold_out"}"#)
    let order = NewOrder(lines: [.init(isbn: "9780000000001")])
    do {
      _ = try await client.createOrder(payload: order)
    } catch let error as APIError {
      print(error.body(as: Problem.self)?.code ?? "\(error)")
    }
    #expect(server.requests.count == 1)
  }
}
