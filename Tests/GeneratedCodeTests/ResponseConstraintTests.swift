import Features
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime

/// Constraints on a response as a whole.
@Suite struct ResponseConstraintTests {
  private struct Stub: HTTPTransport {
    let body: String
    var status = 200

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      TransportResponse(response: HTTPResponse(status: .init(code: status)), body: Array(self.body.utf8))
    }
  }

  private func client(
    _ body: String, status: Int = 200, _ validation: JSONDecoding.Validation = .report
  ) -> Client {
    Client(
      server: .main, key: "key",
      configuration: ClientConfiguration(
        transport: Stub(body: body, status: status), decoding: JSONDecoding(validation: validation),
        middleware: .standard(limiter: nil)))
  }

  /// The keywords that a response breaks, as it is reported; strict reading refuses it for the same ones.
  private func broken(_ request: some APIRequest, _ body: String, status: Int = 200) async throws -> [String]
  {
    _ = try await client(body, status: status, .off).response(to: request)
    let reported = try await client(body, status: status).response(to: request).violations.map(\.keyword)
    do {
      _ = try await client(body, status: status, .strict).response(to: request)
      #expect(reported.isEmpty)
    } catch let error as APIError {
      guard case .violations(let violations) = error.kind else { throw error }
      #expect(violations.map(\.keyword) == reported)
    }
    return reported
  }

  @Test func aliasesAndListsAreChecked() async throws {
    #expect(try await broken(PercentageRequest(), "100") == [])
    #expect(try await broken(PercentageRequest(), "100.5") == ["maximum"])
    #expect(try await broken(SeriesRequest(), "[1, 2]") == [])
    #expect(try await broken(SeriesRequest(), "[]") == ["minItems"])
    #expect(try await broken(SeriesRequest(), "[1, 1, 2]") == ["maxItems", "uniqueItems"])
  }

  @Test func payloadsInEnvelopesAreChecked() async throws {
    #expect(try await broken(ScoresRequest(), #"{"ok": true, "items": [1, 2]}"#) == [])
    let body = #"{"items": [1, 2, 2], "ok": true}"#
    #expect(try await broken(ScoresRequest(), body).sorted() == ["maxItems", "uniqueItems"])
    let violation = try await client(body).response(to: ScoresRequest()).violations.first
    #expect(violation?.instanceLocation == "/items")
  }

  @Test func eachStatusHasItsOwn() async throws {
    #expect(try await broken(GradesRequest(), "null") == [])
    #expect(try await broken(GradesRequest(), "[]") == ["minItems"])
    #expect(try await broken(GradesRequest(), "[101]") == ["maximum"])
    #expect(try await broken(GradesRequest(), #""12345""#, status: 404) == [])
    #expect(try await broken(GradesRequest(), #""123456""#, status: 404) == ["maxLength"])
  }

  /// Parts of models may be equal where the models aren't; how many there are is the same.
  @Test func partialResponsesKeepTheLimitsOfContainers() async throws {
    let ship = PartialTests.ship
    #expect(try await broken(FleetRequest(), "{}") == ["minProperties"])
    #expect(try await broken(FleetRequest(), #"{"a": [\#(ship), \#(ship)]}"#) == ["maxItems", "uniqueItems"])
    let some = FleetRequest().selecting([\.id])
    #expect(try await broken(some, #"{"a": [{"id": 1}]}"#) == [])
    #expect(try await broken(some, #"{"a": [{"id": 1}, {"id": 1}]}"#) == ["maxItems"])
    #expect(try await broken(some, "{}") == ["minProperties"])
    let slice = FleetRequest().slice(Berth.self)
    #expect(try await broken(slice, #"{"a": [{}, {}]}"#) == ["maxItems"])
    let all = FleetRequest().selecting(.all)
    #expect(try await broken(all, #"{"a": [\#(ship), \#(ship)]}"#) == ["maxItems", "uniqueItems"])
  }

  @Test func keptResponsesAreChecked() async throws {
    let client = client("101")
    let first = try await client.response(to: PercentageRequest())
    let second = try await client.response(
      to: PercentageRequest(), options: CallOptions(policies: [.cache(.cacheOnly)]))
    #expect(second.origin == .cache)
    #expect(first.violations.map(\.keyword) == ["maximum"])
    #expect(second.violations == first.violations)
  }
}
