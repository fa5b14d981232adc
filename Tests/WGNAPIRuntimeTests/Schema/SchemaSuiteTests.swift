import Foundation
import Testing
import WGNAPIRuntime

/// The JSON Schema Test Suite, for the keywords that `Schema` has.
@Suite struct SchemaSuiteTests {
  static let keywords = [
    "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    "minLength",
    "maxLength", "pattern", "items", "prefixItems", "contains", "minContains", "maxContains", "minItems",
    "maxItems",
    "uniqueItems", "properties", "patternProperties", "additionalProperties", "propertyNames", "required",
    "dependentRequired", "dependentSchemas", "minProperties", "maxProperties", "allOf", "anyOf", "oneOf",
    "not",
    "if-then-else", "boolean_schema", "infinite-loop-detection",
  ]
  static let files = SharedFiles.files(
    "JSON-Schema-Test-Suite/tests/draft2020-12", variable: "WGNAPI_CONFORMANCE_DIR", under: "conformance")

  @Test(.enabled(if: !files.isEmpty, "the JSON Schema Test Suite is not at hand")) func suite() throws {
    var checked = 0
    for keyword in Self.keywords {
      let file = try #require(Self.files.first { $0.lastPathComponent == keyword + ".json" })
      let groups = try JSON(parsing: [UInt8](Data(contentsOf: file)))
      for group in groups.array ?? [] {
        guard let json = group["schema"], let schema = Schema(keywords: json) else { continue }
        for test in group["tests"]?.array ?? [] {
          let name = "\(keyword): \(group["description"]?.string ?? ""): \(test["description"]?.string ?? "")"
          guard let data = test["data"] else { continue }
          let bytes = try data.encoded()
          #expect(schema.isValid(bytes) == test["valid"]?.bool, "\(name)")
          #expect(schema.validate(bytes).isEmpty == test["valid"]?.bool, "\(name)")
          checked += 1
        }
      }
    }
    #expect(checked > 700)
  }
}

extension Schema {
  /// The schema of a JSON Schema document, keyword by keyword; nil if it has keywords `Schema` has not.
  init?(keywords json: JSON) {
    if let isAny = json.bool {
      self = isAny ? .any : .never
      return
    }
    guard let object = json.object else { return nil }
    var all: [Schema] = []
    func sub(_ key: String) -> Schema? { object[key].flatMap { Schema(keywords: $0) } }
    func list(_ key: String) -> [Schema]? {
      guard let array = object[key]?.array else { return nil }
      let schemas = array.compactMap { Schema(keywords: $0) }
      return schemas.count == array.count ? schemas : nil
    }
    func when(_ type: Schema, _ schema: Schema) { all.append(.anyOf([.not(type), schema])) }
    func count(_ key: String) -> Int? { object[key]?.int }
    let isKnown: Set<String> = [
      "$schema", "$comment", "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum",
      "exclusiveMaximum",
      "multipleOf", "minLength", "maxLength", "pattern", "items", "prefixItems", "contains", "minContains",
      "maxContains", "minItems", "maxItems", "uniqueItems", "properties", "patternProperties",
      "additionalProperties",
      "propertyNames", "required", "dependentRequired", "dependentSchemas", "minProperties", "maxProperties",
      "allOf", "anyOf", "oneOf", "not", "if", "then", "else",
    ]
    guard object.keys.allSatisfy(isKnown.contains) else { return nil }
    if let type = object["type"] {
      let names: [String: Schema] = [
        "null": .null, "boolean": .boolean, "integer": .integer(), "number": .number(), "string": .string(),
        "array": .array(), "object": .object(),
      ]
      all.append(.anyOf((type.array ?? [type]).compactMap { $0.string.flatMap { names[$0] } }))
    }
    if let values = object["enum"]?.array { all.append(.enumeration(values)) }
    if let value = object["const"] { all.append(.const(value)) }
    when(
      .number(),
      .number(
        minimum: object["minimum"]?.number, maximum: object["maximum"]?.number,
        exclusiveMinimum: object["exclusiveMinimum"]?.number,
        exclusiveMaximum: object["exclusiveMaximum"]?.number,
        multipleOf: object["multipleOf"]?.number))
    when(
      .string(),
      .string(
        minLength: count("minLength"), maxLength: count("maxLength"), pattern: object["pattern"]?.string))
    for key in ["items", "contains", "not", "if", "then", "else", "propertyNames", "additionalProperties"]
    where object[key] != nil && sub(key) == nil { return nil }
    for key in ["prefixItems", "allOf", "anyOf", "oneOf"] where object[key] != nil && list(key) == nil {
      return nil
    }
    when(
      .array(),
      .array(
        sub("items"), minItems: count("minItems"), maxItems: count("maxItems"),
        uniqueItems: object["uniqueItems"]?.bool ?? false, prefixItems: list("prefixItems") ?? [],
        contains: sub("contains"), minContains: count("minContains"), maxContains: count("maxContains")))
    guard let properties = Self.members(object["properties"]),
      let patterns = Self.members(object["patternProperties"]),
      let dependents = Self.members(object["dependentSchemas"])
    else { return nil }
    let needed = object["dependentRequired"]?.object?.map {
      (key: $0.key, value: $0.value.array?.compactMap(\.string) ?? [])
    }
    when(
      .object(),
      .object(
        properties: Entries(properties), required: object["required"]?.array?.compactMap(\.string) ?? [],
        additional: sub("additionalProperties"), patterns: Entries(patterns), names: sub("propertyNames"),
        minProperties: count("minProperties"), maxProperties: count("maxProperties"),
        dependentRequired: Entries(needed ?? []), dependentSchemas: Entries(dependents)))
    if let schemas = list("allOf") { all.append(.allOf(schemas)) }
    if let schemas = list("anyOf") { all.append(.anyOf(schemas)) }
    if let schemas = list("oneOf") { all.append(.oneOf(schemas)) }
    if let schema = sub("not") { all.append(.not(schema)) }
    if let condition = sub("if") { all.append(.ifThenElse(condition, sub("then"), sub("else"))) }
    self = .allOf(all)
  }

  private static func members(_ json: JSON?) -> [(key: String, value: Schema)]? {
    let members = (json?.object ?? [:]).map { ($0.key, Schema(keywords: $0.value)) }
    let found = members.compactMap { key, schema in schema.map { (key: key, value: $0) } }
    return found.count == members.count ? found : nil
  }
}
