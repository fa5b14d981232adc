import Testing

@testable import SpecChanges

/// Limits, lists and conditions that are written otherwise, and mean the same or less.
extension WireTests {
  private static func spec(_ property: String) -> String {
    """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      q: {post: q, body: Q, response: empty}
    schemas:
      Q: {properties: {\(property)}}
      Sort: {enum: [price, age], open: false}
      Cents: {type: number, multipleOf: 0.01}
      Card: {properties: {number: string}}
      Cash: {properties: {amount: number}}
      Gift: {properties: {code: string}}
      Money: {oneOf: [Card, Cash]}

    """
  }

  private func found(_ old: String, _ new: String) throws -> [String] {
    try wire(Self.spec(old), Self.spec(new)).map { $0.replacing("requests: ", with: "") }
  }

  @Test(
    "Numbers",
    arguments: [
      ("a: {type: number, multipleOf: 0.3}", "a: {type: number, multipleOf: 0.1}", nil),
      (
        "a: {type: number, multipleOf: 0.1}", "a: {type: number, multipleOf: 0.3}",
        "Q.a: 'multipleOf' was 0.1 and is 0.3 [may-break]"
      ),
      (
        "a: {type: integer, multipleOf: 9007199254740993}",
        "a: {type: integer, multipleOf: 9007199254740992}",
        "Q.a: 'multipleOf' was 9007199254740993 and is 9007199254740992 [may-break]"
      ),
      ("a: integer", "a: {type: number, multipleOf: 0.5}", nil),
      ("a: Cents", "a: {type: number, multipleOf: 0.001}", nil),
      // Widths.
      ("a: integer", "a: uint64", "Q.a: may be a number that doesn't fit 'uint64' [may-break]"),
      ("a: {type: integer, minimum: 0}", "a: uint64", nil),
      ("a: {type: integer, exclusiveMinimum: -1}", "a: uint64", nil),
      ("a: uint64", "a: integer", "Q.a: may be a number that doesn't fit 'integer' [may-break]"),
      ("a: {type: uint64, maximum: 9223372036854775807}", "a: integer", nil),
      (
        "a: {type: uint64, maximum: 9223372036854775808}", "a: integer",
        "Q.a: may be a number that doesn't fit 'integer' [may-break]"
      ),
      ("a: {type: uint64, exclusiveMaximum: 9223372036854775808}", "a: integer", nil),
      ("a: int32", "a: integer", nil),
      ("a: uint32", "a: integer", nil),
      ("a: uint32", "a: uint64", nil),
      ("a: int32", "a: uint32", "Q.a: may be a number that doesn't fit 'uint32' [may-break]"),
      ("a: uint32", "a: int32", "Q.a: may be a number that doesn't fit 'int32' [may-break]"),
      ("a: integer", "a: int32", "Q.a: may be a number that doesn't fit 'int32' [may-break]"),
      ("a: integer", "a: number", nil),
      // Exact bounds.
      ("a: {type: integer, maximum: 9.5}", "a: {type: integer, maximum: 9}", nil),
      ("a: {type: integer, minimum: -1.5}", "a: {type: integer, minimum: -1}", nil),
      ("a: {type: integer, maximum: 1e3}", "a: {type: integer, exclusiveMaximum: 1001}", nil),
      (
        "a: {type: uint64, maximum: 9007199254740993}", "a: {type: uint64, maximum: 9007199254740992}",
        "Q.a: 'maximum' was 9007199254740993 and is 9007199254740992 [may-break]"
      ),
      (
        "a: {type: number, maximum: 0.30000000000000000001}", "a: {type: number, maximum: 0.3}",
        "Q.a: 'maximum' was 0.30000000000000000001 and is 0.3 [may-break]"
      ),
    ] as [(String, String, String?)])
  func numbers(_ old: String, _ new: String, _ expected: String?) throws {
    #expect(try found(old, new) == [expected].compactMap(\.self))
  }

  @Test(
    "Listed values",
    arguments: [
      ("a: Sort", "a: {type: string, maxLength: 5}", nil),
      ("a: Sort", "a: {type: string, pattern: \"^[a-z]+$\"}", nil),
      (
        "a: Sort", "a: {type: string, maxLength: 4}",
        "Q.a: may be 'price', which the service doesn't accept [may-break]"
      ),
      (
        "a: Sort", "a: {type: string, minLength: 6}",
        "Q.a: may be 'price', 'age', which the service doesn't accept [breaks]"
      ),
      ("a: {enum: [1, 2]}", "a: {type: integer, minimum: 1, maximum: 9}", nil),
      (
        "a: {enum: [1, 2]}", "a: {type: integer, multipleOf: 2}",
        "Q.a: may be '1', which the service doesn't accept [may-break]"
      ),
      ("a: {enum: [1, 2]}", "a: int32", nil),
      ("a: {const: 5}", "a: integer", nil),
      (
        "a: {const: 5}", "a: {type: integer, maximum: 4}",
        "Q.a: may be '5', which the service doesn't accept [breaks]"
      ),
      ("a: {const: price}", "a: Sort", nil),
      ("a: {const: \"2020-01-01\"}", "a: date", nil),
      (
        "a: {const: yesterday}", "a: date",
        "Q.a: may be 'yesterday', which the service doesn't accept [breaks]"
      ),
      ("a: Sort", "a: integer", "Q.a: is sent as string, and expected as integer [breaks]"),
      ("a: string", "a: Sort", "Q.a: may have values other than those listed [may-break]"),
    ] as [(String, String, String?)])
  func listedValues(_ old: String, _ new: String, _ expected: String?) throws {
    #expect(try found(old, new) == [expected].compactMap(\.self))
  }

  @Test(
    "Lists and tuples",
    arguments: [
      ("a: {prefixItems: [string, string]}", "a: {type: \"[string]\", minItems: 2, maxItems: 2}", nil),
      ("a: {type: \"[string]\", minItems: 2, maxItems: 2}", "a: {prefixItems: [string, string]}", nil),
      (
        "a: {type: \"[string]\"}", "a: {prefixItems: [string, string]}",
        "Q.a: has another number of elements [may-break]"
      ),
      (
        "a: {prefixItems: [string, string]}", "a: {type: \"[string]\", maxItems: 1}",
        "Q.a: has another number of elements [breaks]"
      ),
      ("a: {prefixItems: [string, string]}", "a: {type: \"[string]\", minItems: 1, maxItems: 3}", nil),
      ("a: {type: \"[string]\", maxItems: 1}", "a: {type: \"[string]\", uniqueItems: true}", nil),
    ] as [(String, String, String?)])
  func listsAndTuples(_ old: String, _ new: String, _ expected: String?) throws {
    #expect(try found(old, new) == [expected].compactMap(\.self))
  }

  private static let two = "properties: {\"b?\": string, \"c?\": string}"

  @Test(
    "Objects and conditions",
    arguments: [
      // Closed objects.
      (
        "a: {properties: {b: {type: string, maxLength: 5}}, additionalProperties: false}",
        "a: {properties: {b: {type: string, maxLength: 6}}, additionalProperties: false}", nil
      ),
      (
        "a: {properties: {b: string, \"c?\": string}, additionalProperties: false}",
        "a: {properties: {b: string}, additionalProperties: false}",
        "Q.a.c: no other keys are accepted [may-break]"
      ),
      (
        "a: {properties: {b: string}, additionalProperties: false}", "a: \"{string}\"", nil
      ),
      (
        "a: \"{string}\"", "a: {properties: {b: string}, additionalProperties: string}",
        "Q.a.b: may be left out, and the service needs it [may-break]"
      ),
      // Dependencies.
      ("a: {\(two), dependentRequired: {b: [c]}}", "a: {\(two)}", nil),
      ("a: {\(two), dependentRequired: {b: [c]}}", "a: {\(two), dependentRequired: {b: [c]}}", nil),
      ("a: {\(two)}", "a: {\(two), dependentRequired: {b: [c]}}", "Q.a: has other conditions [cant-tell]"),
      ("a: {properties: {\"b?\": string, c: string}}", "a: {\(two), dependentRequired: {b: [c]}}", nil),
      ("a: {properties: {\"c?\": string}}", "a: {\(two), dependentRequired: {b: [c]}}", nil),
      (
        "a: {\(two), dependentRequired: {c: [b]}}", "a: {\(two), dependentRequired: {b: [c]}}",
        "Q.a: has other conditions [cant-tell]"
      ),
      // Numbers of keys.
      ("a: {properties: {b: string}}", "a: {properties: {b: string}, minProperties: 1}", nil),
      ("a: {properties: {b: string}}", "a: {properties: {b: string}, maxProperties: 1}", nil),
      (
        "a: {\(two)}", "a: {\(two), minProperties: 1}",
        "Q.a: 'minProperties' wasn't limited and is 1 [may-break]"
      ),
      // Patterns.
      (
        "a: {properties: {x-b: string}}",
        "a: {properties: {\"c?\": string}, patternProperties: {\"^x-\": string}, additionalProperties: false}",
        nil
      ),
      // Unions within unions.
      ("a: {oneOf: [Money, Gift]}", "a: {oneOf: [Card, Cash, Gift]}", nil),
      ("a: {oneOf: [Card, Cash, Gift]}", "a: {oneOf: [Money, Gift]}", nil),
      (
        "a: {oneOf: [Money, Gift]}", "a: {oneOf: [Card, Gift]}",
        "Q.a: 'Cash' isn't one of the known alternatives [may-break]"
      ),
      ("a: Card", "a: {oneOf: [Card, Cash]}", nil),
    ] as [(String, String, String?)])
  func objectsAndConditions(_ old: String, _ new: String, _ expected: String?) throws {
    #expect(try found(old, new) == [expected].compactMap(\.self))
  }
}
