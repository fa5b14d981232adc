extension Format {
  /// The name in the language and, for formats of JSON Schema, there.
  public var name: String {
    switch self {
    case .int32: "int32"
    case .int64: "int64"
    case .uint32: "uint32"
    case .uint64: "uint64"
    case .float: "float"
    case .double: "double"
    case .decimal: "decimal"
    case .timestamp: "timestamp"
    case .timestampMilliseconds: "timestampMilliseconds"
    case .dateTime: "date-time"
    case .date: "date"
    case .uri: "uri"
    case .uuid: "uuid"
    case .bytes: "bytes"
    case .base64URL: "base64url"
    case .flag: "flag"
    case .empty: "empty"
    case .other(let name): name
    }
  }
}
