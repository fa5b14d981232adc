import Edges
import Foundation
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISchema
import WGNAPITesting

/// Names and shapes that once did not compile, or read wrongly.
struct EdgeTests {
  @Test func compositionThroughACommonPartHasAllProperties() throws {
    let diamond = try Diamond.decode(Array(#"{"id": 1, "b": "x", "c": "y"}"#.utf8), options: strict)
    #expect(diamond.id == 1 && diamond.b == "x" && diamond.c == "y")
  }

  @Test func allValuesOfADiscriminatorAreRead() throws {
    #expect(
      try Event.decode(Array(#"{"kind": "shut"}"#.utf8), options: strict) == .closed(Closed(kind: "shut")))
    #expect(
      try Event.decode(Array(#"{"kind": "close"}"#.utf8), options: strict) == .closed(Closed(kind: "close")))
  }

  @Test func keysThatDecideTheTypeOfTheirValuesAreChecked() {
    #expect(JSONSchema(Constraints.keyed).isValid(Array(#"{"x1": 1, "other": "text"}"#.utf8)))
    #expect(!JSONSchema(Constraints.keyed).isValid(Array(#"{"x1": "1"}"#.utf8)))
    #expect(!JSONSchema(Constraints.nothing).isValid(Array(#"{"a": 1}"#.utf8)))
  }

  @Test func envelopesReadTheirFailures() throws {
    let failed = try CodedEnvelope.decode(
      Array(#"{"state": 0, "problem": {"code": 7, "problem": "no"}}"#.utf8), options: strict)
    #expect(failed.failure == ServiceFailure(code: 7, message: "no"))
    #expect(try CodedEnvelope.decode(Array(#"{"state": 1}"#.utf8), options: strict).failure == nil)
    #expect(try BareEnvelope.decode(Array("{}".utf8)).failure == nil)
  }

  @Test func codesMayBeWords() async throws {
    let codes: [(fault: String, code: ErrorCode, text: String)] = [
      (
        #"{"code": "card_declined", "text": "Try another one.", "at": "body"}"#, .cardDeclined,
        "card_declined Try another one. (field body)"
      ),
      (#"{"code": "expired", "text": "Session 5"}"#, .expiredSessionAny, "expired Session 5"),
      (#"{"code": "expired", "text": "Card"}"#, .expiredCard, "expired Card"),
      (#"{"code": "new_one"}"#, ErrorCode(code: "new_one", message: ""), "new_one"),
      (#"{"code": "1234567", "text": "RETRYABLE"}"#, .retryableValue, "1234567 RETRYABLE"),
    ]
    for (fault, code, text) in codes {
      try await withLoopbackServer { _ in
        .json(#"{"done": false, "fault": \#(fault)}"#)
      } _: { server in
        let client = LoopbackClient(server)
        let error = await #expect(throws: APIError.self) { try await client.send(WordedRequest()) }
        #expect(error?.failure?.description == text)
        #expect(error?.code(as: ErrorCode.self) == code)
        #expect(error.map(APIError.Condition.service(code).holds) == true)
        #expect(error?.description.contains("the service refused: \(text)") == true)
      }
    }
  }

  @Test func errorsNamedByTheirCodesAreRetried() async throws {
    let failures = ["rate_limited", "rate_limited", "card_declined"]
    let requests = Requests()
    try await withLoopbackServer { _ in
      .json(#"{"done": false, "fault": {"code": "\#(failures[await requests.next() % 3])"}}"#)
    } _: { server in
      let client = LoopbackClient(server)
      let error = await #expect(throws: APIError.self) { try await client.send(WordedRequest()) }
      #expect(error?.attempt == 3)
      #expect(error?.code(as: ErrorCode.self) == .cardDeclined)
    }
  }

  private struct LoopbackClient: APIClient {
    let core: ClientCore
    init(_ server: APIServer) {
      core = ClientCore(
        api: Client.api, server: server, middleware: Client.middleware,
        configuration: ClientConfiguration(clock: ManualClock(jumps: true)))
    }
  }

  private actor Requests {
    private var count = 0
    func next() -> Int {
      count += 1
      return count - 1
    }
  }

  @Test func codesOfAnyTypeAreRead() throws {
    func code(_ json: String) throws -> ServiceFailure.Code? {
      try LooseEnvelope.decode(Array(#"{"ok": false, "code": \#(json)}"#.utf8)).failure?.code
    }
    #expect(try code(#""expired""#) == "expired")
    #expect(try code("402") == 402)
    #expect(try code(#""402""#) == 402)
    #expect(try code("402")?.number == 402)
    #expect(try code(#""0402""#)?.number == nil)
    #expect(try code("null") == nil)
    #expect(try code("[1]") == "[1]")
    #expect(
      try NumberedEnvelope.decode(Array(#"{"ok": false, "number": 7}"#.utf8)).failure?.code == 7)
  }

  @Test func responsesWithoutANameMayBeNull() async throws {
    try await withLoopbackServer { _ in
      .json("null")
    } _: { server in
      let client = LoopbackClient(server)
      let object = try await client.send(NullObjectRequest())
      let union = try await client.send(NullUnionRequest())
      let value = try await client.send(NullValueRequest(responseValue: .p))
      let tuple = try await client.send(NullTupleRequest())
      let sum = try await client.send(NullSumRequest())
      let list = try await client.send(NullListRequest())
      let statuses = try await client.send(NullStatusesRequest())
      #expect(object == nil && union == nil && value == nil && tuple == nil && sum == nil && list == nil)
      #expect(statuses == .ok(nil))
    }
    try await withLoopbackServer { _ in
      .json(#"{"x": 7}"#)
    } _: { server in
      let response = try await LoopbackClient(server).send(NullObjectRequest())
      #expect(response == NullObjectRequest.ResponseValue(x: 7))
    }
  }

  @Test func clientParametersHaveTheirTypes() throws {
    let client = Client(
      server: .main, mode: .slow, since: Date(timeIntervalSince1970: 9),
      device: UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF"))
    let url = try client.httpRequest(for: TimesRequest(at: [Date(timeIntervalSince1970: 1)], xTrace: "t")).url
    #expect(url.hasPrefix("https://b.example.com/times?at=1&mode=slow&since=9&device=6f9619ff"))
  }
}
