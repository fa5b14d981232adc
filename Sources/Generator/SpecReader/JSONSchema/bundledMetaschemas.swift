/// The metaschemas of 2020-12, as JSON by their URIs (JSON Schema Core, sections 8 to 11; Validation, sections 6 to
/// 9). Schemas may refer to them.
let bundledMetaschemas: [String: String] = [
  SchemaDialect.metaschema: """
  {"$id": "\(SchemaDialect.metaschema)", \(heading(nil)),
   "$vocabulary": {\(SchemaDialect.standard.vocabularies.sorted().map { "\"\(SchemaDialect.vocabularyPrefix)\($0)\": true" }.joined(separator: ", "))},
   "title": "A JSON Schema",
   "type": ["object", "boolean"],
   "allOf": [\(vocabularyOrder.map { "{\"$ref\": \"meta/\($0)\"}" }.joined(separator: ", "))],
   "properties": {
     "definitions": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}, "deprecated": true},
     "dependencies": {"type": "object", "deprecated": true, "additionalProperties": {
       "anyOf": [{"$dynamicRef": "#meta"}, {"$ref": "meta/validation#/$defs/stringArray"}]}},
     "$recursiveAnchor": {"$ref": "meta/core#/$defs/anchorString", "deprecated": true},
     "$recursiveRef": {"$ref": "meta/core#/$defs/uriReferenceString", "deprecated": true}
   }}
  """,
  metaschemaURI("core"): """
  {\(heading("core")),
   "properties": {
     "$id": {"$ref": "#/$defs/uriReferenceString", "pattern": "^[^#]*#?$"},
     "$schema": {"$ref": "#/$defs/uriString"},
     "$ref": {"$ref": "#/$defs/uriReferenceString"},
     "$anchor": {"$ref": "#/$defs/anchorString"},
     "$dynamicRef": {"$ref": "#/$defs/uriReferenceString"},
     "$dynamicAnchor": {"$ref": "#/$defs/anchorString"},
     "$vocabulary": {"type": "object", "propertyNames": {"$ref": "#/$defs/uriString"},
       "additionalProperties": {"type": "boolean"}},
     "$comment": {"type": "string"},
     "$defs": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}}
   },
   "$defs": {
     "anchorString": {"type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"},
     "uriString": {"type": "string", "format": "uri"},
     "uriReferenceString": {"type": "string", "format": "uri-reference"}
   }}
  """,
  metaschemaURI("applicator"): """
  {\(heading("applicator")),
   "properties": {
     "prefixItems": {"$ref": "#/$defs/schemaArray"},
     "items": {"$dynamicRef": "#meta"},
     "contains": {"$dynamicRef": "#meta"},
     "additionalProperties": {"$dynamicRef": "#meta"},
     "properties": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
     "patternProperties": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"},
       "propertyNames": {"format": "regex"}},
     "dependentSchemas": {"type": "object", "additionalProperties": {"$dynamicRef": "#meta"}},
     "propertyNames": {"$dynamicRef": "#meta"},
     "if": {"$dynamicRef": "#meta"},
     "then": {"$dynamicRef": "#meta"},
     "else": {"$dynamicRef": "#meta"},
     "allOf": {"$ref": "#/$defs/schemaArray"},
     "anyOf": {"$ref": "#/$defs/schemaArray"},
     "oneOf": {"$ref": "#/$defs/schemaArray"},
     "not": {"$dynamicRef": "#meta"}
   },
   "$defs": {"schemaArray": {"type": "array", "minItems": 1, "items": {"$dynamicRef": "#meta"}}}}
  """,
  metaschemaURI("unevaluated"): """
  {\(heading("unevaluated")),
   "properties": {
     "unevaluatedItems": {"$dynamicRef": "#meta"},
     "unevaluatedProperties": {"$dynamicRef": "#meta"}
   }}
  """,
  metaschemaURI("validation"): """
  {\(heading("validation")),
   "properties": {
     "type": {"anyOf": [{"$ref": "#/$defs/simpleTypes"},
       {"type": "array", "items": {"$ref": "#/$defs/simpleTypes"}, "minItems": 1, "uniqueItems": true}]},
     "const": true,
     "enum": {"type": "array", "items": true},
     "multipleOf": {"type": "number", "exclusiveMinimum": 0},
     "maximum": {"type": "number"},
     "exclusiveMaximum": {"type": "number"},
     "minimum": {"type": "number"},
     "exclusiveMinimum": {"type": "number"},
     "maxLength": {"$ref": "#/$defs/nonNegativeInteger"},
     "minLength": {"$ref": "#/$defs/nonNegativeInteger"},
     "pattern": {"type": "string", "format": "regex"},
     "maxItems": {"$ref": "#/$defs/nonNegativeInteger"},
     "minItems": {"$ref": "#/$defs/nonNegativeInteger"},
     "uniqueItems": {"type": "boolean"},
     "maxContains": {"$ref": "#/$defs/nonNegativeInteger"},
     "minContains": {"$ref": "#/$defs/nonNegativeInteger"},
     "maxProperties": {"$ref": "#/$defs/nonNegativeInteger"},
     "minProperties": {"$ref": "#/$defs/nonNegativeInteger"},
     "required": {"$ref": "#/$defs/stringArray"},
     "dependentRequired": {"type": "object", "additionalProperties": {"$ref": "#/$defs/stringArray"}}
   },
   "$defs": {
     "nonNegativeInteger": {"type": "integer", "minimum": 0},
     "simpleTypes": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]},
     "stringArray": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}
   }}
  """,
  metaschemaURI("meta-data"): """
  {\(heading("meta-data")),
   "properties": {
     "title": {"type": "string"},
     "description": {"type": "string"},
     "default": true,
     "deprecated": {"type": "boolean"},
     "readOnly": {"type": "boolean"},
     "writeOnly": {"type": "boolean"},
     "examples": {"type": "array", "items": true}
   }}
  """,
  metaschemaURI("format-annotation"): """
  {\(heading("format-annotation")), "properties": {"format": {"type": "string"}}}
  """,
  metaschemaURI("format-assertion"): """
  {\(heading("format-assertion")), "properties": {"format": {"type": "string"}}}
  """,
  metaschemaURI("content"): """
  {\(heading("content")),
   "properties": {
     "contentEncoding": {"type": "string"},
     "contentMediaType": {"type": "string"},
     "contentSchema": {"$dynamicRef": "#meta"}
   }}
  """,
]

private let vocabularyOrder = [
  "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content",
]

private func metaschemaURI(_ name: String) -> String { "https://json-schema.org/draft/2020-12/meta/\(name)" }

/// The common beginning; a vocabulary's schema also names the vocabulary.
private func heading(_ vocabulary: String?) -> String {
  let common = "\"$schema\": \"\(SchemaDialect.metaschema)\", \"$dynamicAnchor\": \"meta\""
  guard let vocabulary else { return common }
  return common
    + ", \"$id\": \"\(metaschemaURI(vocabulary))\", \"type\": [\"object\", \"boolean\"]"
    + ", \"$vocabulary\": {\"\(SchemaDialect.vocabularyPrefix)\(vocabulary)\": true}"
}
