import Testing
import WGNAPIChains
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

/// A request whose parameters have the names of the methods that begin a chain.
private struct Colliding: APIRequest {
  typealias Response = [FoundPlayer]
  typealias ServiceEnvelope = PlayersEnvelope
  var map: String?
  var flatMap: Int?
  var zip: [String]?
  var timeout: Int?
  var retry: Bool?
  var recover: String?
  var with: String?
  var response: String?
  var batched: Bool?
  var batchedPartially: Bool?

  static let endpoint = Endpoint<Self>(
    "colliding", .get, "colliding", response: .json(), policies: [.batch("zip", maximum: 2)]
  ) {
    $0.query("map", \.map)
    $0.query("flatMap", \.flatMap)
    $0.query("zip", \.zip)
    $0.query("timeout", \.timeout)
    $0.query("retry", \.retry)
    $0.query("recover", \.recover)
    $0.query("with", \.with)
    $0.query("response", \.response)
    $0.query("batched", \.batched)
    $0.query("batchedPartially", \.batchedPartially)
  }
}

@Suite struct ChainNameTests {
  @Test func parametersAndMethodsOfOneName() async throws {
    let request = Colliding(map: "abc", zip: ["a", "b"], timeout: 5)
    let timeout = request.timeout
    #expect(timeout == 5)
    #expect(request.map == "abc" && request.retry == nil && request.zip?.count == 2)
    #expect(request.map?.count == 3)
    let client = LimitedClient(ScriptedTransport { _, _ in .noPlayers }, ManualClock(), middleware: [])
    let chain = request.map { $0.count }
    #expect(try await client.send(chain) == 0)
    let count = request.batched().timeout(.seconds(1)).retry(2).recover { _ in [] }.flatMap { _ in request }
      .zip(request).map { $0.count + $1.count }
    #expect(try await client.send(count) == 0)
    for chain in [
      request.timeout(.seconds(1)), request.retry(2), request.recover { _ in [] },
      request.with(CallOptions()), request.flatMap { _ in request }, request.zip(request).map(\.0),
      request.response().map(\.value), request.batchedPartially().map(\.value),
    ] {
      #expect(try await client.send(chain) == [])
    }
  }
}
