import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPIPages

/// Pages from the last to the first, with each element once.
@Suite struct BackwardPagesTests {
  private let log = Log()

  @Test func everyElementComesOnceInBothDirections() async throws {
    for seed in 0..<60 as Range<UInt64> {
      let count = Int(seed % 23)
      let list = MovingList(count: count, tellsTotal: seed % 2 == 0, seed: seed)
      let client = ThingsClient(list)
      let size = Int(seed % 7) + 1
      let ids = Array(1...23).prefix(count)
      #expect(try await all(client.items(ThingsByLink(limit: size))).map(\.id) == Array(ids))
      #expect(list.requests.count == max((count + size - 1) / size, 1))
      #expect(
        try await all(client.items(ThingsByLink(limit: size), direction: .backward)).map(\.id)
          == ids.reversed())
      #expect(try await all(client.items(ThingsByNumberedLink(limit: size))).map(\.id) == Array(ids))
      let pages = try await all(client.pages(ThingsByNumberedLink(limit: size)))
      #expect(pages.last?.pageCount == pages.count)
      if seed % 2 == 0 { #expect(pages.first?.pageCount == pages.count) }
      let last = ThingsByNumberedLink(page: pages.count, limit: size)
      #expect(try await all(client.items(last, direction: .backward)).map(\.id) == ids.reversed())
    }
  }

  @Test func theLastElementIsTheCursor() async throws {
    for seed in 0..<60 as Range<UInt64> {
      let (count, tellsMore) = (Int(seed % 23), seed % 2 == 0)
      let list = MovingList(count: count, tellsTotal: tellsMore, seed: seed)
      let client = ThingsClient(list)
      let size = Int(seed % 7) + 1
      let ids = Array(1...23).prefix(count)
      let pages = try await all(client.pages(ThingsByLast(limit: size)))
      #expect(pages.flatMap { $0.elements.map(\.id) } == Array(ids))
      // With a flag, or after a short page, no empty page is requested; otherwise, it isn't returned.
      let full = (count + size - 1) / size
      #expect(list.requests.count == (tellsMore ? max(full, 1) : count / size + 1))
      #expect(pages.count == max(full, 1))
      if let newest = ids.last {
        let start = ThingsByLast(before: newest, limit: size)
        #expect(
          try await all(client.items(start, direction: .backward)).map(\.id) == ids.dropLast().reversed())
      }
    }
  }

  @Test func backwardNeedsAPlaceToBegin() async throws {
    let client = ThingsClient(MovingList(count: 9))
    for (message, body) in [
      ("before", { _ = try await all(client.items(ThingsByLast(limit: 2), direction: .backward)) }),
      ("backward", { _ = try await all(client.items(ThingsByOffset(limit: 2), direction: .backward)) }),
    ] as [(String, () async throws -> Void)] {
      let error = await #expect(throws: APIError.self) { try await body() }
      #expect(error?.violations.first?.message.contains(message) == true)
    }
  }

  @Test func backwardNeedsALinkToTheLastPage() async throws {
    let client = ThingsClient.linking(log) { _ in "<?page=2>; rel=next" }
    let error = await #expect(throws: APIError.self) {
      _ = try await all(client.items(ThingsByLink(limit: 5), direction: .backward))
    }
    #expect(error.map { "\($0)".contains("doesn't link to the last page") } == true)
  }

  /// As Mastodon: `next` leads to older elements, `prev` to newer ones, and nothing to the last page.
  private struct Timeline: PaginatedRequest, HTTPTransport {
    typealias Response = [Thing]
    typealias ServiceEnvelope = ThingsEnvelope
    var maxID: String?
    var minID: String?
    var limit: Int?

    static let endpoint = Endpoint<Self>(
      "timeline", .get, "timeline", response: .json(), policies: [.pagination(.link(size: "limit"))]
    ) {
      $0.query("max_id", \.maxID)
      $0.query("min_id", \.minID)
      $0.query("limit", \.limit)
    }

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let path = request.path ?? ""
      func query(_ name: String) -> Int? { LinkSource.value(of: name, in: path).flatMap { Int($0) } }
      // Ten elements, the newest first. With `min_id`, the page ends right after that element.
      let ids = Array((1...10).reversed())
      let limit = query("limit") ?? 3
      var page = Array(ids.filter { $0 < query("max_id") ?? .max }.prefix(limit))
      if let least = query("min_id") { page = ids.filter { $0 > least }.suffix(limit) }
      var fields = HTTPFields()
      if let first = page.first, let last = page.last, let name = HTTPField.Name("Link") {
        let url = "https://list.example/v1/x/timeline?limit=\(limit)"
        fields[name] = "<\(url)&max_id=\(last)>; rel=\"next\", <\(url)&min_id=\(first)>; rel=\"prev\""
      }
      let elements = page.map { #"{"id":\#($0),"version":0}"# }.joined(separator: ",")
      return TransportResponse(
        response: HTTPResponse(status: .ok, headerFields: fields),
        body: Array(#"{"status":"ok","data":[\#(elements)]}"#.utf8))
    }

    var client: ThingsClient {
      ThingsClient(
        core: ClientCore(
          api: APIDescription(name: "things", basePath: "v1/x"),
          server: APIServer("eu", "https://list.example:443"),
          configuration: ClientConfiguration(transport: self, middleware: [])))
    }
  }

  @Test(arguments: [
    (Timeline(maxID: "5", limit: 2), Array(3...10)), (Timeline(minID: "6", limit: 2), Array(7...10)),
    (Timeline(maxID: "1"), []), (Timeline(minID: "0"), Array(1...10)),
  ])
  private func backwardBeginsInTheMiddle(_ request: Timeline, _ ids: [Int]) async throws {
    let things = try await all(request.client.items(request, direction: .backward))
    #expect(things.map(\.id) == ids)
  }

  @Test(arguments: [Timeline(limit: 2), Timeline(limit: 20)])
  private func backwardSaysHowToNameAPlace(_ request: Timeline) async throws {
    let error = await #expect(throws: APIError.self) {
      _ = try await all(request.client.items(request, direction: .backward))
    }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("its links do so with max_id"), "\(message)")
    #expect(!message.contains("may have changed"))
  }

  /// A service may write a request's parameters otherwise in its links, or leave out those that are usual. That names no place.
  @Test(arguments: [
    "<?q=foo&max_id=3>; rel=next", "<?max_id=3>; rel=next",
    "<?q=foo&max_id=3>; rel=next, <?q=foo&min_id=9>; rel=prev",
    "<?max_id=3>; rel=next, <?min_id=9>; rel=prev",
  ]) func backwardDoesNotTakeAnotherSpellingForAPlace(links: String) async throws {
    let client = ThingsClient.linking(log) { _ in links }
    let error = await #expect(throws: APIError.self) {
      _ = try await all(client.items(Search(q: "Foo"), direction: .backward))
    }
    #expect(error.map { "\($0)".contains("its links do so with max_id") } == true, "\(error as Any)")
    #expect(log.all == ["GET /v1/x/search?q=Foo"])
  }

  /// With the same parameter as the request, links name other places than it does.
  @Test(arguments: ["<?q=Foo&from=20>; rel=next", "<?q=foo&from=20>; rel=next, <?q=foo&from=0>; rel=prev"])
  func backwardFromAPlaceWithTheSameParameter(links: String) async throws {
    let client = ThingsClient.linking(log) { $0 == 0 ? links : nil }
    let found = try await all(client.items(Search(q: "Foo", from: 10), direction: .backward))
    #expect(log.all.count == (links.contains("prev") ? 2 : 1))
    #expect(found.count == log.all.count)
  }

  private struct Search: PaginatedRequest {
    typealias Response = [Thing]
    typealias ServiceEnvelope = ThingsEnvelope
    var q: String
    var from: Int?

    static let endpoint = Endpoint<Self>(
      "search", .get, "search", response: .json(), policies: [.pagination(.link())]
    ) {
      $0.query("q", \.q)
      $0.query("from", \.from)
    }
  }

  @Test func moreWithoutElementsIsAnError() async throws {
    let client = ThingsClient { _ in #"{"status":"ok","data":[],"meta":{"more":true}}"# }
    await #expect(throws: APIError.self) { _ = try await all(client.items(ThingsByLast(limit: 2))) }
  }
}
