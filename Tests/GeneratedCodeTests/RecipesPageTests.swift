import Foundation
import TestSupport
import Testing
import WGNAPIJSONRPC
import WGNAPIOAuth
import WGNAPIPages
import WGNAPIRuntime
import WGNAPIStreams

@testable import Kiosk

/// The recipes of `docs/recipes.md`, word for word: the page's specs are the module's, and a server answers with the page's
/// JSON.
@Suite(.timeLimit(.minutes(5))) struct RecipesPageTests {
  private let page: PageCode
  private let server: MisbehavingServer
  private let storage: MisbehavingServer
  private let client: Client

  init() throws {
    let page = try PageCode("recipes.md")
    let responses = page.texts("json")
    try #require(responses.count == 16)
    let events = try #require(page.texts("text").first)
    let storage = try MisbehavingServer { _ in [.response("")] }
    let upload = responses[5].replacingOccurrences(
      of: "https://storage.example", with: storage.server.baseURL)
    server = try MisbehavingServer { request in
      switch request.target {
      case "/chat.postMessage":
        [
          .response(
            String(decoding: request.body, as: UTF8.self).contains("C024BE91L") ? responses[0] : responses[1])
        ]
      case "/orders/7": [.response(responses[2])]
      case "/orders/8": [.response(responses[3])]
      case "/books/search" where !String(decoding: request.body, as: UTF8.self).contains("start_cursor"):
        [
          .response(
            #"{"results": [{"title": "The Lighthouse", "year": 2005}], "next_cursor": "b2", "has_more": true}"#
          )
        ]
      case "/books/search": [.response(responses[4])]
      case "/uploads": [.response(upload)]
      case "/uploads/u1/complete": [.response(#"{"state": "stored"}"#)]
      case "/api/apps": [.response(responses[6])]
      case "/oauth/token": [.response(#"{"access_token": "the-member's-token", "token_type": "Bearer"}"#)]
      case "/api/me": [.response(#"{"name": "Ada"}"#)]
      case "/orders/live":
        [
          .text("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n\(events)\n"),
          .close,
        ]
      case "/shelves": [.response(responses[7])]
      case "/feed": [.response(responses[8])]
      case "/prices/A-1": [.response(responses[9])]
      case "/authors?page_size=1": [.response(responses[10])]
      case "/authors?page_size=1&after=1":
        [.response(#"{"items": [{"id": 2, "name": "Henry"}], "next": null}"#)]
      case "/rpc" where request.body.starts(with: "[".utf8): [.response(responses[13])]
      case "/rpc":
        [.response(responses[String(decoding: request.body, as: UTF8.self).contains("Walden") ? 12 : 11])]
      case "/graphql": [.response(responses[14])]
      case "/changes?wait=50": [.response(responses[15])]
      case "/changes?since=4&wait=50": [.response("", status: "400 Bad Request")]
      default: [.response("", status: "404 Not Found")]
      }
    }
    self.page = page
    self.storage = storage
    client = Client(
      server: Server(url: server.server.baseURL, like: .main), member: .bearer("the-secret-token"))
  }

  private func body(_ request: MisbehavingServer.Request?) -> String {
    String(decoding: request?.body ?? [], as: UTF8.self)
  }

  @Test func thePageIsCompiled() throws {
    #expect(page.blocks.count == 15)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  /// Each spec on the page is a file of the module, or a part of `module.yaml`.
  @Test func theSpecsAreThoseOfTheModule() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/Recipes/Specs/Kiosk")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent != "pictures.yaml" }
    let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    let specs = page.texts("yaml")
    let whole = specs.filter { $0.hasPrefix("wgnapi: 1\n") }
    #expect(Set(whole) == Set(texts.filter { $0.hasPrefix("wgnapi: 1\n") }))
    let parts = specs.filter { !$0.hasPrefix("wgnapi: 1\n") }
    #expect(parts.count == 1)
    #expect(parts.allSatisfy { part in texts.contains { $0.contains(part) } })
  }

  @Test func thePayloadBesideAFlag() async throws {
    do {
      let message = try await client.postMessage(channel: "C024BE91L", text: "Hello")
      print(message.ts)
    } catch let error as APIError where error.code(as: ErrorCode.self) == .channelNotFound {
      print("There is no such channel.")
    }
    let message = try await client.postMessage(channel: "C024BE91L", text: "Hello")
    #expect((message.channel, message.ts) == ("C024BE91L", "1503435956.000247"))
    #expect(body(server.requests.last) == "channel=C024BE91L&text=Hello")
    let error = await #expect(throws: APIError.self) { try await client.postMessage(channel: "C1", text: "") }
    #expect(error?.code(as: ErrorCode.self) == .channelNotFound)
  }

  @Test func thePayloadInAnEnvelope() async throws {
    let order = try await client.order(id: 7)
    print(order.state)
    #expect(order.state == "packed")
    let error = await #expect(throws: APIError.self) { try await client.order(id: 8) }
    #expect(error?.code(as: ErrorCode.self) == .orderGone)
    #expect(error?.failure?.message == "The order was deleted.")
  }

  @Test func aCursorInTheBody() async throws {
    let search = SearchBooksRequest(payload: .init(query: "lighthouse", pageSize: 2))
    for try await book in client.items(search, in: \.results) { print(book.title) }
    #expect(server.requests.count == 2)
    let request = try #require(server.requests.last)
    let exchange = "POST \(request.target)\nContent-Type: application/json\n\n\(body(request))\n"
    #expect(page.texts("http").contains(exchange), "\(exchange)")
  }

  @Test func anUploadToAURLFromAResponse() async throws {
    let upload = try await client.prepareUpload(payload: .init(name: "map.png", size: 3))
    try await client.sendFile(uploadURL: upload.uploadURL, payload: .bytes([1, 2, 3]))
    _ = try await client.completeUpload(id: upload.id)
    #expect(server.requests.map(\.target) == ["/uploads", "/uploads/u1/complete"])
    #expect(server.requests.allSatisfy { $0.fields["authorization"] == "Bearer the-secret-token" })
    #expect(server.requests.allSatisfy { $0.fields["x-kiosk-version"] == "3" })
    let request = try #require(storage.requests.first)
    let type = try #require(request.fields["content-type"])
    #expect(page.texts("http").contains("\(request.method) \(request.target)\nContent-Type: \(type)\n"))
    #expect(request.body == [1, 2, 3])
    #expect(request.fields["authorization"] == nil)
    #expect(request.fields["x-kiosk-version"] == nil)
  }

  @Test func theHostThatTheUserChooses() throws {
    let server = Server.instance(instance: "kiosk.example")
    let url = try Client(server: server).httpRequest(
      for: RegisterAppRequest(clientName: "", redirectURIs: "")
    ).url
    #expect(page.texts("http").contains { $0.hasPrefix("POST \(url)\n") })
  }

  @Test func fromTheFirstCallToTheLogIn() async throws {
    let server = Server(url: self.server.server.baseURL, like: .instance(instance: "kiosk.example"))
    @Sendable func open(_ url: URL) async throws -> URL {
      #expect(url.absoluteString.hasPrefix(self.server.server.baseURL + "/oauth/authorize?"))
      let state = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?
        .first { $0.name == "state" }?.value
      return try #require(URL(string: "harbour://login?code=c&state=\(state ?? "")"))
    }
    let guest = Client(server: server)
    let app = try await guest.registerApp(clientName: "Harbour", redirectURIs: "harbour://login")
    let application = OAuthApplication(
      Client.api.oauth2("member")?.at(server.core), clientID: app.clientID, clientSecret: app.clientSecret,
      configuration: ClientConfiguration())
    let session = OAuthSession(application, storage: MemoryTokenStorage())
    let client = guest.with(member: session)
    let login = try application.login(redirectURI: "harbour://login")
    let redirect = try await open(login.url)
    try await session.logIn(application.token(for: login, callback: redirect))
    print(try await client.whoAmI().name)
    let requests = self.server.requests
    #expect(requests.map(\.target) == ["/api/apps", "/oauth/token", "/api/me"])
    #expect(requests.first?.fields["authorization"] == nil)
    #expect(requests.last?.fields["authorization"] == "Bearer the-member's-token")
    #expect(page.texts("http").contains { $0.hasSuffix("\n\n\(body(requests.first))\n") })
  }

  @Test func eventsByName() async throws {
    for try await event in try await client.liveOrders() {
      switch event {
      case .orderCreated(let order): print(order.id, order.total)
      case .orderRemoved(let id): print("\(id) is gone")
      case .other(let value): print(value)
      }
    }
    var events: [LiveOrdersRequest.Event] = []
    for try await event in try await client.liveOrders() { events.append(event) }
    let total = try #require(Decimal(string: "19.9"))
    #expect(events == [.orderCreated(Order(id: 7, total: total)), .orderRemoved("7"), .other(.null)])
  }

  @Test func mapsAndIdentifiers() async throws {
    let shelves = try await client.shelves()
    if let shelf = shelves[12] { print(shelf.room, shelf.copies.count, shelf.bought[2024] ?? 0) }
    #expect(shelves == [12: Shelf(room: "B", copies: [CopyID(rawValue: "k-9")], bought: [2024: 3, 2025: 1])])
  }

  @Test func objectsThatSayWhatTheyAre() async throws {
    for entry in try await client.feed() {
      switch entry {
      case .photo(let photo): print(photo.url)
      case .note(let note): print(note.text)
      case .unknown(let value): print(value)
      }
    }
    let entries = try await client.feed()
    #expect(entries.count == 3)
    #expect(entries[1] == .note(Note(kind: "note", text: "Closed on Monday")))
    guard case .unknown = entries[2] else { throw Unexpected() }
  }

  private struct Unexpected: Error {}

  @Test func theNextPagesAddressInTheBody() async throws {
    var names: [String] = []
    for try await author in client.items(AuthorsRequest(pageSize: 1), in: \.items) { print(author.name) }
    for try await author in client.items(AuthorsRequest(pageSize: 1), in: \.items) {
      names.append(author.name)
    }
    #expect(names == ["Ada", "Henry"])
  }

  @Test func jsonRPC() async throws {
    do {
      print(try await client.stock(payload: .init(params: .init(title: "Walden", shelf: 12))))
    } catch let error as APIError where error.code(as: ErrorCode.self) == .invalidParams {
      print(error.failure?.message ?? "")
    }
    func id(_ request: MisbehavingServer.Request?) throws -> Int? {
      try JSON.decode(request?.body ?? [])["id"]?.int
    }
    let first = try #require(try id(server.requests.last))
    #expect(
      body(server.requests.last)
        == #"{"jsonrpc":"2.0","id":\#(first),"method":"stock_get","params":["Walden",12]}"#)
    #expect(try await client.stock(payload: .init(params: .init(title: "Emma", shelf: 12))) == 12)
    let error = await #expect(throws: APIError.self) {
      try await client.stock(payload: .init(params: .init(title: "Walden", shelf: 12)))
    }
    #expect(error?.code(as: ErrorCode.self) == .invalidParams)
    #expect(try Set(server.requests.suffix(3).map { try id($0) }).count == 3)
    _ = try await client.stock(payload: .init(id: 7, params: .init(title: "Emma", shelf: 12)))
    #expect(try id(server.requests.last) == 7)
  }

  @Test func batchesOfJSONRPC() async throws {
    let server = Server(url: self.server.server.baseURL, like: .main)
    @Sendable func callBoth() async throws {
      let transport = JSONRPCBatching(
        around: ClientConfiguration().transport, maximumCalls: 50, wait: .milliseconds(5))
      let client = Client(server: server, configuration: ClientConfiguration(transport: transport))
      async let walden = client.stock(payload: .init(params: .init(title: "Walden", shelf: 12)))
      async let emma = client.stock(payload: .init(params: .init(title: "Emma", shelf: 12)))
      print(try await (walden, emma))
    }
    // Whether the calls are joined within the wait depends on the machine; a single one about Walden is refused.
    do {
      try await callBoth()
    } catch let error as APIError {
      #expect(error.code(as: ErrorCode.self) == .invalidParams)
    }
    let transport = JSONRPCBatching(
      around: ClientConfiguration().transport, maximumCalls: 2, wait: .seconds(60))
    let client = Client(server: server, configuration: ClientConfiguration(transport: transport))
    async let walden = client.stock(payload: .init(params: .init(title: "Walden", shelf: 12)))
    async let emma = client.stock(payload: .init(params: .init(title: "Emma", shelf: 12)))
    #expect(try await Set([walden, emma]) == [3, 12])
  }

  @Test func graphQL() async throws {
    let found = try await client.author(payload: .init(variables: .init(id: "9")))
    print(found.data?.author?.name ?? found.errors?.first?.message ?? "")
    #expect(found.data != nil && found.data?.author == nil)
    #expect(found.errors?.first?.path == ["author"])
    #expect(body(server.requests.last).hasSuffix(#""variables":{"id":"9"}}"#))
  }

  @Test func longPolling() async throws {
    func follow(_ show: (Change) -> Void) async throws {
      var last: Int?
      while !Task.isCancelled {
        let news = try await client.changes(since: last)
        news.changes.forEach(show)
        last = news.last
      }
    }
    var titles: [String] = []
    do {
      try await follow { titles.append($0.title) }
      Issue.record("the second response is a failure")
    } catch is APIError {}
    #expect(titles == ["Walden"])
  }

  @Test func money() async throws {
    let price = try await client.price(sku: "A-1")
    print(price.amount + price.tax, price.currency, price.available, price.updated)
    #expect(price.amount + price.tax == Decimal(string: "23.08"))
    #expect(price.available)
    #expect(price.updated == Date(timeIntervalSince1970: 1_763_979_300.123))
    #expect(price.discounts.isEmpty)
  }
}
