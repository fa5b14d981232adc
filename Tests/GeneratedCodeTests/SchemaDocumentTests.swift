import Features
import Foundation
import Shop
import Testing
import WGNAPIRuntime
import WGNAPISchema

/// The validators and models that JSON Schema documents become, compiled.
struct SchemaDocumentTests {
  private static let order = """
    {"id": "00000000-0000-0000-0000-000000000001", "customer": {"name": "A"}, "lines": [{"sku": "s", "count": 1, \
    "price": 2.5}]
    """

  private func order(adding members: String = "") -> [UInt8] { Array((Self.order + members + "}").utf8) }

  /// What a document requires is required, deprecated or not: the validator decides.
  @Test func deprecatedPropertiesAreRequiredWhereTheSchemaSaysSo() {
    let error = #expect(throws: JSONError.self) { try Retired.decode([UInt8]("{}".utf8)) }
    #expect(error?.kind == .missingKey)
    #expect(!OrderSchema.retired.isValid([UInt8]("{}".utf8)))
  }

  @Test func aModelHasWhatTheSchemaDescribes() throws {
    let order = try Order.decode(
      order(
        adding: """
          , "placed": "2026-01-02T03:04:05Z", "payment": {"kind": "card", "number": "1"}, "note": null, "foo-bar": 1, \
          "foo_bar": true, "labels": {"a": "b"}, "delivery": {"street": "x"}, \
          "address": {"street": "x", "country": "DE", "x-a": 1}
          """))
    #expect(order.lines.map(\.sku) == ["s"])
    #expect(order.lines.map(\.price) == [2.5])
    #expect(order.payment == .card(Card(number: "1")))
    #expect(order.fooBar == 1)
    #expect(order.fooBar2 == true)
    #expect(order.labels == ["a": "b"])
    #expect(order.address?.country.rawValue == "DE")
    #expect(order.address?.additionalProperties == ["x-a": 1])
  }

  @Test(arguments: [
    // A condition, what is left unevaluated, names of members, the length of a text, a type that the model is wider than.
    #", "payment": {"kind": "card", "number": "1"}"#, #", "other": 1"#, #", "labels": {"A": "b"}"#,
    #", "customer": {"name": ""}"#, #", "address": {"street": "", "country": "DE"}"#,
    #", "address": {"street": "x", "country": "de"}"#, #", "parent": {}"#,
  ])
  func decodingValidatesAllThatTheSchemaSays(members: String) {
    var document = order(adding: members)
    if members.contains("customer") {
      document = Array(
        String(decoding: document, as: UTF8.self).replacing(#""customer": {"name": "A"}, "#, with: "").utf8)
    }
    #expect(throws: (any Error).self) { try Order.decode(document) }
    #expect(!OrderSchema.root.isValid(document))
    #expect(!OrderSchema.root.validate(document).isEmpty)
  }

  @Test func violationsHaveAbsoluteLocations() throws {
    let violations = OrderSchema.root.validate(order(adding: #", "delivery": {"floor": -1, "street": "x"}"#))
    let violation = try #require(violations.first)
    #expect(violation.instanceLocation == "/delivery/floor")
    #expect(violation.keywordLocation == "/properties/delivery/properties/floor/minimum")
    #expect(
      violation.absoluteKeywordLocation
        == "https://example.com/order#/properties/delivery/properties/floor/minimum")
  }

  @Test func dynamicReferencesTakeTheOutermostSchema() {
    let document = Array(#"{"children": [{"daat": 1}]}"#.utf8)
    #expect(TreeSchema.root.isValid(document))
    #expect(!StrictTreeSchema.root.isValid(document))
  }

  /// The anchors of a resource are one list for all schemas by which it is entered.
  @Test func resourcesAreEnteredAnywhere() throws {
    let broken = Array(#"{"title": "One", "parts": [{"text": "a", "within": {"title": ""}}]}"#.utf8)
    #expect(!OutlineSchema.chapter.isValid(broken))
    #expect(throws: JSONError.self) { try Chapter.decode(broken) }
    let fine = Array(#"{"title": "One", "parts": [{"text": "a", "within": {"title": "Two"}}]}"#.utf8)
    #expect(OutlineSchema.chapter.isValid(fine))
    #expect(try Chapter.decode(fine).parts?.count == 1)
    #expect(!OutlineSchema.root.isValid(Array(#"{"chapters": [{"title": "One", "parts": [{}]}]}"#.utf8)))
  }

  @Test func theMetaschemaIsBundled() {
    #expect(SchemaSchema.root.isValid(Array(#"{"properties": {"a": {"minLength": 1}}}"#.utf8)))
    #expect(!SchemaSchema.root.isValid(Array(#"{"properties": {"a": {"minLength": -1}}}"#.utf8)))
    #expect(!SchemaSchema.root.isValid(Array(#"{"allOf": [{"type": "strng"}]}"#.utf8)))
  }

  @Test func hostileTextStaysText() {
    #expect(
      HostileSchema.root.isValid(Array(#"{"\\(inter)": "\\(1) \" \u0000 \ud83d\ude00", "": 1e400}"#.utf8)))
    #expect(!HostileSchema.root.isValid(Array(#"{"\\(inter)": "1"}"#.utf8)))
    #expect(HostileSchema.root.isValid(Array(#"{"": 123456789012345678901234567890}"#.utf8)))
    #expect(!HostileSchema.root.isValid(Array(#"{"": 123456789012345678901234567891}"#.utf8)))
  }

  /// Of the spec language: what a condition looks at counts as evaluated.
  @Test(arguments: [
    ("{}", true), (#"{"a": 1, "b": "x"}"#, true), (#"{"a": 2, "b": "x"}"#, false), (#"{"c": 1}"#, false),
  ])
  func unevaluatedPropertiesAreRefused(document: String, isAccepted: Bool) {
    #expect(((try? Evaluated.decode(Array(document.utf8))) != nil) == isAccepted)
  }

  @Test func unevaluatedItemsAreChecked() {
    #expect(JSONSchema(Constraints.leftover).isValid(Array(#"[1, "a"]"#.utf8)))
    #expect(!JSONSchema(Constraints.leftover).isValid(Array("[1, 2]".utf8)))
  }

  @Test func referencesCountAsEvaluating() {
    #expect(JSONSchema(Constraints.sealed).isValid(Array(#"{"x": 1, "y": 2}"#.utf8)))
    #expect(!JSONSchema(Constraints.sealed).isValid(Array(#"{"x": 1, "z": 2}"#.utf8)))
  }

  @Test func falseAcceptsNothing() {
    #expect(!NeverValueSchema.root.isValid(Array("null".utf8)))
  }
}
