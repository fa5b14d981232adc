import Foundation
import Shop
import Testing
import WGNAPIRuntime

/// Models of values that a JSON Schema document lets be one thing or another.
@Suite struct SchemaChoiceTests {
  private func choices(_ members: String) -> [UInt8] { Array("{\"version\": 2, \(members)}".utf8) }

  @Test func `a value is read as the alternative that it is of`() throws {
    let choices = try Choices.decode(
      choices(
        """
        "textOrNumber": 5, "listOrMap": {"a": 1}, "limited": "abc", "size": "large", "known": "c", "text": "abc", \
        "account": {"id": 1, "mail": "a"}, "shape": {"radius": 0.5}, "event": {"kind": "closed", "at": 3}, "loose": 4
        """))
    #expect(choices.version == 2)
    #expect(choices.textOrNumber == .integer(5))
    #expect(choices.listOrMap == .map(["a": 1]))
    #expect(choices.limited == .string("abc"))
    #expect(choices.size == .large)
    #expect(choices.known == Choices.Known(rawValue: "c"))
    #expect(choices.text == "abc")
    #expect(choices.account == .live(Live(id: 1, mail: "a")))
    #expect(choices.shape == .radius(.init(radius: 0.5)))
    #expect(choices.event == .closed(.init(at: 3)))
    #expect(choices.loose == 4)
    #expect(try Choices.decode(Choices.encode(choices)) == choices)
  }

  @Test func `null is apart from the alternatives`() throws {
    let choices = try Choices.decode(choices(#""textOrNumber": null, "size": null"#))
    #expect(choices.$textOrNumber == .null)
    #expect(choices.$size == .null)
  }

  @Test func `a text is of the alternative whose demands it meets`() throws {
    let dated = try Choices.decode(choices(#""time": "2026-01-02T03:04:05Z""#))
    guard case .dateTime(let date)? = dated.time else {
      Issue.record("the text is a date")
      return
    }
    #expect(date.timeIntervalSince1970 == 1_767_323_045)
    #expect(try Choices.decode(choices(#""time": "noon""#)).time == .string("noon"))
  }

  @Test(arguments: [
    #""textOrNumber": 1.5"#, #""textOrNumber": true"#, #""listOrMap": [1]"#, #""limited": -1"#,
    #""limited": "abcd""#, #""size": "medium""#, #""text": "abcde""#,
    #""account": "a1""#, #""account": {"id": 1, "deleted": true}"#, #""shape": {"sides": 2}"#,
    #""shape": {"sides": 3, "radius": 1}"#, #""shape": {"radius": 0}"#,
    #""event": {"kind": "opened", "by": ""}"#, #""event": {"kind": "closed"}"#,
    #""event": {"kind": "moved"}"#,
    #""loose": "a", "version": 3"#,
  ])
  func `what the schema refuses is no value of the model`(members: String) {
    let document = choices(members)
    #expect(!ChoicesSchema.root.isValid(document))
    #expect(throws: (any Error).self) { try Choices.decode(document) }
  }

  @Test(arguments: ["\"abcd\"", "-1", "1.5", "[]"])
  func `a union validates what its cases don't say`(document: String) {
    #expect(!ChoicesSchema.identifier.isValid([UInt8](document.utf8)))
    #expect(throws: (any Error).self) { try Identifier.decode([UInt8](document.utf8)) }
  }

  @Test func `so do an enumeration, a tuple and a union of types with names`() throws {
    #expect(try Level.decode([UInt8]("2".utf8)) == ._2)
    #expect(throws: (any Error).self) { try Level.decode([UInt8]("3".utf8)) }
    #expect(try Modes.decode([UInt8](#"["fast"]"#.utf8)).rawValue == [.fast])
    #expect(throws: (any Error).self) { try Modes.decode([UInt8]("[]".utf8)) }
    #expect(try Point.decode([UInt8]("[1, 2.5]".utf8)) == Point(element0: 1, element1: 2.5))
    #expect(throws: (any Error).self) { try Point.decode([UInt8]("[1, 2, 3]".utf8)) }
    #expect(try Either.decode([UInt8](#"{"id": 1}"#.utf8)) == .live(Live(id: 1)))
    #expect(throws: (any Error).self) {
      try Either.decode([UInt8](#"{"id": 1, "a": 1, "b": 2}"#.utf8))
    }
  }
}
