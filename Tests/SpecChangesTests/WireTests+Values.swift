import Testing

@testable import SpecChanges

/// Values in responses and bodies, which clients read and write in one way or another.
extension WireTests {
  private static func spec(_ property: String, isSent: Bool) -> String {
    """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      q: {\(isSent ? "post: q, body: Q, response: empty" : "get: q, response: Q")}
    schemas:
      Q: {properties: {\(property)}}
      Card: {properties: {kind: {const: card}, number: string}}
      Cash: {properties: {kind: {const: cash}, amount: number}}
      Dog: {properties: {kind: string, name: string}}
      Cat: {properties: {kind: string, name: string}}
      Gift: {properties: {kind: {const: gift}, code: string}}
      Amount: {type: decimal}
      Texts: {type: decimal, lenient: [numberAsString]}

    """
  }

  private func found(_ old: String, _ new: String, isSent: Bool) throws -> [String] {
    try wire(Self.spec(old, isSent: isSent), Self.spec(new, isSent: isSent)).map {
      $0.replacing(isSent ? "requests: " : "responses: ", with: "")
    }
  }

  @Test(
    "Responses",
    arguments: [
      // Constraints are reported by clients, and refused only if they say so.
      (
        "a: {const: b}", "a: {const: \"c\"}",
        "Q.a: may be 'c', which the app doesn't accept (only with strict validation) [may-break]"
      ),
      (
        "a: {type: string, format: email, checked: true}", "a: string",
        "Q.a: must have the format 'email' (only with strict validation) [may-break]"
      ),
      (
        "a: {type: \"[string]\", uniqueItems: true}", "a: \"[string]\"",
        "Q.a: may have equal elements (only with strict validation) [may-break]"
      ),
      ("a?: string", "a?: string?", "Q.a: may be null (only with strict validation) [may-break]"),
      ("a: \"[string]\"", "a: \"[string?]\"", "Q.a: its elements may be null [may-break]"),
      ("a: \"[string]\"", "a: \"[string]?\"", "Q.a: may be null [may-break]"),
      ("a: \"{string}\"", "a: \"{string?}\"", "Q.a: its values may be null [may-break]"),
      ("a: \"{string}\"", "a: \"{string}?\"", "Q.a: may be null [may-break]"),
      (
        "a: {properties: {b: string}, additionalProperties: false}",
        "a: {properties: {b: string, c: string}}",
        "Q.a.c: no other keys are accepted (only with strict validation) [may-break]"
      ),
      (
        "a: {type: [string, integer]}", "a: boolean",
        "Q.a: is sent as boolean, and the app reads integer or string (only with strict validation) [may-break]"
      ),
      // What reading refuses.
      (
        "a: {enum: [b], open: false}", "a: {enum: [b, c]}",
        "Q.a: may be 'c', which the app doesn't accept [may-break]"
      ),
      ("a: int32", "a: integer", "Q.a: may be a number that doesn't fit 'int32' [may-break]"),
      ("a: integer", "a: uint64", "Q.a: may be a number that doesn't fit 'integer' [may-break]"),
      ("a: int32", "a: {type: integer, minimum: 0, maximum: 100}", nil),
      ("a: uuid", "a: string", "Q.a: isn't always of the form 'uuid' [may-break]"),
      ("a: flag", "a: boolean", nil),
      ("a: uri", "a: uuid", nil),
      ("a: decimal", "a: number", nil),
      // Equal limits.
      ("a: {type: integer, exclusiveMinimum: 0}", "a: {type: integer, minimum: 1}", nil),
      ("a: {type: integer, maximum: 9}", "a: {type: integer, exclusiveMaximum: 10}", nil),
      (
        "a: {type: number, exclusiveMinimum: 0}", "a: {type: number, minimum: 0}",
        "Q.a: 'exclusiveMinimum' was 0 and 'minimum' is 0 (only with strict validation) [may-break]"
      ),
      // Irregular forms.
      (
        "a: integer", "a: {type: integer, lenient: [numberInString]}",
        "Q.a: may be a number in a text [may-break]"
      ),
      ("a: {type: integer, lenient: [numberInString]}", "a: {type: integer, lenient: [numberAsString]}", nil),
      (
        "a: \"[string]\"", "a: {type: \"[string]\", lenient: [singleAsList]}",
        "Q.a: may be a single element [may-break]"
      ),
      (
        "a: \"{string}\"", "a: {type: \"{string}\", lenient: [emptyListAsMap]}",
        "Q.a: may be an empty list [may-break]"
      ),
      (
        "a?: uuid", "a?: {type: uuid, lenient: [emptyAsNull]}",
        "Q.a: may be an empty text (only with strict validation) [may-break]"
      ),
      ("a?: integer", "a?: {type: integer, lenient: [emptyAsNull]}", "Q.a: may be an empty text [may-break]"),
      // Tuples.
      (
        "a: {prefixItems: [string, string], names: [b, c]}",
        "a: {prefixItems: [string, string], names: [c, b]}", nil
      ),
      (
        "a: {prefixItems: [string, string]}", "a: {prefixItems: [string]}",
        "Q.a: has another number of elements [breaks]"
      ),
      (
        "a: {prefixItems: [string]}", "a: {prefixItems: [string, string]}",
        "Q.a: has another number of elements (only with strict validation) [may-break]"
      ),
      // Unions.
      ("a: {oneOf: [Card, Cash]}", "a: {oneOf: [Card, Cash, Gift]}", nil),
      ("a: {oneOf: [Card, Cash]}", "a: {oneOf: [Card]}", nil),
      (
        "a: {oneOf: [Card, Cash], open: false}", "a: {oneOf: [Card, Cash, Gift], open: false}",
        "Q.a: 'Gift' isn't one of the known alternatives [may-break]"
      ),
      ("a: {oneOf: [Card, Cash], open: false}", "a: {oneOf: [Card], open: false}", nil),
      ("a: {oneOf: [Card, Cash, string], open: false}", "a: {oneOf: [Cash, Card, string], open: false}", nil),
      (
        "a: {oneOf: [Card, string]}", "a: {oneOf: [Card, string, Gift]}",
        "Q.a: 'Gift' would be read as 'Card' [may-break]"
      ),
      (
        "a: {oneOf: [Dog, Cat], discriminator: {property: kind, mapping: {c: Cat}}}",
        "a: {oneOf: [Dog, Cat], discriminator: {property: kind, mapping: {d: Cat}}}",
        "Q.a: 'Cat' is called 'd' in 'kind', which the app doesn't know [may-break]"
      ),
    ] as [(String, String, String?)])
  func responseValues(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try found(old, new, isSent: false)
    #expect(found == [expected].compactMap(\.self))
  }

  @Test(
    "Requests",
    arguments: [
      ("a: {const: b}", "a: {const: c}", "Q.a: may be 'b', which the service doesn't accept [breaks]"),
      // Clients write one form.
      ("a: {type: integer, lenient: [numberInString]}", "a: integer", nil),
      ("a: {type: \"[string]\", lenient: [singleAsList]}", "a: \"[string]\"", nil),
      ("a: {type: \"{string}\", lenient: [emptyListAsMap]}", "a: \"{string}\"", nil),
      ("a?: {type: integer, lenient: [emptyAsNull]}", "a?: integer", nil),
      ("a?: {type: integer, lenient: [nullAsAbsent]}", "a?: integer", nil),
      (
        "a: {type: integer, lenient: [numberAsString]}", "a: integer",
        "Q.a: is sent as string, and expected as integer [breaks]"
      ),
      ("a: Texts", "a: Amount", "Texts: is sent as string, and expected as integer or number [breaks]"),
      ("a: Amount", "a: Texts", "Amount: is sent as a number, and expected as a text with one [may-break]"),
      ("a: {type: integer, lenient: [numberAsString]}", "a: {type: integer, lenient: [numberInString]}", nil),
      ("a: {type: integer, lenient: [numberAsString]}", "a: {type: string}", nil),
      // Other keys.
      (
        "a: {properties: {b: string}, additionalProperties: true}",
        "a: {properties: {b: string}, additionalProperties: false}",
        "Q.a: may have other keys, which aren't accepted [may-break]"
      ),
      ("a: {properties: {b: string}}", "a: {properties: {b: string}, additionalProperties: false}", nil),
      // Tuples.
      (
        "a: {prefixItems: [string, string], names: [b, c]}",
        "a: {prefixItems: [string, string], names: [c, b]}", nil
      ),
      (
        "a: {prefixItems: [string, integer], names: [b, c]}", "a: {type: \"[string]\"}",
        "Q.a[1]: is sent as integer, and expected as string [breaks]"
      ),
      // Numbers.
      ("a: number", "a: decimal", nil),
      ("a: {type: integer, minimum: 1}", "a: {type: integer, exclusiveMinimum: 0}", nil),
      ("a: int32", "a: {type: integer, maximum: 2147483647}", nil),
      // Unions.
      ("a: {oneOf: [Card, Cash]}", "a: {oneOf: [Card, Cash, Gift]}", nil),
      ("a: {oneOf: [Card, Cash], open: false}", "a: {oneOf: [Card, Cash, Gift], open: false}", nil),
      (
        "a: {oneOf: [Card, Cash]}", "a: {oneOf: [Card]}",
        "Q.a: may be 'Cash', which the service doesn't accept [may-break]"
      ),
      (
        "a: {oneOf: [string, integer]}", "a: string",
        "Q.a: is sent as integer, and expected as string [may-break]"
      ),
    ] as [(String, String, String?)])
  func requestValues(_ old: String, _ new: String, _ expected: String?) throws {
    let found = try found(old, new, isSent: true)
    #expect(found == [expected].compactMap(\.self))
  }
}
