import APIModel

/// The built-in types of type expressions.
enum BuiltinType {
  /// JSON types and format by name.
  static let all: [String: (types: [JSONType], format: Format?)] = [
    "string": ([.string], nil),
    "boolean": ([.boolean], nil),
    "null": ([.null], nil),
    "integer": ([.integer], nil),
    "int32": ([.integer], .int32),
    "int64": ([.integer], .int64),
    "uint32": ([.integer], .uint32),
    "uint64": ([.integer], .uint64),
    "number": ([.number], nil),
    "double": ([.number], .double),
    "float": ([.number], .float),
    "decimal": ([.number], .decimal),
    "timestamp": ([.integer], .timestamp),
    "timestampMilliseconds": ([.integer], .timestampMilliseconds),
    "date-time": ([.string], .dateTime),
    "date": ([.string], .date),
    "uri": ([.string], .uri),
    "uuid": ([.string], .uuid),
    "bytes": ([.string], .bytes),
    "base64url": ([.string], .base64URL),
    "flag": ([.integer], .flag),
    "any": ([], nil),
    "empty": ([.object], .empty),
  ]

  /// The placeholder in an envelope.
  static let payload = "payload"

  /// The names that only `type` accepts, as in JSON Schema.
  static let schemaOnly: [String: JSONType] = ["object": .object, "array": .array]

  /// Other common names of these types.
  static let otherNames: [String: String] = [
    "int": "integer", "Int": "integer", "long": "int64", "bool": "boolean", "Bool": "boolean",
    "str": "string",
    "String": "string", "text": "string", "object": "{any}", "map": "{any}", "array": "[any]",
    "list": "[any]",
    "datetime": "date-time", "Date": "date-time", "url": "uri", "URL": "uri", "UUID": "uuid", "byte": "bytes",
    "timestampMillis": "timestampMilliseconds", "timestampMilis": "timestampMilliseconds",
    "timestampMs": "timestampMilliseconds", "millis": "timestampMilliseconds", "epoch": "timestamp",
    "binary": "bytes", "data": "bytes", "Data": "bytes", "void": "empty", "json": "any", "JSON": "any",
  ]

  /// `format` by JSON Schema's names and the language's own (JSON Schema Validation, section 7.3).
  static func format(named name: String) -> Format {
    switch name {
    case "byte": .bytes
    default: all[name]?.format ?? .other(name)
    }
  }

  /// Names of formats of which documents have several for the same format.
  static let namesInDocuments = [
    "base64", "byte", "bytes", "timestamp", "unix-time", "unixtime", "uri", "url",
  ]

  /// The format with this name, including OpenAPI's other names: `base64`, `url`, `unix-time`.
  static func format(inDocuments name: String) -> Format {
    switch name {
    case "base64": .bytes
    case "url": .uri
    case "unix-time", "unixtime": .timestamp
    default: format(named: name)
    }
  }

  /// Formats without a Swift type that the runtime can check.
  static let checkableFormats: Set<String> = [
    "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri-reference",
    "iri", "iri-reference", "uri-template", "json-pointer", "relative-json-pointer", "regex",
  ]

  /// All string formats without a Swift type. Any text is a valid `password` or `binary`.
  static let otherFormats = checkableFormats.union(["password", "binary"])
}

/// What the language has by itself, for completion.
package enum LanguageWords {
  /// The keywords of schemas.
  package static var keywords: Set<String> { SchemaKeywords.all }

  /// The built-in types of type expressions.
  package static var types: [String] { BuiltinType.all.keys.sorted() }

  /// The formats that are known, with and without a Swift type.
  package static var formats: [String] {
    BuiltinType.otherFormats.union(BuiltinType.all.filter { $0.value.format != nil }.keys).sorted()
  }
}

/// Whether specs can give a schema, group or server this name.
package func isUsableName(_ name: String) -> Bool {
  isDefinitionName(name) && BuiltinType.all[name] == nil && BuiltinType.schemaOnly[name] == nil
    && name != BuiltinType.payload && name != "none"
}
