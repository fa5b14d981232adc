import HTTPTypes
import TestSupport
import Testing
import WGNAPICache
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIClient
@testable import WGNAPIFeeds
@testable import WGNAPIPages

/// Pages that name the next one's address in their bodies.
@Suite struct AddressInBodyTests {
  private let log = Log()

  /// As services that name the next page's address in the body, at `links.next`.
  private struct Addresses: PaginatedRequest {
    typealias Response = JSON
    typealias ServiceEnvelope = NoEnvelope
    var limit: Int?
    var key: String?

    static let endpoint = Endpoint<Self>(
      "addresses", .get, "links", response: .json(),
      policies: [.pagination(.link(next: "/links/next", more: "/more", size: "limit"))]
    ) {
      $0.query("limit", \.limit)
      $0.query("key", \.key, secret: true)
    }
  }

  private struct Addressing: HTTPTransport {
    let log: Log
    /// The JSON of the next page's address, by the number of the request.
    let address: @Sendable (Int) -> String

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let index = log.add("\(request.method.rawValue) \(request.path ?? "")")
      return .json(#"{"data":[\#(index)],"links":\#(address(index))}"#)
    }
  }

  private func addresses(
    _ parameters: [ClientParameter] = [], _ address: @escaping @Sendable (Int) -> String
  ) async throws -> Int {
    let client = ThingsClient(
      core: ClientCore(
        api: APIDescription(name: "things", basePath: "v1/x"),
        server: APIServer("eu", "https://list.example:443"), parameters: parameters,
        configuration: ClientConfiguration(
          transport: Addressing(log: log, address: address), middleware: [])))
    let content: @Sendable (JSON) -> [JSON] = { $0["data"]?.array ?? [] }
    return try await all(client.items(Addresses(limit: 5, key: "secret"), in: content)).count
  }

  @Test(arguments: [
    #""https://list.example/v1/x/links?page=2""#, #""https:\/\/list.example\/v1\/x\/links?page=2""#,
    #""/v1/x/links?page=2&key=evil&app=evil""#, #""?page=2""#, #""links?page=2#top""#,
    #""//list.example:443/v1/x/links?page=2""#,
  ])
  func addressesInTheBodyAreFollowed(_ address: String) async throws {
    let parameters = [ClientParameter("app", "s", secret: true)]
    for end in ["{}", #"{"next":null}"#, #"{"next":""}"#, #"{"next":false}"#, "null"] {
      let count = try await addresses(parameters) { $0 % 2 == 0 ? #"{"next":\#(address)}"# : end }
      #expect(count == 2)
    }
    #expect(
      log.all.suffix(2) == [
        "GET /v1/x/links?limit=5&key=secret&app=s", "GET /v1/x/links?page=2&key=secret&app=s",
      ])
  }

  @Test(
    arguments: [
      (#""https://evil.example/v1/x/links?page=2""#, "another server"),
      (#""http://list.example/v1/x/links""#, "another server"), (#""../links""#, "outside"),
      (#""other?page=2""#, "'paths: any'"), (#""?page=1""#, "used before"), ("7", "isn't a text"),
      (#"{"href":"?page=2"}"#, "isn't a text"),
    ])
  func anAddressElsewhereIsAnError(_ address: String, _ message: String) async throws {
    let error = await #expect(throws: APIError.self) {
      _ = try await self.addresses { _ in #"{"next":\#(address)}"# }
    }
    #expect(error.map { "\($0)".contains(message) } == true, "\(error as Any)")
    #expect(log.all.count <= 2)
  }

  @Test func aFlagEndsPagesThatNameAnAddressAnyway() async throws {
    let count = try await addresses { #"{"next":"?page=\#($0)"},"more":\#($0 < 3)"# }
    #expect(count == 4)
  }
}
