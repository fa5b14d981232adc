/// Words that Swift keeps for itself: as a name they stand between backticks.
let swiftKeywords: Set<String> = [
  "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
  "deinit",
  "do",
  "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
  "in",
  "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
  "repeat",
  "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
  "typealias", "var", "where", "while",
]

/// Words that can't name a member at all, or would be misread even between backticks.
let unusableMemberNames: Set<String> = [
  "self", "Self", "init", "Type", "layout", "Protocol", "hashValue", "hash", "encode", "encoded", "_",
]

/// Names of static members that every generated type of the kind has.
let unusableStaticNames: Set<String> = [
  "allCases", "schema", "constraints", "layout", "union", "endpoint", "read", "write", "decode", "validate",
  "isValid", "rawValue", "isKnown", "jsonKey", "description",
]

/// Members of every request.
let unusableRequestNames: Set<String> = [
  "endpoint", "method", "path", "query", "body", "headers", "Response", "Envelope", "httpRequest",
]

/// Cases that a union may have besides its alternatives, and its table.
let unusableCaseNames: Set<String> = [
  "unknown", "union", "schema", "read", "write", "decode", "validate", "isValid",
]

/// Members of every envelope.
let unusableEnvelopeNames: Set<String> = ["failure", "payloadKey"]

/// Constants that every type of error codes has.
let unusableErrorNames: Set<String> = ["retryable", "allCases", "code", "message", "description", "pattern"]

/// Members of every client's initializer and of every server.
let unusableClientParameterNames: Set<String> = ["server", "configuration", "core", "api"]

/// Members of every client.
let unusableClientNames: Set<String> = ["api", "core", "send", "answer", "init", "self"]

/// What a type nested in a slice can't be called: the slice's own model has that name.
let unusableSliceTypeNames: Set<String> = ["Base"]

/// Type names that generated code uses within types: a nested type of such a name would stand in its way.
let unusableNestedTypeNames: Set<String> = [
  "Any", "AnyKeyPath", "Base64", "Bool", "BoxOf", "Response", "ResponseFormat", "SecretNewtype",
  "ServiceCode", "Boxed",
  "BoxedNullable", "BoxedOptional", "CalendarDate", "Data", "Date",
  "Decimal", "DeprecatedFields",
  "Double", "EmptyListAsMap", "Endpoint", "ErrorCode", "Float", "ISO8601", "Int", "Int32", "Int64",
  "IntegerNewtype",
  "JSON", "JSONModel", "JSONUnion", "Layout", "ListOf", "MapOf", "ModelSlice", "ModulePolicies", "Never",
  "Newtype",
  "Nullable",
  "NumberInString", "OpenEnumeration", "Optional", "OptionalOf", "Protocol", "Schema", "Schemas", "Self",
  "ServiceEnvelope", "ServiceFailure", "SingleAsList", "String", "StringNewtype", "Type", "UInt32", "UInt64",
  "URL",
  "UUID", "Union", "UnixMilliseconds", "UnixTime", "Void", "ZeroOne",
]
