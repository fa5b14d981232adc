import Alternatives
import Testing
import WGNAPIJSON

/// Unions among the alternatives of a union, told apart by the same property.
@Suite struct NestedUnionTests {
  private let strict = JSONDecoding(validation: .strict)

  private func event(_ text: String) throws -> Event { try Event.decode(Array(text.utf8), options: strict) }
  private func input(_ text: String) throws -> Input { try Input.decode(Array(text.utf8), options: strict) }
  private func text(_ value: some JSONUnion) throws -> String {
    String(decoding: try value.encoded(), as: UTF8.self)
  }

  @Test func aNestedUnionHasTheValuesOfItsAlternatives() throws {
    let added = Event.change(.added(Added(to: "a")))
    #expect(try text(added) == #"{"type":"added","to":"a"}"#)
    #expect(try event(#"{"type":"added","to":"a"}"#) == added)
    #expect(try event(#"{"from":"b","type":"removed"}"#) == .change(.removed(Removed(from: "b"))))
    // Known by its type, and so broken, not unknown.
    #expect(throws: JSONError.self) { try event(#"{"type":"added"}"#) }
    #expect(Event.validate(Array(#"{"type":"added"}"#.utf8)).map(\.keyword) == ["required"])
    #expect(try event(#"{"type":"moved"}"#) == .unknown(["type": "moved"]))
  }

  @Test func sharedValuesAreToldApartBySchemas() throws {
    let note = Input.note(Note(text: "a"))
    let noted = Input.output(.noted(Noted(by: "b")))
    #expect(try text(noted) == #"{"type":"note","by":"b"}"#)
    #expect(try input(#"{"type":"note","by":"b"}"#) == noted)
    #expect(try input(#"{"text":"a"}"#) == note)
    #expect(try input(#"{"type":"removed","from":"c"}"#) == .output(.removed(Removed(from: "c"))))
    #expect(try input(#"{"type":"added","to":"d"}"#) == .added(Added(to: "d")))
    #expect(try input(#"{"type":"moved"}"#) == .output(.unknown(["type": "moved"])))
  }

  /// It would be read as the alternative that has the type.
  @Test func anUnknownValueWithTheTypeOfAnotherAlternativeIsNotSent() throws {
    #expect(try text(Input.output(.unknown(["type": "moved"]))) == #"{"type":"moved"}"#)
    let error = #expect(throws: JSONError.self) {
      try text(Input.output(.unknown(["type": "added", "by": "b"])))
    }
    #expect(error?.kind == .notRepresentable)
    #expect(error?.message == #"the value's "type" identifies another case of Input than the value's"#)
    // What the caller calls unknown is written as it is.
    #expect(try text(Input.unknown(["type": "added"])) == #"{"type":"added"}"#)
  }
}
