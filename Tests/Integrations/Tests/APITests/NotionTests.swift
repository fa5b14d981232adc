import Foundation
import HTTPTypes
import Notion
import TestSupport
import Testing
import WGNAPIPages
import WGNAPIRuntime
import WGNAPITesting

/// A client of Notion against a server that behaves like Notion's.
@Suite(.timeLimit(.minutes(5))) struct NotionTests {
  private func client(_ server: MisbehavingServer) -> Client {
    Client(
      server: Server(url: server.url, like: .main), token: .bearer("secret_abc"), configuration: .quick())
  }

  private static func id(_ number: Int) -> UUID {
    UUID(uuid: (89, 131, 55, 135, 44, 249, 79, 223, 135, 130, 229, 61, 178, 7, 104, UInt8(number)))
  }
  private let id = Self.id(165)

  private static func text(_ content: String) -> String {
    """
    {"type": "text", "text": {"content": "\(content)", "link": null}, "annotations": {"bold": false,
     "italic": false, "strikethrough": false, "underline": false, "code": false, "color": "default"},
     "plain_text": "\(content)", "href": null}
    """
  }

  private static func page(_ number: Int, _ properties: String = "") -> String {
    """
    {"object": "page", "id": "\(id(number).uuidString.lowercased())", "created_time": "2022-03-01T19:05:00.000Z",
     "last_edited_time": "2022-07-06T20:25:00.000Z",
     "created_by": {"object": "user", "id": "ee5f0f84-409a-440f-983a-a5315961c6e4"},
     "last_edited_by": {"object": "user", "id": "0c3e9826-b8f7-4f73-927d-2caaf86f1103"},
     "cover": null, "icon": {"type": "emoji", "emoji": "🥬"},
     "parent": {"type": "database_id", "database_id": "d9824bdc-8445-4327-be8b-5b47500af6ce"},
     "archived": false, "in_trash": false, "url": "https://www.notion.so/Kale-598337872cf94fdf8782e53db20768a5",
     "public_url": null, "properties": {\(properties)}}
    """
  }

  private static func block(_ type: String, _ content: String) -> String {
    """
    {"object": "block", "id": "c02fc1d3-db8b-45c5-a222-27595b15aea7",
     "parent": {"type": "page_id", "page_id": "59833787-2cf9-4fdf-8782-e53db20768a5"},
     "created_time": "2022-03-01T19:05:00.000Z", "last_edited_time": "2022-07-06T19:41:00.000Z",
     "created_by": {"object": "user", "id": "ee5f0f84-409a-440f-983a-a5315961c6e4"},
     "last_edited_by": {"object": "user", "id": "ee5f0f84-409a-440f-983a-a5315961c6e4"},
     "has_children": false, "archived": false, "in_trash": false, "type": "\(type)", "\(type)": \(content)}
    """
  }

  private static func list(_ results: [String], next: String? = nil) -> String {
    """
    {"object": "list", "results": [\(results.joined(separator: ","))], "next_cursor": \(next.map { "\"\($0)\"" } ?? "null"),
     "has_more": \(next != nil), "type": "page_or_database", "page_or_database": {}, "request_id": "8f1b"}
    """
  }

  /// Five pages, as many to a page as the body says, after the one that its cursor names.
  private func database() throws -> MisbehavingServer {
    try MisbehavingServer { request in
      let body = (try? JSON(parsing: request.body)) ?? [:]
      let size = body["page_size"]?.int ?? 100
      let first = body["start_cursor"]?.string.flatMap { Int($0.dropFirst(7)) } ?? 1
      let last = min(first + size - 1, 5)
      let pages = (first...last).map { Self.page($0) }
      return [.response(Self.list(pages, next: last < 5 ? "cursor-\(last + 1)" : nil))]
    }
  }

  @Test func cursorsAreInTheBody() async throws {
    let server = try database()
    let filter = Filter.and(
      .init(and: [
        .checkbox(.init(property: "Done", checkbox: .init(equals: false))),
        .or(.init(or: [.number(.init(property: "Price", number: .init(lessThan: 2.5)))])),
      ]))
    let sort = Sort.timestamp(.init(timestamp: .createdTime, direction: .descending))
    let request = DatabasesQueryRequest(
      databaseID: id, payload: .init(filter: filter, sorts: [sort], pageSize: 2))
    var ids: [UUID] = []
    for try await page in client(server).items(request, in: \.results) { ids.append(page.id) }
    #expect(ids == (1...5).map(Self.id))
    let start =
      #"{"filter":{"and":[{"property":"Done","checkbox":{"equals":false}},{"or":[{"property":"Price","number":{"less_than":2.5}}]}]},"sorts":[{"timestamp":"created_time","direction":"descending"}],"#
    #expect(
      server.requests.map(\.text) == [
        start + #""page_size":2}"#, start + #""start_cursor":"cursor-3","page_size":2}"#,
        start + #""start_cursor":"cursor-5","page_size":2}"#,
      ])
    #expect(
      server.requests.allSatisfy {
        $0.target == "/v1/databases/59833787-2cf9-4fdf-8782-e53db20768a5/query" && $0.method == "POST"
      })
    #expect(server.requests.allSatisfy { $0.fields["notion-version"] == "2022-06-28" })
    #expect(server.requests.allSatisfy { $0.fields["authorization"] == "Bearer secret_abc" })
  }

  /// The body may be left out, and appears with the page's size.
  @Test func aQueryWithoutABody() async throws {
    let server = try database()
    let client = client(server)
    #expect(try await client.databases.query(databaseID: id).results.count == 5)
    #expect(server.requests.first?.body == [])
    var count = 0
    for try await _ in client.items(DatabasesQueryRequest(databaseID: id), in: \.results) { count += 1 }
    #expect(count == 5)
    #expect(server.requests.last?.text == #"{"page_size":100}"#)
  }

  @Test func pagesAndDatabases() async throws {
    let database = """
      {"object": "database", "id": "d9824bdc-8445-4327-be8b-5b47500af6ce", "title": [\(Self.text("Grocery List"))],
       "parent": {"type": "workspace", "workspace": true}, "url": "https://www.notion.so/d9824bdc84454327be8b5b47500af6ce",
       "created_time": "2021-07-08T23:50:00.000Z", "last_edited_time": "2021-07-08T23:50:00.000Z",
       "properties": {"Price": {"id": "BJXS", "name": "Price", "type": "number", "number": {"format": "dollar"}}}}
      """
    let server = try MisbehavingServer { _ in
      [.response(Self.list([Self.page(1), database, #"{"object": "data_source", "id": "1"}"#]))]
    }
    let found = try await client(server).search(
      payload: .init(
        query: "List", filter: .init(value: .database),
        sort: .init(direction: .ascending))
    ).results
    guard found.count == 3, case .page(let page) = found[0], case .database(let grocery) = found[1],
      case .unknown(let other) = found[2]
    else {
      Issue.record("\(found)")
      return
    }
    #expect(page.icon == .emoji(.init(emoji: "🥬")))
    #expect(grocery.properties["Price"]?.type == "number")
    #expect(grocery.parent == .workspace(.init()))
    #expect(other["object"] == "data_source")
    #expect(
      server.requests.first?.text
        == #"{"query":"List","filter":{"property":"object","value":"database"},"sort":{"timestamp":"last_edited_time","direction":"ascending"}}"#
    )
  }

  @Test func valuesByType() async throws {
    let server = try MisbehavingServer { _ in
      [
        .response(
          Self.page(
            1,
            """
            "Name": {"id": "title", "type": "title", "title": [\(Self.text("Tuscan kale"))]},
            "Price": {"id": "BJXS", "type": "number", "number": 2.5},
            "Servings": {"id": "x", "type": "number", "number": null},
            "Store": {"id": "s", "type": "multi_select", "multi_select": [{"id": "t|O@", "name": "Rainbow", "color": "purple"}]},
            "Group": {"id": "g", "type": "select", "select": {"id": "6", "name": "Vegetable", "color": "teal"}},
            "Last ordered": {"id": "o", "type": "date", "date": {"start": "2022-02-22", "end": null, "time_zone": null}},
            "Delivered": {"id": "d", "type": "date", "date": {"start": "2022-02-22T10:00:00.000+01:00", "end": null, "time_zone": null}},
            "In stock": {"id": "c", "type": "checkbox", "checkbox": true},
            "Recipes": {"id": "r", "type": "relation", "relation": [{"id": "90eeeed8-2cdd-4af4-9cc1-3d24aff5f63c"}], "has_more": false},
            "Cost": {"id": "f", "type": "formula", "formula": {"type": "number", "number": 5}}
            """))
      ]
    }
    let values = try await client(server).pages.get(pageID: id).properties
    guard case .title(let title) = values["Name"], case .number(let price) = values["Price"],
      case .number(let servings) = values["Servings"], case .select(let group) = values["Group"],
      case .date(let ordered) = values["Last ordered"], case .date(let delivered) = values["Delivered"],
      case .relation(let recipes) = values["Recipes"], case .unknown(let cost) = values["Cost"]
    else {
      Issue.record("\(values)")
      return
    }
    guard case .text(let text) = title.title.first else {
      Issue.record("\(title)")
      return
    }
    #expect((text.plainText, text.text.content) == ("Tuscan kale", "Tuscan kale"))
    #expect((price.number, servings.number) == (2.5, nil))
    #expect(group.select?.color?.rawValue == "teal")
    let day = try #require(CalendarDate(year: 2022, month: 2, day: 22))
    #expect(ordered.date?.start == .date(day))
    #expect(delivered.date?.start == .dateTime(Date(timeIntervalSince1970: 1_645_520_400)))
    #expect(recipes.relation.count == 1)
    #expect(cost["formula"]?["number"] == 5)
  }

  /// What is read-only isn't sent, null removes, and what is left out stays.
  @Test func changes() async throws {
    let server = try MisbehavingServer { _ in [.response(Self.page(1))] }
    let client = client(server)
    var change = PagesUpdateRequest.Payload(properties: [
      "Servings": .number(.init(number: nil)), "In stock": .checkbox(.init(checkbox: false)),
    ])
    change.$icon = .null
    _ = try await client.pages.update(pageID: id, payload: change)
    let request = try #require(server.requests.first)
    #expect(request.method == "PATCH")
    #expect(
      try JSON(parsing: request.body) == [
        "properties": [
          "Servings": ["type": "number", "number": .null],
          "In stock": ["type": "checkbox", "checkbox": false],
        ], "icon": .null,
      ])
    await #expect(throws: APIError.self) { try await client.pages.update(pageID: id, payload: .init()) }
    #expect(server.requests.count == 1)

    _ = try await client.pages.create(
      payload: .init(
        parent: .database(.init(databaseID: id)),
        properties: ["Name": .title(.init(title: [.text(.init(text: .init(content: "Kale")))]))],
        children: [.divider(.init(divider: [:]))]))
    #expect(
      server.requests.last?.text
        == #"{"parent":{"type":"database_id","database_id":"59833787-2cf9-4fdf-8782-e53db20768a5"},"properties":{"Name":{"type":"title","title":[{"type":"text","text":{"content":"Kale"}}]}},"children":[{"object":"block","type":"divider","divider":{}}]}"#
    )
  }

  @Test func blocksOfManyTypes() async throws {
    let server = try MisbehavingServer { request in
      switch (request.method, request.query["start_cursor"]) {
      case ("GET", nil):
        [
          .response(
            Self.list(
              [
                Self.block(
                  "heading_2",
                  #"{"rich_text": [\#(Self.text("Lacinato kale"))], "color": "default", "is_toggleable": false}"#
                ),
                Self.block("child_page", #"{"title": "Recipes"}"#),
              ], next: "c2"))
        ]
      case ("GET", _):
        [
          .response(
            Self.list([
              Self.block("to_do", #"{"rich_text": [], "checked": true, "color": "default"}"#),
              Self.block("synced_block", "{}"),
            ]))
        ]
      default: [.response(Self.list([Self.block("paragraph", #"{"rich_text": [], "color": "default"}"#)]))]
      }
    }
    let client = client(server)
    var types: [String] = []
    for try await block in client.items(BlocksChildrenRequest(blockID: id), in: \.results) {
      switch block {
      case .heading2(let heading): types.append("heading \(heading.heading2.richText.count)")
      case .childPage(let page): types.append(page.childPage.title)
      case .toDo(let item): types.append("done \(item.toDo.checked ?? false)")
      case .unknown(let other): types.append(other["type"]?.string ?? "")
      default: types.append("another one")
      }
    }
    #expect(types == ["heading 1", "Recipes", "done true", "synced_block"])
    #expect(server.requests.map { $0.query["start_cursor"] } == [nil, "c2"])

    let paragraph = BlockInput.paragraph(
      .init(
        paragraph: .init(richText: [
          .text(.init(text: .init(content: "Hi", link: .init(url: URL(string: "https://notion.so")!))))
        ])))
    let added = try await client.blocks.append(blockID: id, payload: .init(children: [paragraph]))
    #expect(added.results.count == 1)
    #expect(
      server.requests.last?.text
        == #"{"children":[{"object":"block","type":"paragraph","paragraph":{"rich_text":[{"type":"text","text":{"content":"Hi","link":{"url":"https://notion.so"}}}]}}]}"#
    )
    #expect(server.requests.last?.method == "PATCH")
  }

  private func patient(_ server: MisbehavingServer, _ clock: ManualClock) -> Client {
    Client(
      server: Server(url: server.url, like: .main), token: .bearer("secret_abc"),
      configuration: ClientConfiguration(
        timeout: .seconds(60), middleware: .standard(cache: nil, limiter: nil), clock: clock))
  }

  private static func problem(_ status: Int, _ code: String, _ message: String) -> String {
    #"{"object": "error", "status": \#(status), "code": "\#(code)", "message": "\#(message)", "request_id": "8f1b"}"#
  }

  /// A page that was refused is sent again; one that may have been added isn't, but a query is.
  @Test func whatIsSentAgain() async throws {
    let server = try MisbehavingServer { request in
      switch (request.number, request.path.hasSuffix("query")) {
      case (1, _):
        [
          .response(
            Self.problem(429, "rate_limited", "You have been rate limited."), status: "429 Too Many Requests",
            fields: ["Retry-After: 5"])
        ]
      case (3, _), (4, _):
        [
          .response(
            Self.problem(503, "service_unavailable", "Notion is unavailable."),
            status: "503 Service Unavailable")
        ]
      case (_, true): [.response(Self.list([]))]
      default: [.response(Self.page(1))]
      }
    }
    let clock = ManualClock(jumps: true)
    let client = patient(server, clock)
    let start = clock.uptime
    let page = PagesCreateRequest.Payload(parent: .page(.init(pageID: id)), properties: [:])
    _ = try await client.pages.create(payload: page)
    #expect(clock.uptime - start == .seconds(5))
    let error = try await #require(throws: APIError.self) { try await client.pages.create(payload: page) }
    #expect(error.status == .serviceUnavailable)
    #expect(server.requests.count == 3)
    #expect(try await client.databases.query(databaseID: id).results == [])
    #expect(server.requests.count == 5)
  }

  @Test func errorsHaveNames() async throws {
    let server = try MisbehavingServer { _ in
      [
        .response(
          Self.problem(404, "object_not_found", "Could not find database with ID: 5983."),
          status: "404 Not Found")
      ]
    }
    let error = try await #require(throws: APIError.self) {
      try await client(server).databases.get(databaseID: id)
    }
    #expect(error.code(as: ErrorCode.self) == .objectNotFound)
    #expect(error.failure?.message == "Could not find database with ID: 5983.")
    #expect(error.body(as: ErrorBody.self)?.requestID == "8f1b")
    #expect(!"\(error)".contains("secret_abc"))
  }
}
