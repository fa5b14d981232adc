/// Members of every client.
public let unusableClientNames: Set<String> = [
  "api", "core", "middleware", "send", "response", "init", "self", "client",
]

/// Swift's keywords, which need backticks as names.
public let swiftKeywords: Set<String> = [
  "Any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer",
  "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
  "if", "import",
  "in",
  "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
  "repeat",
  "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
  "typealias", "var", "where", "while",
]

/// Names that a user-defined type can't have: generated code has another type of that name in scope.
public let unusableOwnTypeNames: Set<String> = neededTypeNames.union([
  // Within types
  "AllCases", "Any", "Base", "Decoded", "Element", "Part", "PartialCoder", "Payload", "PayloadElement",
  "Protocol",
  "RawValue", "Self", "Type", "Value", "WebhookEvents",
  // What would hide something that generated code means
  "AnyKeyPath", "CustomReflectable", "Mirror", "Never", "Optional", "Swift", "Void",
])

/// Names of types of the runtime, and of every generated module, that generated code spells.
private let neededTypeNames: Set<String> = [
  "APIClient", "APIDescription", "APIError", "APIRequest", "APIServer", "AutomaticValue", "BoxOf",
  "Boxed", "BoxedNullable",
  "BoxedOptional", "CallOptions", "CallResponse", "Client", "ClientConfiguration", "ClientCore",
  "ClientParameter", "ClosedEnumeration",
  "CredentialProvider", "DeprecatedFields", "DescribedHeaders", "EmptyListAsMap", "Endpoint", "Envelope",
  "ErrorCode",
  "FailureFormat", "FieldPaths", "Fields", "HeadedRequest", "HeaderReader", "IntegerNewtype", "JSONCoder",
  "JSONError", "JSONKey", "JSONModel", "JSONUnion", "JSONValue", "ModelLayout", "ListOf", "MapOf",
  "APIMiddleware",
  "ModelSlice", "ModuleFailures", "ModulePolicies", "Newtype", "Nullable", "NumberAsString", "NumberInString",
  "OpenEnumeration",
  "OptionalOf",
  "PaginatedRequest", "Partial", "PartialModel", "Policies", "Policy", "RateLimiter", "Requested", "Response",
  "ResponseCache", "ResponseEnvelope",
  "ResponseFormat", "ResponseHeaders", "Retry", "JSONSchema", "Constraint", "Constraints", "SecretNewtype",
  "SecretUnion",
  "SelectableRequest",
  "Server", "ServiceCode", "ServiceEnvelope", "ServiceErrorCode", "ServiceFailure", "SingleAsList",
  "StringNewtype",
  "TokenFlow", "HTTPTransport", "Union", "Violation", "WGNAPIGenerated", "WGNAPIRuntime", "ZeroOne",
]

/// Names of Swift's own types.
public let swiftTypeNames: Set<String> = [
  "Any", "AnyObject", "Array", "Bool", "Character", "Codable", "Collection", "Comparable", "Decodable",
  "Decoder",
  "Dictionary", "Double", "Encodable", "Encoder", "Equatable", "Error", "Float", "Hashable", "Hasher",
  "Identifiable",
  "Int", "Int16", "Int32", "Int64", "Int8", "Iterator", "KeyPath", "Never", "Optional", "Protocol", "Range",
  "Result", "Self", "Sendable", "Sequence", "Set", "StaticString", "String", "Substring", "Swift", "Type",
  "UInt",
  "UInt16", "UInt32", "UInt64", "UInt8", "Void", "Task", "Actor", "MainActor", "Duration", "Clock",
]

/// Names of types that generated code, or code that imports it, needs. Specs can't use them for types.
public let reservedTypeNames: Set<String> = swiftTypeNames.union(foundationTypeNames).union([
  // The runtime, and what every generated module has
  "APIClient", "APIDescription", "APIError", "APIServer", "AutomaticValue", "BoxOf", "ClientParameter",
  "APIMiddleware",
  "ModulePolicies", "Policies", "Policy", "RateLimiter", "ResponseCache", "Retry",
  "Response", "ResponseFormat", "SecretNewtype", "SecretUnion", "ServiceCode", "ServiceEnvelope", "TokenFlow",
  "Mirror", "CustomReflectable", "APIRequest", "CallResponse", "Base64", "Base64URL", "Boxed",
  "BoxedNullable", "BoxedOptional",
  "CalendarDate", "CallOptions", "Client", "CredentialProvider", "ClientConfiguration", "ClientCore",
  "ClosedEnumeration",
  "EmptyListAsMap",
  "Endpoint",
  "ByteStream", "FilePart", "HTTPRequestBody", "ElementStream", "EventStream", "ServerSentEvent",
  "Envelope", "ErrorCode", "ISO8601", "IntegerNewtype", "JSON", "JSONCoder", "JSONError", "JSONKey",
  "JSONModel",
  "AnyKeyPath", "DeprecatedFields", "FieldPaths", "Fields", "ModelSlice", "Partial", "PartialModel",
  "Requested",
  "SelectableRequest", "JSONUnion", "JSONValue", "ModelLayout", "ListOf", "MapOf", "Newtype", "Nullable",
  "NumberAsString", "NumberInString",
  "OpenEnumeration", "OptionalOf", "PaginatedRequest", "ResponseEnvelope", "JSONSchema", "Constraint",
  "Constraints", "Server",
  "ServiceErrorCode",
  "ServiceFailure", "SingleAsList", "StringNewtype", "HTTPTransport", "Union", "UnixMilliseconds", "UnixTime",
  "ResponseHeaders", "DescribedHeaders", "FailureFormat", "HeadedRequest", "HeaderReader", "ModuleFailures",
  "Violation", "WGNAPIGenerated", "WGNAPIRuntime", "ZeroOne",
  // What `WGNAPIRuntime` exports by name would win over a generated type in a file that imports both.
  "Backoff", "BodyCodec", "BodyDecoder", "BodyEncoder", "CallContext", "ClientClock", "ClientObserver",
  "ComposedRequest", "Credential", "CredentialAbsence", "CredentialContext", "CredentialFailure",
  "CurlTransport", "FileAccessError", "HTTPResponseBody", "IdempotencyKeyPolicy", "JSONDecoding",
  "JSONNumber", "JSONObject", "MiddlewareRequest", "MiddlewareResponse", "NotSentReason", "RedirectPolicy",
  "PolicyValue", "RandomSource", "RequestLog", "ResponseOrigin", "StreamedResponse", "SystemClock",
  "TimeoutPolicy", "TransportError",
  "TransportFailure",
  "TransportOptions", "TransportResponse", "URLSessionTransport",
  // Swift Testing's macros refer to their module by its name.
  "Testing",
  // Types within every model.
  "Decoded", "PartialCoder", "Value",
])
