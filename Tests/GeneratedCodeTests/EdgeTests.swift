import Edges
import Foundation
import Testing
import WGNAPIRuntime

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
    #expect(Schemas.keyed.isValid(Array(#"{"x1": 1, "other": "text"}"#.utf8)))
    #expect(!Schemas.keyed.isValid(Array(#"{"x1": "1"}"#.utf8)))
    #expect(!Schemas.nothing.isValid(Array(#"{"a": 1}"#.utf8)))
  }

  @Test func envelopesReadTheirFailures() throws {
    let failed = try CodedEnvelope.decode(
      Array(#"{"state": 0, "problem": {"code": 7, "problem": "no"}}"#.utf8), options: strict)
    #expect(failed.failure == ServiceFailure(code: 7, message: "no"))
    #expect(try CodedEnvelope.decode(Array(#"{"state": 1}"#.utf8), options: strict).failure == nil)
    #expect(try BareEnvelope.decode(Array("{}".utf8)).failure == nil)
  }

  @Test func clientParametersHaveTheirTypes() throws {
    let client = Client(
      server: .main, mode: .slow, since: Date(timeIntervalSince1970: 9),
      device: UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF"))
    let url = try client.httpRequest(for: TimesRequest(at: [Date(timeIntervalSince1970: 1)], xTrace: "t")).url
    #expect(url.hasPrefix("https://b.example.com/times?at=1&mode=slow&since=9&device=6f9619ff"))
  }
}
