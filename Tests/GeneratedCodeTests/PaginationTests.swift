import Features
import HTTPTypes
import Testing
import WGNAPIFeeds
import WGNAPIPages
import WGNAPIRuntime
import WGNAPITesting

/// Generated requests whose responses come in pages.
@Suite struct PaginationTests {
  private let stubs = Stubs()
  private let client: Client

  init() {
    stubs.on(
      ItemsRequest(owner: "me"),
      .json(#"{"ok":true,"next":"c","total":3,"items":[{"id":1,"title":"a"},{"id":2,"title":"b"}]}"#))
    stubs.on(
      ItemsRequest(owner: "me", cursor: "c"),
      .json(#"{"ok":true,"next":null,"total":3,"items":[{"id":3,"title":"c"}]}"#))
    client = Client(server: .main, key: "key", configuration: .stubbed(stubs))
  }

  @Test func elementsComeOneAtATime() async throws {
    var titles: [String] = []
    for try await item in client.items(ItemsRequest(owner: "me")) { titles.append(item.title) }
    #expect(titles == ["a", "b", "c"])
    stubs.expectNoUnusedStubs()
  }

  /// Charges as Stripe lists them, and issues as GitHub does.
  private struct Lists: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let path = request.path ?? ""
      var fields = HTTPFields()
      func query(_ name: String) -> String? {
        path.split { $0 == "?" || $0 == "&" }.first { $0.hasPrefix("\(name)=") }
          .map { String($0.dropFirst(name.count + 1)) }
      }
      guard path.contains("charges") else {
        let page = query("page").flatMap { Int($0) } ?? 1
        let links = [
          page < 3 ? "</v1/repositories/7/issues?page=\(page + 1)>; rel=\"next\"" : nil,
          page > 1 ? "</v1/repositories/7/issues?page=\(page - 1)>; rel=\"prev\"" : nil,
          page < 3 ? "</v1/repositories/7/issues?page=3>; rel=\"last\"" : nil, "<?page=1>; rel=first",
        ]
        if let name = HTTPField.Name("Link") {
          fields[name] = links.compactMap(\.self).joined(separator: ", ")
        }
        fields[.contentType] = "application/json"
        return TransportResponse(
          response: HTTPResponse(status: .ok, headerFields: fields),
          body: Array(#"[{"id":\#(page),"title":"issue \#(page)"}]"#.utf8))
      }
      // Six charges, the newest first.
      let ids = ["ch_906", "ch_905", "ch_904", "ch_903", "ch_902", "ch_901"]
      var range = 0..<2
      if let after = query("starting_after").flatMap({ ids.firstIndex(of: $0) }) {
        range = after + 1..<min(after + 3, ids.count)
      } else if let before = query("ending_before") {
        let end = ids.firstIndex(of: before) ?? ids.count
        range = max(end - 2, 0)..<end
      }
      let hasMore = query("ending_before") == nil ? range.upperBound < ids.count : range.lowerBound > 0
      let data = ids[range].map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
      return TransportResponse(
        response: HTTPResponse(status: .ok), body: Array(#"{"data":[\#(data)],"has_more":\#(hasMore)}"#.utf8))
    }
  }

  private let lists = Client(
    server: .main, key: "key", configuration: ClientConfiguration(transport: Lists()))

  @Test func pagesGoBothWays() async throws {
    var ids: [String] = []
    for try await charge in lists.items(ChargesRequest(limit: 2), in: \.data) { ids.append(charge.id) }
    #expect(ids == ["ch_906", "ch_905", "ch_904", "ch_903", "ch_902", "ch_901"])
    let older = lists.items(
      ChargesRequest(endingBefore: "ch_903", limit: 2), in: \.data, direction: .backward)
    ids = []
    for try await charge in older { ids.append(charge.id) }
    #expect(ids == ["ch_904", "ch_905", "ch_906"])
    var titles: [String] = []
    for try await issue in lists.items(IssuesRequest(owner: "me")) { titles.append(issue.title) }
    for try await issue in lists.items(IssuesRequest(owner: "me"), direction: .backward) {
      titles.append(issue.title)
    }
    #expect(titles == ["issue 1", "issue 2", "issue 3", "issue 3", "issue 2", "issue 1"])
    let feed = lists.feed(IssuesRequest(owner: "me"))
    #expect(try await feed.loadNext().elements.map(\.id) == [1])
  }

  /// Messages 1 to 9, three at a time, with a cursor each way. The last page has a cursor, too.
  private struct Messages: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let query = (request.path ?? "").split(separator: "?").last ?? ""
      let number = query.split(separator: "=").last.flatMap { Int($0) } ?? 0
      let first = query.hasPrefix("before=") ? number - 3 : number + 1
      let list = (first..<first + 3).map { #"{"id":\#($0),"title":""}"# }.joined(separator: ",")
      let text = """
        {"list":[\(list)],"next":"\(first + 2)","previous":\(first > 1 ? "\"\(first)\"" : "null"),"more":\(first < 7)}
        """
      return TransportResponse(response: HTTPResponse(status: .ok), body: Array(text.utf8))
    }
  }

  @Test func cursorsGoBothWays() async throws {
    let client = Client(
      server: .main, key: "key", configuration: ClientConfiguration(transport: Messages(), middleware: []))
    var ids: [Int] = []
    for try await message in client.items(MessagesRequest(), in: \.list) { ids.append(message.id) }
    #expect(ids == Array(1...9))
    ids = []
    let backward = client.items(MessagesRequest(before: "10"), in: \.list, direction: .backward)
    for try await message in backward { ids.append(message.id) }
    #expect(ids == (1...9).reversed())
  }

  /// The code of `docs/lists-and-chains.md`, word for word.
  @Test func theCodeOfThePage() async throws {
    let client = lists
    let charges = client.items(ChargesRequest(endingBefore: "ch_900"), in: \.data, direction: .backward)
    for try await charge in charges { print(charge.id) }
    for try await issue in client.items(IssuesRequest(owner: "me"), direction: .backward) {
      print(issue.title)
    }

    for try await page in client.pages(IssuesRequest(owner: "me")) {
      let first = page.response.links.first { $0.relations.contains("first") }
      print(page.pageCount ?? 0, first?.target ?? "")
    }
  }

  @Test func feedsKnowElementsByTheirIdentity() async throws {
    let feed = client.feed(ItemsRequest(owner: "me"))
    while await feed.hasMore { try await feed.loadNext() }
    #expect(await feed.elements.map(\.title) == ["a", "b", "c"])
    let typed = client.feed(ItemsRequest(owner: "me"), id: \.id)
    #expect(try await typed.loadNext().elements.map(\.id) == [1, 2])
  }
}
