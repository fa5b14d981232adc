import Catalog
import Testing
import WGNAPIRuntime
import WGNAPITesting

/// Envelopes whose payload is the rest of the object.
@Suite struct FlatEnvelopeTests {
  private let stubs = Stubs()

  private func client(_ options: JSONDecoding? = nil) -> Client {
    var configuration = ClientConfiguration.stubbed(stubs)
    if let options { configuration.decoding = options }
    return Client(server: .main, configuration: configuration)
  }

  private static let strict = JSONDecoding(unknownKeys: .reject, validation: .strict)

  /// As Slack documents it for `chat.postMessage`.
  private static let posted = """
    {
      "ok": true,
      "channel": "C123ABC456", "warning": "missing_charset",
      "ts": "1503435956.000247",
      "message": {"text": "Here's a message for you", "ts": "1503435956.000247", "user": "U1"},
      "response_metadata": {"messages": ["[WARN] a charset is missing"]}
    }
    """

  @Test func thePayloadIsTheRest() async throws {
    let request = FlatPostRequest(payload: .init(channel: "C123ABC456", text: "Hi"))
    stubs.on(request, .json(Self.posted))
    let response = try await client(Self.strict).response(to: request)
    #expect(response.value.channel == "C123ABC456")
    #expect(response.value.message.user == "U1")
    #expect(response.envelope?.warning == "missing_charset")
    #expect(response.envelope?.responseMetadata?.messages == ["[WARN] a charset is missing"])
    #expect(response.violations.isEmpty)
  }

  @Test func failuresHaveNoPayload() async throws {
    stubs.on(FlatTestRequest(), .json(#"{"ok":false,"error":"not_authed"}"#))
    let error = await #expect(throws: APIError.self) { _ = try await client().flat.test() }
    #expect(error?.code(as: ErrorCode.self) == .notAuthed)
  }

  @Test(arguments: [
    #"{"+1":3,"ok":true,"warning":"w","tada":1}"#, #"{"+1":3,"tada":1,"ok":true}"#,
    "{ \"ok\" : true ,\n \"+1\" : 3 ,\n \"tada\" : 1 }\n",
  ])
  func aMapHasTheOtherMembers(_ body: String) async throws {
    stubs.on(FlatEmojiRequest(), .json(body))
    #expect(try await client(Self.strict).flat.emoji() == ["+1": 3, "tada": 1])
  }

  @Test func anythingHasTheOtherMembers() async throws {
    stubs.on(FlatAnythingRequest(), .json(#"{"a":[1,{"ok":2}],"ok":true,"b":"}"}"#))
    #expect(try await client().flat.anything() == ["a": [1, ["ok": 2]], "b": "}"])
  }

  @Test func nothingIsLeft() async throws {
    stubs.on(FlatEmojiRequest(), .json(#"{"ok":true}"#))
    #expect(try await client().flat.emoji().isEmpty)
    stubs.on(FlatLeaveRequest(payload: .init(channel: "C")), .json(#"{"ok":true}"#))
    try await client().flat.leave(payload: .init(channel: "C"))
  }

  @Test func unionsAreRead() async throws {
    stubs.on(FlatChoiceRequest(), .json(#"{"ok":true,"kind":"scheduled","post_at":7}"#))
    guard case .scheduled(let scheduled) = try await client().flat.choice() else {
      Issue.record("another case")
      return
    }
    #expect(scheduled.postAt == 7)
  }

  /// What the envelope has doesn't count, and what neither has is told, with its place in the whole document.
  @Test func limitsAreThoseOfThePayload() async throws {
    stubs.on(FlatStrictRequest(), .json(#"{"ok":true,"ts":"1","warning":"w"}"#))
    #expect(try await client(Self.strict).flat.strict().ts == "1")
    stubs.on(FlatStrictRequest(), .json("{\"ok\":true,\n\"ts\":\"1\",\"more\":1}"))
    let error = await #expect(throws: APIError.self) { _ = try await client(Self.strict).flat.strict() }
    #expect("\(error.map { "\($0)" } ?? "")".contains("more"))
  }

  @Test func mistakesHaveTheirPlace() async throws {
    stubs.on(FlatStrictRequest(), .json("{\"ok\":true,\n\n\"ts\":1}"))
    let error = await #expect(throws: APIError.self) { _ = try await client().flat.strict() }
    #expect("\(error.map { "\($0)" } ?? "")".contains("line 3"), "\(String(describing: error))")
  }
}
