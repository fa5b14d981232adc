import Features
import HTTPTypes
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISchema
import WGNAPITesting

/// What generated tests are made of: it must see differences.
@Suite struct TestingKitTests {
  private let client = Features.Client(server: .main, key: "k", configuration: .composing)

  @Test func everyPartOfARequestIsCompared() throws {
    let lines = try client.composedLines(of: CreateItemRequest(token: "t", payload: .init(title: "ä")))
    #expect(
      lines == [
        "POST https://api.example.com/v1/items", "Accept: application/json", "Authorization: Bearer t",
        "Content-Type: application/json", "X-Key: k", "", #"{"title":"ä"}"#,
      ])
    #expect(try client.composedLines(of: CreateItemRequest(token: "u", payload: .init(title: "ä"))) != lines)
    #expect(try client.composedLines(of: CreateItemRequest(token: "t", payload: .init(title: "a"))) != lines)
  }

  @Test func streamedBodiesAreCompared() throws {
    let lines = try client.composedLines(of: BackupRequest(payload: .portions(NoPortions(), length: 12)))
    #expect(lines.suffix(2) == ["", "(12 bytes, streamed)"])
    let other = try client.composedLines(of: BackupRequest(payload: .portions(NoPortions())))
    #expect(other.suffix(2) == ["", "(a body of unknown length, streamed)"])
  }

  @Test func refusalsAreCompared() throws {
    #expect(try client.composedLines(of: ItemsRequest(ids: [0])) == ["refused", "/ids/0 minimum"])
  }

  @Test func serversWithoutAnEndpointAreErrors() {
    #expect(throws: APIError.self) {
      try client.composedLines(of: ItemsRequest(ids: [1]), on: Features.Server.test.core)
    }
  }

  @Test func mappingsThatChangeTheJSONAreProblems() {
    #expect(ModelSample("Int", Int.self, examples: ["1", "2"]).mappingProblems == [])
    // Written in lower case.
    let uuid = #""0F0E0D0C-0B0A-4908-8706-050403020100""#
    #expect(ModelSample("UUID", Mutated.self, examples: [uuid]).mappingProblems.count == 1)
    #expect(ModelSample("Int", Int.self, examples: [#""x""#]).mappingProblems.count == 2)
    #expect(ModelSample("Int", Int.self, examples: ["{"]).mappingProblems.count == 2)
  }

  @Test func constraintsThatAreNotCheckedAreProblems() {
    let schema: JSONSchema = [.type(.object), .required(["a"]), .properties(["a": [.minimum(2)]])]
    func problems(_ breaches: String) -> [String] {
      ModelSample(
        "JSON", JSON.self, satisfying: Constraint(schema), examples: [#"{"a":2}"#], breaches: breaches
      ).validatorProblems
    }
    #expect(problems(#"["minimum","/a",1]"# + "\n" + #"["required","/a"]"#) == [])
    #expect(
      problems(#"["minimum","/a",2]"#) == [#"["minimum","/a",2]: expected minimum at '/a', found nothing"#])
    #expect(
      problems(#"["maximum","/a",1]"#) == [#"["maximum","/a",1]: expected maximum at '/a', found /a minimum"#]
    )
    #expect(problems(#"["minimum","/a/b",1]"#) == [#"["minimum","/a/b",1]: the example has no such place"#])
    #expect(problems("minimum").count == 1)
  }
}

private struct NoPortions: AsyncSequence, AsyncIteratorProtocol {
  func next() async -> [UInt8]? { nil }
  func makeAsyncIterator() -> Self { self }
}

/// Changes what it reads.
private enum Mutated: JSONCoder {
  static func read(from reader: inout JSONReader) throws(JSONError) -> String {
    try String.read(from: &reader).lowercased()
  }

  static func write(_ value: String, to writer: inout JSONWriter) throws(JSONError) {
    try String.write(value, to: &writer)
  }
}
