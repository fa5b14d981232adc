import APIModel

/// The keywords of a schema: JSON Schema 2020-12's and the language's own.
enum SchemaKeywords {
  /// Assertions about one JSON type each, without effect on others (JSON Schema Validation, section 6).
  static let byType: [(types: Set<JSONType>, noun: String, keywords: [String])] = [
    (
      [.integer, .number], "a number",
      ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]
    ),
    ([.string], "a string", ["minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType"]),
    (
      [.array], "a list",
      [
        "items", "prefixItems", "names", "contains", "minContains", "maxContains", "minItems", "maxItems",
        "uniqueItems", "unevaluatedItems",
      ]
    ),
    (
      [.object], "an object",
      [
        "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "keys",
        "minProperties", "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties",
      ]
    ),
  ]

  /// Every keyword that a schema may have in any place.
  static let all: Set<String> = Set(
    byType.flatMap(\.keywords) + PlacedKeyword.allCases.map(\.rawValue) + [
      "type", "$ref", "enum", "const", "format", "checked", "allOf", "anyOf", "oneOf", "not", "if", "then",
      "else", "title", "description", "default", "example", "examples", "deprecated", "readOnly",
      "writeOnly", "$comment", "open", "discriminator", "swiftName",
    ])

  /// Replacements for keys of other languages.
  static let hints: [String: String] = [
    "allowReserved": "write 'reserved: true' on a parameter",
    "collectionFormat": "write 'style' on a parameter: form, spaceDelimited or pipeDelimited",
    "contentType": "a parameter that is JSON has 'style: json'",
    "closed": "write 'open: false'",
    "content": "write the type in its place, or media type: type, as in {application/json: Pet}",
    "event": "server-sent events are 'response: {events: type}'",
    "extends": "write 'allOf: [Base, {properties: …}]'",
    "length": "write 'minLength' and 'maxLength'",
    "max": "write 'maximum', 'maxLength', 'maxItems' or 'maxProperties'",
    "min": "write 'minimum', 'minLength', 'minItems' or 'minProperties'",
    "regex": "write 'pattern'",
    "schema": "write the keys of the schema here, beside the others",
    "values": "write 'enum'",
    "nullable": "write the type with a '?' at its end",
    "optional": "mark the property's name with a '?' at its end",
    "summary": "a schema has a 'title' and a 'description'",
    "docs": "a schema has a 'title' and a 'description'",
    "$defs": "named schemas belong under the top-level key 'schemas'",
    "definitions": "named schemas belong under the top-level key 'schemas'",
    "dependencies": "write 'dependentRequired' or 'dependentSchemas'",
    "additionalItems": "a tuple has exactly the elements of 'prefixItems'",
    "$schema": "'wgnapi: 1' sets the dialect",
    "$id": "a schema's name is its key under 'schemas'",
    "$anchor": "a schema's name is its key under 'schemas'",
    "$dynamicRef": "write '$ref' with a schema's name",
  ]
}
