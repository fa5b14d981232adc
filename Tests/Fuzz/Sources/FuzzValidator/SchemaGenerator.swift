import WGNAPIFormats
import WGNAPIJSON

/// Makes a schema of bytes, as JSON: a few resources, the first of which is the schema. `$ref` and `$dynamicRef` have a
/// resource's index for a value, and every resource but the first may have a dynamic anchor.
struct SchemaGenerator {
  private var values: ValueGenerator
  private var remaining = 30
  private var resourceCount = 1
  private var resourceIndex = 0

  init(_ bytes: [UInt8]) { values = ValueGenerator(bytes: ByteSource(bytes)) }

  mutating func resources() -> [JSON] {
    let shape = values.bytes.byte()
    resourceCount = 1 + (shape >> 5) % 3
    return (0..<resourceCount).map { index in
      resourceIndex = index
      guard case .object(var schema) = self.schema(depth: 0, isChild: false) else { return .bool(index == 0) }
      if shape >> index & 4 != 0 { schema["$dynamicAnchor"] = "node" }
      return .object(schema)
    }
  }

  /// - Parameter isChild: whether the schema is for a part of the value that its resource is for.
  private mutating func schema(depth: Int, isChild: Bool) -> JSON {
    remaining -= 1
    guard depth < 5, remaining > 0, !values.bytes.isEmpty else { return true }
    let count = values.bytes.byte() % 6
    if count == 5 { return false }
    var schema = JSONObject()
    for _ in 0..<count {
      let keyword = values.bytes.choose(keywords)
      if let argument = argument(of: keyword, depth + 1, isChild) { schema[keyword] = argument }
    }
    return .object(schema)
  }

  /// A resource's index; references that lead to themselves for the same value are left out.
  private mutating func reference(_ keyword: String, _ isChild: Bool) -> JSON? {
    let index = values.bytes.byte()
    if isChild { return .number(JSONNumber(index % resourceCount)) }
    guard keyword == "$ref", resourceIndex + 1 < resourceCount else { return nil }
    return .number(JSONNumber(resourceIndex + 1 + index % (resourceCount - resourceIndex - 1)))
  }

  private mutating func argument(of keyword: String, _ depth: Int, _ isChild: Bool) -> JSON? {
    switch keyword {
    case "$ref", "$dynamicRef": return reference(keyword, isChild)
    case "type": return .array(types())
    case "enum": return .array((0...values.bytes.byte() % 3).map { _ in values.value(depth: 3) })
    case "const": return values.value(depth: 2)
    case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
      return .number(values.bytes.choose(Vocabulary.numbers))
    case "multipleOf": return .number(values.bytes.choose(["1", "2", "0.5", "0.1", "3", "1.5", "1e1"]))
    case "pattern": return .string(values.bytes.choose(patterns).text)
    case "format": return .string(values.bytes.choose(["date-time", "email", "uuid", "unknown"]))
    case "uniqueItems": return .bool(values.bytes.byte() % 4 != 0)
    case "required": return .array(names())
    case "dependentRequired": return map { $0.names() }
    case "dependentSchemas": return map { $0.schema(depth: depth, isChild: isChild) }
    case "properties": return map { $0.schema(depth: depth, isChild: true) }
    case "patternProperties":
      let text = values.bytes.choose(patterns).text
      return .object([text: schema(depth: depth, isChild: true)])
    case "prefixItems":
      return .array((0...values.bytes.byte() % 3).map { _ in schema(depth: depth, isChild: true) })
    case "allOf", "anyOf", "oneOf":
      return .array((0...values.bytes.byte() % 3).map { _ in schema(depth: depth, isChild: isChild) })
    case "not", "if", "then", "else": return schema(depth: depth, isChild: isChild)
    default:
      if isCount(keyword) { return .number(JSONNumber(values.bytes.byte() % 4)) }
      return schema(depth: depth, isChild: true)
    }
  }

  private func isCount(_ keyword: String) -> Bool {
    ["Length", "Items", "Contains", "Properties"].contains { keyword == "min" + $0 || keyword == "max" + $0 }
  }

  private mutating func types() -> [JSON] {
    let bits = values.bytes.byte()
    let all = ["null", "boolean", "integer", "number", "string", "array", "object"]
    let chosen = all.indices.filter { bits >> $0 & 1 != 0 }.map { JSON.string(all[$0]) }
    return chosen.isEmpty ? ["object"] : chosen
  }

  private mutating func names() -> [JSON] {
    (0...values.bytes.byte() % 2).map { _ in .string(values.bytes.choose(Vocabulary.keys)) }
  }

  private mutating func names() -> JSON { .array(names()) }

  private mutating func map(_ value: (inout SchemaGenerator) -> JSON) -> JSON {
    var object = JSONObject()
    for _ in 0...values.bytes.byte() % 3 { object[values.bytes.choose(Vocabulary.keys)] = value(&self) }
    return .object(object)
  }
}

/// Keywords that need others stand beside them, for frequency.
private let keywords = [
  "$ref", "$dynamicRef", "type", "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum",
  "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format", "items", "prefixItems",
  "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems", "unevaluatedItems",
  "unevaluatedItems", "properties", "properties", "patternProperties", "additionalProperties",
  "propertyNames",
  "required", "minProperties", "maxProperties", "dependentRequired", "dependentSchemas",
  "unevaluatedProperties",
  "unevaluatedProperties", "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
]

/// Regular expressions, with what they mean.
let patterns: [(text: String, matches: @Sendable ([Unicode.Scalar]) -> Bool)] = [
  ("^a", { $0.first == "a" }),
  ("b$", { $0.last == "b" }),
  ("c", { $0.contains("c") }),
  ("^[a-c]+$", { !$0.isEmpty && $0.allSatisfy { ("a"..."c").contains($0) } }),
  ("^.{2,3}$", { (2...3).contains($0.count) && !$0.contains("\n") }),
  ("^$", \.isEmpty),
  ("\\d", { $0.contains { ("0"..."9").contains($0) } }),
  ("^(é|😀)$", { $0 == ["é"] || $0 == ["😀"] }),
  (
    "^(a|ab)(c|bcd)?$",
    { ["a", "ab", "ac", "abc", "abcd", "abbcd"].contains(String(String.UnicodeScalarView($0))) }
  ),
]
