/// Words that can't name a member, or would be misread even between backticks.
let unusableMemberNames: Set<String> = [
  "self", "Self", "init", "Type", "layout", "Protocol", "hashValue", "customMirror", "encode", "encoded", "_",
]

/// Names of static members that every generated type of a kind has.
let unusableStaticNames: Set<String> = [
  "allCases", "schema", "constraints", "layout", "union", "endpoint", "read", "write", "decode", "validate",
  "isValid", "rawValue", "isKnown", "jsonKey", "description",
]

/// Members of every request.
let unusableRequestNames: Set<String> = [
  "endpoint", "method", "path", "query", "body", "headers", "Response", "Envelope", "httpRequest",
  "responses",
]

/// Cases that a union may have besides its alternatives, and its table.
let unusableCaseNames: Set<String> = [
  "unknown", "union", "schema", "read", "write", "decode", "validate", "isValid",
]

/// Members of every envelope.
let unusableEnvelopeNames: Set<String> = ["failure", "payloadKey"]

/// Constants that every type of error codes has.
let unusableErrorNames: Set<String> = ["retryable", "allCases", "code", "message", "description", "pattern"]

/// Names that no constant or case gets unless the spec sets them: where the value is optional, `.none` would be nil.
let namesOfOptional: Set<String> = ["none", "some"]

/// What no case of a union is called unless the spec says so.
let avoidedCaseNames = unusableCaseNames.union(namesOfOptional)

/// Members of every client's initializer and of every server.
let unusableClientParameterNames: Set<String> = ["server", "configuration", "core", "api"]

/// Constants that every `Server` has.
let unusableServerNames: Set<String> = ["all"]

/// Members of the groups of a client's endpoints.
let unusableGroupNames: Set<String> = ["client", "init", "self"]

/// What a type nested in a slice can't be called: the slice's own model has that name.
let unusableSliceTypeNames: Set<String> = ["Base"]

/// Type names that generated code uses within types, where a nested type of the same name would hide them.
let unusableNestedTypeNames: Set<String> = [
  "APIDescription", "APIServer", "AllCases", "AutomaticValue", "ResponseHeaders", "DescribedHeaders",
  "FailureFormat",
  "HeaderReader", "ModuleFailures", "Any", "AnyKeyPath", "Base64", "Base64URL", "Bool", "BoxOf", "Response",
  "ResponseFormat", "SecretNewtype", "SecretUnion",
  "ServiceCode", "Boxed",
  "BoxedNullable", "BoxedOptional", "CalendarDate", "ClientConfiguration", "ClientCore", "ClientParameter",
  "CredentialProvider",
  "ClosedEnumeration", "CustomReflectable", "Data", "Date", "Decimal", "Decoded", "DeprecatedFields",
  "Double", "EmptyAsNull", "EmptyListAsMap", "Endpoint", "ErrorCode", "Float", "Hashable", "ISO8601", "Int",
  "Int32",
  "Int64",
  "IntegerNewtype",
  "JSON", "JSONModel", "JSONUnion", "ModelLayout", "ListOf", "MapOf", "APIMiddleware", "Mirror", "ModelSlice",
  "ModulePolicies",
  "Never",
  "Newtype",
  "Nullable",
  "NumberAsString", "NumberInString", "OpenEnumeration", "Optional", "OptionalOf", "PartialCoder",
  "PartialModel", "Protocol",
  "RateLimiter", "RawValue", "ResponseCache", "Retry",
  "JSONSchema", "Constraint", "Constraints", "Self", "Sendable", "Server",
  "ServiceEnvelope", "ServiceFailure", "SingleAsList", "String", "StringNewtype", "TokenFlow", "Type",
  "UInt32", "UInt64",
  "URL",
  "UUID", "Union", "WebhookEvents", "WebhookTable", "UnixMilliseconds", "UnixTime", "Value", "Void",
  "ZeroOne",
]
