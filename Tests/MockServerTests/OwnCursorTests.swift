import MockServer
import Testing

/// Cursors of a type of the user's, which may accept less than its schema.
@Suite struct OwnCursorTests {
  private static func server(_ schema: String) throws -> MockServer {
    try MockServer(
      specs: """
        wgnapi: 1
        module: {servers: {main: https://shop.example.com/}}
        endpoints:
          items:
            get: items
            parameters: {cursor?: Cursor}
            response: {properties: {items: "[integer]", next: Cursor?}}
            pagination: {style: cursor, cursor: cursor, next: next}
        schemas:
          Cursor: \(schema)
        """)
  }

  @Test(arguments: [
    ("{type: string, swift: {type: Cursor, example: CUR-0099}}", "\"CUR-0099\"", "\"CUR-0100\""),
    ("{type: string, examples: [b, a], swift: Cursor}", "\"b\"", "\"a\""),
    ("{type: string, example: '12.50', swift: Money}", "\"12.50\"", "\"12.51\""),
    ("{type: integer, example: 700, swift: Cursor}", "700", "701"),
    ("{type: string, swift: Cursor}", "\"page-2\"", "\"page-3\""),
  ])
  func pagesHaveCursorsOfTheType(_ schema: String, _ second: String, _ third: String) throws {
    let server = try Self.server(schema)
    func next(_ cursor: String?) -> MockResponse {
      server.get("/items\(cursor.map { "?cursor=\($0.filter { $0 != "\"" })" } ?? "")")
    }
    #expect(next(nil).text.contains("\"next\":\(second)"), "\(next(nil).text)")
    #expect(next(second).text.contains("\"next\":\(third)"), "\(next(second).text)")
    #expect(next(third).problem == nil && !next(third).text.contains("\"next\":\""), "\(next(third).text)")
    #expect(Set([next(nil).text, next(second).text, next(third).text]).count == 3)
  }

  /// Without another value to make, there are fewer pages.
  @Test func oneCursorLeadsToTwoPages() throws {
    let server = try Self.server("{type: string, example: abc, swift: Cursor}")
    #expect(server.get("/items").text.contains("\"next\":\"abc\""))
    #expect(!server.get("/items?cursor=abc").text.contains("abc"))
  }
}
