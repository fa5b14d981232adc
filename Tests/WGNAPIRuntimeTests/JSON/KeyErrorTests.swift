import Foundation
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISchema

/// Errors about keys say where the key is, not where its object begins.
@Suite struct KeyErrorTests {
  private struct Extended: JSONModel {
    var id: Int
    var rest: [AccountID: Int]

    static let layout = ModelLayout<Self> {
      $0.required("id", \.id)
      $0.additional(\.rest)
    }
  }

  private struct Wrapping: JSONModel {
    var ok: Bool

    static let layout = ModelLayout<Self> { $0.required("ok", \.ok) }
  }

  private func expect<Coder: JSONCoder>(
    _ coder: Coder.Type, _ text: String, _ kind: JSONError.Kind, at key: String, path: [String], line: Int = 1
  ) {
    let error = #expect(throws: JSONError.self) { try coder.decode([UInt8](text)) }
    #expect(error?.kind == kind)
    let last = text.range(of: key, options: .backwards)
    #expect(error?.byteOffset == last.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) })
    #expect(error?.path == path)
    #expect(error?.line == line)
  }

  @Test func duplicates() {
    let text = #"{"a": 1, "b": [2], "a": 3}"#
    expect([String: JSON].self, text, .duplicateKey, at: #""a""#, path: ["a"])
    expect(JSON.self, text, .duplicateKey, at: #""a""#, path: ["a"])
    expect(
      JSON.self, "[0, {\"é\\u0041\": 1,\n\"éA\": 2}]", .duplicateKey, at: #""éA""#, path: ["1", "éA"], line: 2
    )
    expect(
      [String: Int].self, "{\"\u{E9}\":1,\n\"e\u{301}\":2}", .duplicateKey, at: "\"e\u{301}", path: ["é"],
      line: 2)
    expect([AccountID: Int].self, #"{"1":1,"2":2,"1":3}"#, .duplicateKey, at: #""1""#, path: ["1"])
    expect(Cat.self, #"{"lives":1, "lives":2}"#, .duplicateKey, at: #""lives""#, path: ["lives"])
    expect(Cat.self, #"{"lives":1, "l\u0069ves":2}"#, .duplicateKey, at: #""l\"#, path: ["lives"])
    expect(Extended.self, #"{"7":1, "id":2,"7":2}"#, .duplicateKey, at: #""7""#, path: ["7"])
    // A byte order mark counts.
    expect([String: Int].self, "\u{FEFF}" + #"{"a":1, "a":2}"#, .duplicateKey, at: #""a""#, path: ["a"])
    expect(Cat.self, "\u{FEFF}" + #"{"lives":1, "lives":2}"#, .duplicateKey, at: #""lives""#, path: ["lives"])
  }

  @Test func invalidKeys() {
    expect([AccountID: Int].self, #"{"1":1, "one":2}"#, .invalidValue, at: #""one""#, path: ["one"])
    expect([[Int8: Int]].self, "[{\n\"128\":2}]", .invalidValue, at: #""128""#, path: ["0", "128"], line: 2)
    expect(Extended.self, #"{"id":1, "one":2}"#, .invalidValue, at: #""one""#, path: ["one"])
  }

  @Test func payloads() {
    let text = #"{"ok": true, "data": 1, "data": 2}"#
    let error = #expect(throws: JSONError.self) {
      try Wrapping.decode([UInt8](text), payload: "data", as: Int.self)
    }
    #expect(error?.kind == .duplicateKey && error?.byteOffset == 24 && error?.path == ["data"])
  }

  @Test(
    arguments: [
      [.properties(["a": [.type(.integer)]])], [.properties(["b": true])], [.minProperties(1)],
      [.additionalProperties(true)],
    ] as [JSONSchema])
  func validators(schema: JSONSchema) {
    let violations = schema.validate([UInt8](#"{"a": 1, "b": [2], "a": 3}"#))
    #expect(violations.map(\.keyword) == ["json"])
    #expect(violations.first?.byteOffset == 19 && violations.first?.instanceLocation == "/a")
  }
}
