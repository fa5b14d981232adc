import Foundation
import Testing
import WGNAPIFeeds
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISchema

@Suite struct ResponseTests {
  private let request = SearchPlayers(search: "abc")
  private let ann = #"[{"account_id":7,"nickname":"Ann"}]"#

  private func error(
    _ stub: StubTransport, _ decoding: JSONDecoding = JSONDecoding(validation: .report)
  ) async throws -> APIError {
    let error = await #expect(throws: APIError.self) {
      try await PlayersClient(stub: stub, decoding: decoding).send(request)
    }
    return try #require(error)
  }

  @Test func keysInAnyOrder() async throws {
    for body in [
      #"{"status":"ok","meta":{"count":1},"data":\#(ann)}"#, #"{"data":\#(ann),"status":"ok"}"#,
      #"{"meta":{"count":1},"data":\#(ann),"status":"ok","extra":[1,{"data":2}]}"#,
    ] {
      let players = try await PlayersClient(stub: StubTransport(body)).send(request)
      #expect(players == [FoundPlayer(accountID: 7, nickname: "Ann")])
    }
  }

  @Test func maps() async throws {
    let body = #"{"status":"ok","data":{"7":{"account_id":7,"nickname":"Ann"},"8":null}}"#
    let players = try await PlayersClient(stub: StubTransport(body)).send(PlayerDetails(accountID: [7, 8]))
    #expect(players == [7: FoundPlayer(accountID: 7, nickname: "Ann"), 8: nil])
  }

  @Test(arguments: [200, 400, 503])
  func errorEnvelopes(status: Int) async throws {
    // The payload comes first and isn't what the endpoint describes: the error still shows.
    let body =
      #"{"data":{"x":"y"},"status":"error","error":{"code":402,"message":"SEARCH_NOT_SPECIFIED","field":"search","value":null}}"#
    let error = try await error(StubTransport(body, status: status))
    #expect(error.status?.code == status)
    #expect(error.failure == ServiceFailure(code: 402, message: "SEARCH_NOT_SPECIFIED", field: "search"))
    #expect(error.code(as: PlayersErrorCode.self) == .searchNotSpecified)
    #expect(error.isRetryable == (status == 503))
    #expect(
      error.description.hasPrefix(
        "searchPlayers on eu: the service refused: 402 SEARCH_NOT_SPECIFIED (field search)"))
  }

  private struct ZeroCode: ServiceErrorCode {
    var code: ServiceFailure.Code
    var message: String
    static var general: Self { Self(code: 0, message: "") }
    static let allCases: [Self] = [.general]
  }

  /// No code isn't the code 0, which a service may use.
  @Test func aFailureWithoutACode() {
    let code = ZeroCode(ServiceFailure(message: "BUSY"))
    #expect(code.code.number == nil)
    #expect("\(code)" == "BUSY")
    let empty = ZeroCode(ServiceFailure())
    #expect(!empty.isKnown && empty != .general)
    #expect("\(ZeroCode(ServiceFailure(code: 7)))" == "7")
    #expect(ZeroCode(ServiceFailure(code: 0, message: "")) == .general)
  }

  /// The problem types of RFC 9457: the end of a URI tells them from each other.
  @Test func codesThatAreURIs() {
    let type = "https://fjordbank.example/problems/insufficient-funds"
    #expect("\(ServiceFailure.Code(type))" == type)
    #expect("\(ServiceFailure(code: .init(type)))" == type)
    let long = "https://" + String(repeating: "a", count: 100) + "/problems/insufficient-funds"
    #expect("\(ServiceFailure.Code(long))" == "…/problems/insufficient-funds")
    // Hostile ones are bounded, and have no control characters.
    for text in [
      "https://" + String(repeating: "x", count: 1_000),
      "https://a.example/\n" + String(repeating: "x", count: 1_000),
      "https://a.example/" + String(repeating: "ä", count: 1_000), String(repeating: "x", count: 1_000),
      "https://a.example/\u{202E}x",
    ] {
      let shown = "\(ServiceFailure.Code(text))"
      #expect(shown.unicodeScalars.count <= 61 && !shown.contains("\n") && !shown.contains("\u{202E}"))
    }
  }

  @Test func codesByWildcard() async throws {
    func code(_ code: Int, _ message: String) -> PlayersErrorCode {
      PlayersErrorCode(ServiceFailure(code: .init(code), message: message))
    }
    #expect(code(402, "TYPE_NOT_SPECIFIED") == .fieldNotSpecified)
    #expect(code(402, "SEARCH_NOT_SPECIFIED") == .searchNotSpecified)
    #expect(code(403, "SEARCH_NOT_SPECIFIED").isKnown == false)
    #expect(code(402, "NOT_SPECIFIED_").isKnown == false)
    #expect(code(504, "SOURCE_NOT_AVAILABLE").isRetryable)
    let body = #"{"status":"error","error":{"code":504,"message":"SOURCE_NOT_AVAILABLE"}}"#
    #expect(try await error(StubTransport(body)).isRetryable)
  }

  @Test func missingAndWrongPayloads() async throws {
    guard case .decoding(let missing) = try await error(StubTransport(#"{"status":"ok"}"#)).kind,
      case .decoding(let wrong) = try await error(
        StubTransport(#"{"status":"ok","data":[{"account_id":1}]}"#)
      ).kind
    else { return #expect(Bool(false)) }
    #expect(missing.kind == .missingKey)
    #expect(wrong.kind == .missingKey)
    #expect(wrong.path.starts(with: ["data", "0"]))
  }

  @Test(arguments: ["<html>Not found</html>", "", "Service unavailable"])
  func documentsThatAreNotJSON(body: String) async throws {
    let error = try await error(StubTransport(body, type: "text/html"))
    guard case .notJSON("text/html", body) = error.kind else { throw error }
  }

  @Test(arguments: [#"{"status":"ok","data":[]}x"#, #"{"status":"ok","data":[}"#, #"{"status":"ok"]"#])
  func malformedJSON(body: String) async throws {
    guard case .decoding(let error) = try await error(StubTransport(body)).kind else {
      return #expect(Bool(false))
    }
    #expect(error.kind == .syntax)
  }

  @Test func aResponseThatBreaksOff() async throws {
    let body = Array(
      #"{"status": "ok", "a\"b": [true, false, null, -1.5e+3, "\u00e9é𝄞"], "data": {"x": [[]]}}"#.utf8)
    for count in 1..<body.count {
      // Without retries, which would wait.
      let configuration = ClientConfiguration(
        transport: StubTransport(bytes: Array(body.prefix(count))), middleware: [])
      let client = PlayersClient(
        server: APIServer("eu", "https://api.example.eu"), configuration: configuration)
      let error = await #expect(throws: APIError.self) { try await client.send(request) }
      let found = try #require(error)
      guard case .incomplete(let why) = found.kind else { throw found }
      #expect(why.kind == .syntax && found.isRetryable)
      #expect(found.description.contains("the response ends early: "))
    }
    for body in [
      #"{"status" "ok""#, #"{"status": "ok", "data": [,"#, #"{"status": "ok"}}"#, #"{"status": nope"#, "nope",
      #"{"status": "ok", "data": [1 2"#, #"{"status": "ok", "data": [tru]"#, #"{"a": "\x", "#,
      String(repeating: "[", count: 100_000),
    ] {
      let found = try await error(StubTransport(body))
      switch found.kind {
      case .decoding, .notJSON: #expect(!found.isRetryable)
      default: throw found
      }
    }
  }

  @Test func aByteOrderMarkIsPassedOver() async throws {
    let body = "\u{FEFF}" + #"{"status":"ok","data":\#(ann)}"#
    #expect(try await PlayersClient(stub: StubTransport(body)).send(request).map(\.nickname) == ["Ann"])
    guard case .decoding(let error) = try await error(StubTransport("\u{FEFF}{\"status\":x}")).kind else {
      return #expect(Bool(false))
    }
    #expect(error.path == ["status"] && error.byteOffset == 13)
    for body in ["\u{FEFF}", "\u{FEFF}\u{FEFF}{}", "{\u{FEFF}}"] {
      await #expect(throws: APIError.self) {
        try await PlayersClient(stub: StubTransport(body)).send(request)
      }
      #expect(throws: JSONError.self) { try JSON.decode(Array(body.utf8)) }
    }
    let number = "\u{FEFF}1"
    #expect(JSONNumber(number) == nil)
    #expect(JSONSchema([.type(.number)]).isValid(Array(number.utf8)))
  }

  @Test func validationReportsOrRefuses() async throws {
    let name = String(repeating: "x", count: 30)
    let body = #"{"status":"ok","data":[{"account_id":0,"nickname":"\#(name)"}]}"#
    let seen = Locked<[Violation]>([])
    let observer = ClientObserver(onViolation: { event in seen.withLock { $0 += event.violations } })
    let client = PlayersClient(stub: StubTransport(body), observers: [observer])
    let response = try await client.response(to: request)
    #expect(
      response.violations.map(\.instanceLocation) == ["/data/0/account_id", "/data/0/nickname"])
    #expect(seen.withLock(\.self) == response.violations)
    let strict = try await error(StubTransport(body), JSONDecoding(validation: .strict))
    guard case .violations(let all) = strict.kind else { throw strict }
    #expect(all.count == 2)
    let off = PlayersClient(stub: StubTransport(body), decoding: JSONDecoding(validation: .off))
    #expect(try await off.response(to: request).violations.isEmpty)
  }

  @Test func emptyAndBytes() async throws {
    for body in [#"{"status":"ok","data":{}}"#, #"{"status":"ok","data":null}"#, #"{"status":"ok"}"#, ""] {
      try await PlayersClient(stub: StubTransport(body)).send(Rename(name: "x", token: "t"))
    }
    let bytes = try await PlayersClient(stub: StubTransport("\u{1}PNG", type: "image/png")).send(Emblem())
    #expect(bytes == Array("\u{1}PNG".utf8))
  }

  @Test func byStatus() async throws {
    func response(_ body: String, _ status: Int) async throws -> StorePlayer.Response {
      try await PlayersClient(stub: StubTransport(body, status: status)).send(StorePlayer(player: nil))
    }
    let stored = try await response(#"{"account_id":7,"nickname":"Ann"}"#, 200)
    #expect(stored == .stored(FoundPlayer(accountID: 7, nickname: "Ann")))
    #expect(try await response("", 204) == .gone)
    guard case .refused(let problem) = try await response(#"{"code":1,"message":"NO"}"#, 409) else {
      return #expect(Bool(false))
    }
    #expect(problem.message == "NO")
    await #expect(throws: APIError.self) { try await response("{}", 500) }
  }

  private struct Job: APIRequest {
    enum Response: Sendable, Equatable {
      case done([Int])
      case waiting(String)
    }
    static let endpoint = Endpoint<Self>(
      "job", .post, "job",
      response: .byStatus {
        $0.json(200..<300, [Int].self) { .done($0) }
        $0.text(202) { .waiting($0) }
        $0.text(203, type: "application/xml") { .waiting($0) }
      })
  }

  /// Whatever their order is.
  @Test func theEntryWithTheFewestStatusesCounts() async throws {
    func response(_ body: String, _ status: Int, _ type: String = "text/plain") async throws -> Job.Response {
      try await PlayersClient(stub: StubTransport(body, status: status, type: type)).send(Job())
    }
    #expect(try await response("soon", 202) == .waiting("soon"))
    // The same media type (RFC 7303, section 9.2).
    #expect(try await response("<soon/>", 203, "text/xml") == .waiting("<soon/>"))
    await #expect(throws: APIError.self) { try await response("<soon/>", 203) }
    #expect(try await response("[1]", 201) == .done([1]))
  }

  @Test func messagesFitTheStatus() async throws {
    func message(_ body: String, _ status: Int, _ type: String = "application/json") async throws -> String {
      try await error(StubTransport(body, status: status, type: type)).description
    }
    #expect(
      try await message("{}", 304).contains(
        #"the status isn't one of the endpoint's responses: "{}"; the API may have changed"#))
    #expect(try await message("no", 401).contains("\"no\"; check the credentials and the request"))
    #expect(try await message("no", 500).contains("; the service failed, not the request"))
    #expect(try await message("no", 404).contains("; check the URL and the request"))
    #expect(
      try await message("", 200).contains(
        "the response is empty, where the endpoint describes JSON; the API may have changed"))
    #expect(
      try await message("ciao", 200).contains(
        #"the response calls itself application/json, but isn't JSON: "ciao"; check"#))
    #expect(try await message("ciao", 200, "text/html").contains("isn't JSON but text/html: \"ciao\"; check"))
  }

  @Test func endpointsOfOtherServers() async throws {
    let client = PlayersClient(stub: StubTransport("{}"), server: APIServer("na", "https://api.example.com"))
    let error = await #expect(throws: APIError.self) { try await client.send(PlayerDetails(accountID: [1])) }
    guard case .notAvailable(on: "na", availableOn: ["eu"])? = error?.kind else { throw try #require(error) }
    let mirror = APIServer("test", "https://localhost", sameAs: "eu")
    #expect(try PlayersClient(server: mirror).httpRequest(for: PlayerDetails(accountID: [1])).body.isEmpty)
  }

  @Test func observersSeeEveryCall() async throws {
    let log = Locked<[String]>([])
    let observer = ClientObserver(
      onRequest: { event in log.withLock { $0.append("\(event.method) \(event.url)") } },
      onResponse: { event in log.withLock { $0.append("\(event.status?.code ?? 0) \(event.error == nil)") } })
    let ok = PlayersClient(stub: StubTransport(#"{"status":"ok","data":[]}"#), observers: [observer])
    _ = try await ok.send(request)
    let failing = PlayersClient(stub: StubTransport(failing: TransportError.timedOut), observers: [observer])
    await #expect(throws: APIError.self) { try await failing.send(request) }
    let url =
      "GET https://api.example.eu/wot/account/list/?search=abc&application_id=<redacted>&language=en"
    #expect(log.withLock(\.self) == [url, "200 true", url, "0 false"])
  }
}
