import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIFeeds
import WGNAPIPages
import WGNAPIRuntime
import WOT

/// The code of `docs/lists-and-chains.md` on pages and feeds, word for word.
@Suite struct PaginationPageTests {
  private struct TwoClans: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let isFirst = request.path?.contains("page_no=2") != true
      let clan = #"""
        {"clan_id":\#(isFirst ? 1 : 2),"color":"#00ff00","created_at":1293024672,"emblems":{"x24":{},"x32":{},"x64":{},"x195":{},"x256":{}},
        "members_count":100,"name":"red","tag":"RED"}
        """#
      return TransportResponse(
        response: HTTPResponse(status: .ok),
        body: Array(#"{"status":"ok","meta":{"count":1,"total":2},"data":[\#(clan)]}"#.utf8))
    }
  }

  private let client = Client(
    server: .eu, applicationID: "demo",
    configuration: ClientConfiguration(transport: TwoClans(), middleware: []))

  @Test func thePageIsCompiled() throws {
    let page = try PageCode(
      "lists-and-chains.md", without: ["Partial responses", "Chains", "Batches", "Combine"])
    #expect(page.blocks.count == 3)
    // Requests with links and cursors are generated for other tests.
    let others = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("GeneratedCodeTests/PaginationTests.swift")
    let missing = try Set(page.blocksMissing(in: #filePath))
    #expect(try missing.intersection(page.blocksMissing(in: others.path)) == [])
    let feeds = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("WGNAPIRuntimeTests/Pagination/FeedDocumentationTests.swift")
    #expect(page.cells.count == 14)
    #expect(try page.cellsMissing(in: feeds.path) == ["client.feed(request, id: \\.clanID)"])
  }

  @Test func elementsAndPages() async throws {
    for try await clan in client.items(SearchClansRequest(search: "red")) { print(clan.name) }
    for try await page in client.pages(SearchClansRequest(search: "red")) {
      print(page.position, page.total ?? 0)
    }
    let request = SearchClansRequest(search: "red", limit: 1)
    var ids: [ClanID] = []
    for try await clan in client.items(request) { ids.append(clan.clanID) }
    #expect(ids == [1, 2])
    let feed = client.feed(request, id: \.clanID)
    try await feed.loadNext()
    #expect(await feed.elements.map(\.clanID).first == 1)
  }
}
