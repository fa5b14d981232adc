import Features
import HTTPTypes
import Testing
import WGNAPIFeeds
import WGNAPIPages
import WGNAPIRuntime

/// Generated requests whose answers come in pages.
@Suite struct PaginationTests {
  private struct TwoPages: Transport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let isFirst = request.path?.contains("cursor=") == false
      let text =
        isFirst
        ? #"{"ok":true,"next":"c","total":3,"items":[{"id":1,"title":"a"},{"id":2,"title":"b"}]}"#
        : #"{"ok":true,"next":null,"total":3,"items":[{"id":3,"title":"c"}]}"#
      return TransportResponse(response: HTTPResponse(status: .ok), body: Array(text.utf8))
    }
  }

  private let client = Client(
    server: .main, key: "key", configuration: ClientConfiguration(transport: TwoPages()))

  @Test func elementsComeOneAtATime() async throws {
    var titles: [String] = []
    for try await item in client.items(ItemsRequest(owner: "me")) { titles.append(item.title) }
    #expect(titles == ["a", "b", "c"])
  }

  @Test func feedsKnowElementsByTheirIdentity() async throws {
    let feed = client.feed(ItemsRequest(owner: "me"))
    while await feed.hasMore { try await feed.loadNext() }
    #expect(await feed.elements.map(\.title) == ["a", "b", "c"])
    let typed = client.feed(ItemsRequest(owner: "me"), id: \.id)
    #expect(try await typed.loadNext().elements.map(\.id) == [1, 2])
  }
}
