import WGNAPIJSON

/// A header field with a value that is always the same, such as `X-Api-Version: 2`.
public struct ConstantHeader: Sendable {
  /// The field's name.
  public let name: String
  /// The field's value.
  public let value: String

  /// Creates a header field. An invalid name or value is reported as an error when a request is composed.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  static func list(_ pairs: KeyValuePairs<String, String>) -> [ConstantHeader] {
    pairs.map { ConstantHeader($0.key, $0.value) }
  }
}

extension ParameterBuilder {
  /// Adds a parameter that always has the same value.
  public mutating func constant<Value: JSONValue & Sendable>(
    _ name: String, _ value: Value, in location: ParameterLocation, style: ParameterStyle? = nil,
    secret: Bool = false
  ) {
    add(name, location, nil, style: style, secret: secret, ConstantSource<Request, Value>(value: value))
  }
}

/// A value that is the same for all requests.
private struct ConstantSource<Request, Value: JSONValue & Sendable>: ParameterSource {
  let value: Value

  var schema: Schema { .any }

  func json(of request: Request) throws(JSONError) -> [UInt8]? { try Value.encode(value) }

  func write(_ request: Request, numbered number: Int, to writer: inout JSONWriter) throws(JSONError) {}

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { true }

  func hash(_ request: Request, into hasher: inout Hasher) {}
}
