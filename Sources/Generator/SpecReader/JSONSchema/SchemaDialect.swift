/// The vocabularies that a schema uses (JSON Schema Core, section 8.1.2).
struct SchemaDialect: Hashable {
  /// The vocabularies' URIs without their common prefix.
  var vocabularies: Set<String>

  static let metaschema = "https://json-schema.org/draft/2020-12/schema"
  static let vocabularyPrefix = "https://json-schema.org/draft/2020-12/vocab/"

  /// The dialect of the standard's own metaschema.
  static let standard = SchemaDialect(vocabularies: [
    "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content",
  ])

  /// All vocabularies that the generator supports.
  static let known: Set<String> = standard.vocabularies.union(["format-assertion"])

  /// Whether `format` is an assertion (JSON Schema Validation, section 7.2.2).
  var assertsFormats: Bool { vocabularies.contains("format-assertion") }

  func has(_ keyword: StandardKeyword) -> Bool {
    switch keyword.vocabulary {
    case .core: true
    case .applicator: vocabularies.contains("applicator")
    case .unevaluated: vocabularies.contains("unevaluated")
    case .validation: vocabularies.contains("validation")
    case .format: assertsFormats || vocabularies.contains("format-annotation")
    case .content: vocabularies.contains("content")
    case .metaData: vocabularies.contains("meta-data")
    }
  }
}

/// A keyword of the standard: what its value is and which vocabulary it belongs to.
struct StandardKeyword {
  enum Vocabulary { case core, applicator, unevaluated, validation, format, content, metaData }

  /// Which parts of the value are schemas.
  enum Shape { case value, schema, schemas, schemaMap }

  var vocabulary: Vocabulary
  var shape: Shape

  init(_ vocabulary: Vocabulary, _ shape: Shape = .value) {
    self.vocabulary = vocabulary
    self.shape = shape
  }

  /// Every keyword of 2020-12 (JSON Schema Core, sections 8, 10 and 11; Validation, sections 6 to 9).
  static let all: [String: StandardKeyword] = [
    "$id": .init(.core), "$schema": .init(.core), "$ref": .init(.core), "$anchor": .init(.core),
    "$dynamicRef": .init(.core), "$dynamicAnchor": .init(.core), "$vocabulary": .init(.core),
    "$comment": .init(.core), "$defs": .init(.core, .schemaMap),

    "prefixItems": .init(.applicator, .schemas), "items": .init(.applicator, .schema),
    "contains": .init(.applicator, .schema), "additionalProperties": .init(.applicator, .schema),
    "properties": .init(.applicator, .schemaMap), "patternProperties": .init(.applicator, .schemaMap),
    "dependentSchemas": .init(.applicator, .schemaMap), "propertyNames": .init(.applicator, .schema),
    "if": .init(.applicator, .schema), "then": .init(.applicator, .schema),
    "else": .init(.applicator, .schema), "allOf": .init(.applicator, .schemas),
    "anyOf": .init(.applicator, .schemas), "oneOf": .init(.applicator, .schemas),
    "not": .init(.applicator, .schema),

    "unevaluatedItems": .init(.unevaluated, .schema), "unevaluatedProperties": .init(.unevaluated, .schema),

    "type": .init(.validation), "const": .init(.validation), "enum": .init(.validation),
    "multipleOf": .init(.validation), "maximum": .init(.validation), "exclusiveMaximum": .init(.validation),
    "minimum": .init(.validation), "exclusiveMinimum": .init(.validation), "maxLength": .init(.validation),
    "minLength": .init(.validation), "pattern": .init(.validation), "maxItems": .init(.validation),
    "minItems": .init(.validation), "uniqueItems": .init(.validation), "maxContains": .init(.validation),
    "minContains": .init(.validation), "maxProperties": .init(.validation),
    "minProperties": .init(.validation), "required": .init(.validation),
    "dependentRequired": .init(.validation),

    "format": .init(.format),
    "contentEncoding": .init(.content), "contentMediaType": .init(.content),
    "contentSchema": .init(.content, .schema),

    "title": .init(.metaData), "description": .init(.metaData), "default": .init(.metaData),
    "deprecated": .init(.metaData), "readOnly": .init(.metaData), "writeOnly": .init(.metaData),
    "examples": .init(.metaData),
  ]

  /// Keywords of older drafts, and what replaced them.
  static let replaced: [String: String] = [
    "definitions": "$defs", "dependencies": "dependentRequired' and 'dependentSchemas",
    "additionalItems": "items' after 'prefixItems", "$recursiveRef": "$dynamicRef",
    "$recursiveAnchor": "$dynamicAnchor", "id": "$id",
  ]
}
