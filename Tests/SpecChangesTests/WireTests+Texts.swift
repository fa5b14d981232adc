import Testing

@testable import SpecChanges

/// Parameters as text: one value, lists, and which of them are sent.
extension WireTests {
  @Test(
    arguments: [
      // One value is a list with one element.
      ("q: integer", "q: \"[integer]\"", nil),
      ("q: integer", "q: {type: \"[integer]\", separator: repeat}", nil),
      ("q: {type: string, format: uuid}", "q: \"[uuid]\"", nil),
      ("q: {enum: [a, b]}", "q: {type: array, items: {enum: [a, b, c]}}", nil),
      (
        "q: {enum: [a, b]}", "q: {type: array, items: {enum: [a]}}",
        "client.q(q:): may be 'b', which the service doesn't accept [may-break]"
      ),
      ("q: string", "q: {type: \"[string]\", separator: repeat}", nil),
      (
        "q: string", "q: \"[string]\"",
        "client.q(q:): may have ',' in it, after which the service reads another value [may-break]"
      ),
      (
        "q: integer", "q: {type: \"[integer]\", minItems: 2}",
        "client.q(q:): is one value, and the service needs several [breaks]"
      ),
      (
        "q: integer", "q: {type: \"[integer]\", style: json}",
        "client.q(q:): is one value, and the service reads a list [breaks]"
      ),
      ("q: integer", "q: \"[uuid]\"", "client.q(q:): is never of the form 'uuid' [breaks]"),
      // A list of one element is one value.
      (
        "q: \"[integer]\"", "q: integer",
        "client.q(q:): may be several values, and the service reads one [may-break]"
      ),
      ("q: {type: \"[integer]\", maxItems: 1}", "q: integer", nil),
      (
        "q: {type: \"[integer]\", minItems: 2}", "q: integer",
        "client.q(q:): may be several values, and the service reads one [breaks]"
      ),
      ("q: \"[integer]\"", "q: string", nil),
      (
        "q: {type: \"[string]\", separator: repeat}", "q: string",
        "client.q(q:): may be several values, and the service reads one [may-break]"
      ),
      // Defaults and choices.
      ("a?: string", "a?: string, b?: {type: string, default: c}", nil),
    ] as [(String, String, String?)])
  func scalarsAndLists(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try found(
      inEndpoint:
        "get: q, response: empty, parameters: {\(old)}", "get: q, response: empty, parameters: {\(new)}")
    #expect(found == [expected].compactMap(\.self))
  }

  private static let three = "parameters: {\"a?\": string, \"b?\": string, \"c?\": string}"

  @Test(
    arguments: [
      ("requires: [{exactlyOne: [a, b]}]", "requires: [{atLeastOne: [a, b]}]", nil),
      ("requires: [{exactlyOne: [a, b]}]", "requires: [{exactlyOne: [b, a]}]", nil),
      ("requires: [{atLeastOne: [a, b]}]", "requires: [{atLeastOne: [a, b, c]}]", nil),
      (
        "requires: [{atLeastOne: [a, b]}]", "requires: [{exactlyOne: [a, b]}]",
        "client.q: the service takes only one of 'a' and 'b' [may-break]"
      ),
      (
        "requires: [{atLeastOne: [a, b, c]}]", "requires: [{atLeastOne: [a, b]}]",
        "client.q: the service needs one of 'a' and 'b' [may-break]"
      ),
      (
        "requires: [{exactlyOne: [a, b]}]", "requires: [{exactlyOne: [a, b, c]}]",
        "client.q: the service takes only one of 'a', 'b' and 'c' [may-break]"
      ),
      ("requires: [{exactlyOne: [a, b]}]", "", nil),
    ] as [(String, String, String?)])
  func requirements(_ old: String, _ new: String, _ expected: String?) throws {
    func endpoint(_ more: String) -> String {
      "get: q, response: empty, \(Self.three)" + (more.isEmpty ? "" : ", \(more)")
    }
    #expect(try found(inEndpoint: endpoint(old), endpoint(new)) == [expected].compactMap(\.self))
  }

  /// A parameter that is always sent is one of those that the service needs.
  @Test func requirementOfWhatIsSent() throws {
    #expect(
      try found(
        inEndpoint:
          "get: q, response: empty, parameters: {a: string}",
        "get: q, response: empty, parameters: {a?: string, b?: string}, requires: [{exactlyOne: [a, b]}]")
        == [])
    #expect(
      try found(
        inEndpoint:
          "get: q, response: empty",
        "get: q, response: empty, parameters: {a?: string, b?: string}, requires: [{atLeastOne: [a, b]}]")
        == [
          "client.q: the service needs one of 'a' and 'b', and the app sends none [breaks]"
        ])
  }
}
