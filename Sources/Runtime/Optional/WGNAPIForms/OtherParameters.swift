import WGNAPIClient
import WGNAPIJSON

// URLs.
extension ParameterBuilder {
  /// Adds the whole URL of the request, such as one that a response contains. It is always secret, because whoever has a
  /// signed URL may use it. Nothing of the client is sent to it: neither credentials nor common parameters nor the API's
  /// header fields.
  public mutating func url<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ constraint: Constraint? = nil
  ) {
    add(name, .url, constraint, secret: true, PropertySource<Request, Value>(path: path))
  }
}

// Cookies.
extension ParameterBuilder {
  /// Adds a percent-encoded cookie. A list is joined with `separator`.
  public mutating func cookie<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ constraint: Constraint? = nil,
    separator: String? = ",",
    style: ParameterStyle? = nil, secret: Bool = false
  ) {
    cookie(name, path, as: Value.self, constraint, separator: separator, style: style, secret: secret)
  }

  /// Adds a cookie that `coder` writes as text.
  public mutating func cookie<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type,
    _ constraint: Constraint? = nil,
    separator: String? = ",", style: ParameterStyle? = nil, secret: Bool = false
  ) {
    add(
      name, .cookie, constraint, separator: separator, style: style, secret: secret,
      PropertySource<Request, Coder>(path: path))
  }

  /// Adds a cookie that `coder` writes as text. It is omitted if nil.
  public mutating func cookie<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type,
    _ constraint: Constraint? = nil,
    separator: String? = ",", style: ParameterStyle? = nil, secret: Bool = false
  ) {
    cookie(
      name, path, as: OptionalOf<Coder>.self, constraint, separator: separator, style: style, secret: secret)
  }
}

// Constants.
extension ParameterBuilder {
  /// Adds a parameter, or a part of a multipart body, that always has the same value. Only a part has a media type.
  public mutating func constant<Value: JSONValue & Sendable>(
    _ name: String, _ value: Value, in location: ParameterLocation, style: ParameterStyle? = nil,
    mediaType: String? = nil, secret: Bool = false
  ) {
    add(
      name, location, nil, style: style, secret: secret,
      form: location == .part ? Form.part(mediaType: mediaType) : nil,
      ConstantSource<Request, Value>(value: value))
  }
}

/// A value that is the same for all requests.
private struct ConstantSource<Request, Value: JSONValue & Sendable>: ParameterSource {
  let value: Value

  var coder: any JSONCoder.Type { JSON.self }

  func json(of request: Request) throws(JSONError) -> [UInt8]? { try Value.encode(value) }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { true }

  func hash(_ request: Request, into hasher: inout Hasher) {}
}
