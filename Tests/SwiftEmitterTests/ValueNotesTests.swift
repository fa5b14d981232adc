import APIModel
import Diagnostics
import Testing

@testable import SwiftEmitter

/// Comments say what a type doesn't.
struct ValueNotesTests {
  private func notes(_ change: (inout Schema) -> Void) -> [String] {
    let start = SourceLocation(line: 1, column: 1, offset: 0)
    var schema = Schema(span: SourceSpan(file: "a.yaml", start: start, end: start))
    change(&schema)
    let notes = ValueNotes(schema, in: SchemaIndex([]))
    return notes.all
  }

  @Test func numbers() {
    func range(_ limits: [LimitKeyword: NumberText]) -> [String] {
      notes {
        $0.types = [.integer]
        $0.limits = limits
      }
    }
    #expect(range([.minimum: .init("1"), .maximum: .init("100")]) == ["From 1 to 100."])
    #expect(range([.minimum: .init("-3")]) == ["At least -3."])
    #expect(range([.exclusiveMinimum: .init("0"), .maximum: .init("9")]) == ["More than 0. At most 9."])
    #expect(range([.multipleOf: .init("5")]) == ["A multiple of 5."])
  }

  @Test func texts() {
    func text(_ change: (inout Schema) -> Void) -> [String] {
      notes {
        $0.types = [.string]
        change(&$0)
      }
    }
    #expect(text { $0.counts = [.minLength: 3, .maxLength: 24] } == ["3 to 24 characters."])
    #expect(text { $0.counts = [.minLength: 1] } == ["Not empty."])
    #expect(text { $0.counts = [.minLength: 2, .maxLength: 2] } == ["Exactly 2 characters."])
    #expect(text { $0.counts = [.maxLength: 5000] } == [])
    #expect(text { $0.pattern = "^[a-z]+$" } == ["Matches `^[a-z]+$`."])
    #expect(text { $0.pattern = "`" } == [])
    #expect(text { $0.format = .other("email") } == ["Format: `email`."])
    #expect(text { $0.defaultValue = .string("a") } == [#"Default: `"a"`."#])
    #expect(text { $0.defaultValue = .string("a`b") } == [])
    #expect(
      text {
        $0.defaultValue = .string("a")
        $0.isSecret = true
      } == [])
  }

  @Test func summariesEndBeforeNotes() {
    #expect(DocComment.sentence("Results per page", ["From 1 to 9."]) == "Results per page. From 1 to 9.")
    #expect(DocComment.sentence("Which?", ["Not empty."]) == "Which? Not empty.")
    #expect(DocComment.sentence(nil, []) == nil)
  }

  @Test func namesAreNotRepeated() {
    let kept = ["Account settings of a shop", "The settings", "", "Account-Settings 2"]
    for text in kept { #expect(DocComment.summary(text, of: "AccountSettings") == text) }
    for text in ["AccountSettings", "account_settings", "Account settings."] {
      #expect(DocComment.summary(text, of: "AccountSettings") == nil)
    }
    #expect(DocComment.summary(nil, of: "A") == nil)
  }
}
