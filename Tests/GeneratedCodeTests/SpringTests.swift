import Library
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIStreams

/// A document with everything that springdoc writes, and bodies as Jackson writes them.
@Suite(.timeLimit(.minutes(5))) struct SpringTests {
  private func server(
    _ body: String, _ type: String = "application/json", status: String = "200 OK"
  ) throws -> MisbehavingServer {
    let head = "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
    return try MisbehavingServer { _ in [.text("\(head)\r\n\(body)")] }
  }

  private func client(_ server: MisbehavingServer) -> Client {
    Client(
      server: Server(url: server.server.baseURL, like: .local), bearerAuth: .bearer("secret"),
      configuration: ClientConfiguration(middleware: []))
  }

  @Test func aPageableIsSeveralFields() async throws {
    let server = try server(
      #"""
      {"content": [{"id": 1, "title": "T", "attributes": {"pages": 3, "tags": ["a"]}, "parent": null}], "last": true,
       "pageable": {"pageNumber": 1, "sort": {"sorted": true}}, "totalElements": 21, "number": 1}
      """#)
    let page = try await client(server).book.list(
      genre: .fiction, page: 1, size: 20, sort: ["title,desc", "id"])
    #expect(page.content?.first?.attributes == ["pages": 3, "tags": ["a"]] && page.totalElements == 21)
    let target = try #require(server.requests.last).target
    #expect(target == "/books?genre=FICTION&page=1&size=20&sort=title%2Cdesc&sort=id")
  }

  @Test func elementsOfATupleDiffer() throws {
    for (copies, keywords) in [("[1,2]", []), ("[1]", []), ("[1,1]", ["uniqueItems"])] {
      let book = try Book.decodeReporting(Array(#"{"title":"T","copies":\#(copies)}"#.utf8))
      #expect(book.violations.map(\.keyword) == keywords, "\(copies)")
    }
  }

  @Test func problemsHavePropertiesOfAnyType() async throws {
    let server = try server(
      #"{"type": "about:blank", "status": 404, "detail": "No book.", "properties": {"code": 5}}"#,
      "application/problem+json", status: "404 Not Found")
    let error = await #expect(throws: APIError.self) { try await client(server).book.byId(id: 7) }
    #expect(error?.body(as: ProblemDetail.self)?.properties == ["code": 5])
  }

  @Test func subtypesAreTheirBase() async throws {
    let server = try server(#"[{"kind": "Disc", "minutes": 60}, {"kind": "Magazine", "issue": "5"}]"#)
    let media: [Medium] = try await client(server).media.list()
    #expect(media == [.disc(Disc(minutes: 60)), .magazine(Magazine(issue: "5"))])
  }

  @Test func filesTextsAndEvents() async throws {
    let file = try server("ab", "application/pdf")
    #expect(try await client(file).book.raw() == [0x61, 0x62])
    let text = try server("Ann", "text/plain")
    #expect(try await client(text).media.name(xTenant: "t") == "Ann")
    let map = try server(#"{"a": 1, "b": "x"}"#)
    #expect(try await client(map).media.stats() == ["a": 1, "b": "x"])
    let stream = try server("data: tick\n\n", "text/event-stream")
    var texts: [String] = []
    for try await event in try await client(stream).book.emitter() { texts.append(event) }
    #expect(texts == ["tick"])
  }
}
