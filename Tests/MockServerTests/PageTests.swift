import Foundation
import MockServer
import Testing

/// Pages of the mock server, request by request. Clients read all of them in `PageStyleTests`.
@Suite struct PageTests {
  private static let catalog = Result { try MockServer(folder: "Tests/Golden/Pages/Specs") }
  private static let version = ["Catalog-Version": "2026-11-20"]

  private func get(_ target: String, _ headers: [String: String] = [:]) throws -> MockResponse {
    try Self.catalog.get().get(target, Self.version.merging(headers) { $1 })
  }

  private func post(_ target: String, _ body: String) throws -> MockResponse {
    let fields = [("Catalog-Version", "2026-11-20"), ("Content-Type", "application/json")]
    return try Self.catalog.get().response(
      to: MockRequest("POST", target, headers: fields, body: Array(body.utf8)))
  }

  @Test func envelopesHaveTheNextCursor() throws {
    let first = try get("/v1/cursors/deep")
    #expect(first.text.contains(#""next":"page-2""#) && first.text.contains(#""more":true"#), "\(first.text)")
    let last = try get("/v1/cursors/deep?cursor=page-3")
    #expect(!last.text.contains("page-") && last.text.contains(#""more":false"#), "\(last.text)")
    let flat = try get("/v1/conversations.history?channel=C&limit=2")
    #expect(flat.text.contains(#""response_metadata":{"next_cursor":"page-2"}"#), "\(flat.text)")
    #expect(flat.text.contains(#""has_more":true"#))
  }

  /// Objects that the path of the cursor leads through may be missing or null, and have other members that they need.
  @Test(arguments: [
    "{properties: {after?: string, continue: string}}", "{properties: {after?: string, at: {type: uuid}}}",
    "{type: object?, properties: {after: string, in: {properties: {x: integer}}}}",
  ])
  func objectsAreAddedForCursors(_ schema: String) throws {
    for key in ["more?", "more"] where key == "more?" || schema.contains("object?") {
      let server = try MockServer(
        specs: """
          wgnapi: 1
          module: {servers: {main: https://shop.example.com/}}
          envelopes: {whole: {properties: {\(key): \(schema), data: payload}}}
          endpoints:
            items:
              get: items
              envelope: whole
              parameters: {after?: string}
              response: "[string]"
              pagination: {style: cursor, cursor: after, next: more.after}
          """)
      for page in 1...3 {
        let text = server.get(page == 1 ? "/items" : "/items?after=page-\(page)").text
        #expect(text.contains("\"after\":\"page-\(page + 1)\"") == (page < 3), "\(text)")
      }
    }
  }

  @Test func cursorsMayBeNumbers() throws {
    #expect(try get("/v1/cursors/numbered").text.contains(#""next":2"#))
    #expect(try get("/v1/cursors/numbered?from=2").text.contains(#""next":3"#))
    #expect(try get("/v1/cursors/numbered?from=3").text.contains(#""next":null"#))
  }

  @Test func bodiesSayWhichPage() throws {
    let path = "/v1/databases/d/query"
    #expect(try post(path, #"{"page_size":1}"#).text.contains(#""next_cursor":"page-2","has_more":true"#))
    let last = try post(path, #"{"page_size":1,"start_cursor":"page-3"}"#)
    #expect(last.text.contains(#""next_cursor":null,"has_more":false"#), "\(last.text)")
  }

  @Test func linksLeadToPages() throws {
    let first = try get("/v1/links/me?per_page=2&state=a%20b", ["Host": "127.0.0.1:8080"])
    let url = "<http://127.0.0.1:8080/v1/links/me?per_page=2&state=a%20b&page="
    #expect(
      first.header("Link")
        == "\(url)1>; rel=\"first\", \(url)2>; rel=\"next\", \(url)3>; rel=\"last\"")
    let last = try get("/v1/links?mock-page=3", ["Host": "h"])
    #expect(
      last.headers.filter { $0.name == "Link" }.map(\.value) == [
        "<http://h/v1/links?mock-page=1>; rel=\"first\", <http://h/v1/links?mock-page=2>; rel=\"prev\", "
          + "<http://h/v1/links?mock-page=3>; rel=\"last\""
      ])
    #expect(last.header("Mock-Warning") == nil)
  }

  @Test func elementsHaveIdentitiesOfTheirOwn() throws {
    var ids: [Substring] = []
    for page in 1...3 {
      ids += try get("/v1/numbers?page=\(page)&per_page=5").text.matches(of: /"id":(\d+)/).map { $0.1 }
    }
    #expect(Set(ids).count == 15)
    var texts: [Substring] = []
    for page in ["", "?starting_after=ch_0", "?starting_after=ch_4"] {
      texts += try get("/v1/elements\(page)").text.matches(of: /"id":"(\w+)"/).map { $0.1 }
    }
    #expect(texts == ["ch_1", "ch_0", "ch_3", "ch_4", "ch_5", "ch_6"])
  }

  /// Identities differ whatever the schema says of them.
  @Test(arguments: [
    "{type: string, pattern: '^[A-Z]{3}$'}", "{type: string, pattern: '^[a-f0-9]{8}$', example: 0a1b2c3d}",
    "{type: string, pattern: '^(cup|pot)_[0-9]+$'}", "{type: string, pattern: '^[^0-9]{2,4}$'}",
    "{type: string, pattern: '^\\w+-\\d{2}$', maxLength: 6}", "{type: string, maxLength: 2}",
    "{type: integer, maximum: 40}", "{type: integer, minimum: 90, multipleOf: 5, example: 100}",
    "{type: number, minimum: 0, maximum: 40}", "date", "uuid", "{type: string, minLength: 12, maxLength: 12}",
    "{enum: [\(Self.words)]}",
    "{oneOf: [{type: integer, maximum: 20}, {type: string, pattern: '^[x-z]{3}$'}]}",
    "{type: string, pattern: '^[A-Z]{3}$', example: XYZ}",
  ])
  func identitiesOfAnyFormDiffer(_ id: String) throws {
    for (element, path) in [("Item", #"$.id"#), ("Id", "$")] {
      let server = try MockServer(
        specs: """
          wgnapi: 1
          module: {servers: {main: https://shop.example}}
          endpoints:
            items:
              get: items
              parameters: {page?: integer, size?: integer}
              response: "[\(element)]"
              pagination: {style: page, page: page, size: size}
          schemas:
            Item: {properties: {open: boolean, id: Id, size: {enum: [s, m]}}}
            Id: \(id)
          """)
      var found: [String] = []
      for page in 1...3 {
        let response = server.get("/items?page=\(page)&size=10")
        let list = try JSONSerialization.jsonObject(with: Data(response.body), options: .fragmentsAllowed)
        for item in list as? [Any] ?? [] {
          found.append("\((item as? [String: Any])?["id"] ?? item)")
        }
        #expect(server.get("/items?page=\(page)&size=10").text == response.text)
      }
      #expect(found.count == 30 && Set(found).count == 30, "\(path) \(id): \(found)")
    }
  }

  private static let words = (1...30).map { "w\($0)" }.joined(separator: ", ")

  @Test func keysOfPagesDiffer() throws {
    let server = try MockServer(
      specs: """
        wgnapi: 1
        module: {servers: {main: https://shop.example}}
        endpoints:
          items:
            get: items
            parameters: {page?: integer, size?: integer}
            response: {additionalProperties: integer, propertyNames: {pattern: "^[A-Z]{3}$"}, minProperties: 1}
            pagination: {style: page, page: page, size: size}
        """)
    let keys = (1...3).flatMap { page in
      server.get("/items?page=\(page)&size=10").text.matches(of: /"(\w+)":/).map { $0.1 }
    }
    #expect(keys.count == 30 && Set(keys).count == 30, "\(keys)")
  }

  /// Properties that identify an element together differ together.
  @Test func identitiesOfSeveralPropertiesDiffer() throws {
    let server = try MockServer(
      specs: """
        wgnapi: 1
        module: {servers: {main: https://shop.example}}
        endpoints:
          items:
            get: items
            parameters: {page?: integer}
            response: "[Item]"
            pagination: {style: page, page: page, identity: [kind, number]}
        schemas: {Item: {properties: {kind: {enum: [a, b], open: false}, number: {type: integer, minimum: 1, maximum: 3}}}}
        """)
    let items = (1...3).flatMap { page in
      server.get("/items?page=\(page)").text.matches(of: /{[^}]*}/).map { $0.0 }
    }
    #expect(items.count == 6 && Set(items).count == 6, "\(items)")
  }

  @Test func constantFieldsAreChecked() throws {
    let server = try Self.catalog.get()
    #expect(
      server.get("/v1/numbers").problem == "header 'Catalog-Version': is missing: it is always '2026-11-20'")
    let other = server.get("/v1/numbers", ["catalog-version": "2025"])
    #expect(other.status == 400)
    #expect(other.problem == "header 'Catalog-Version': must be '2026-11-20'")
    #expect(server.get("/v1/numbers", ["catalog-version": "2026-11-20"]).problem == nil)
  }

  /// A response with a status from 300 has no pages.
  @Test func otherStatusesHaveNoPages() throws {
    let server = try MockServer(
      specs: """
        wgnapi: 1
        module: {servers: {main: https://shop.example}}
        endpoints:
          items:
            get: items
            parameters: {page?: integer}
            responses: {200: "[integer]", 404: "[string]"}
            pagination: {style: page, page: page}
        """)
    #expect(server.get("/items?page=9", ["Prefer": "status=404"]).text != "[]")
  }
}
