import WGNAPIJSON

/// One parameter of an endpoint: its name and place on the wire, and the property it is read from.
public struct Parameter<Request>: Sendable {
  /// The name on the wire.
  public let name: String
  /// Where it travels.
  public let location: ParameterLocation
  /// What joins the elements of a list; nil repeats the parameter, once per element.
  public let separator: String?
  /// Whether its value must never reach a log or an error text.
  public let isSecret: Bool
  /// Text before the value, such as `Bearer `.
  package let prefix: String
  /// The media type of a body that isn't JSON.
  package let mediaType: String?
  /// Constraints beyond those of the value's own type.
  package let constraint: Schema?
  package let source: any ParameterSource<Request>
}

/// Where a parameter travels.
public enum ParameterLocation: Hashable, Sendable {
  /// In the URL's path, for `{name}` in the endpoint's path.
  case path
  /// In the URL's query.
  case query
  /// In a header field.
  case header
  /// In an `application/x-www-form-urlencoded` body.
  case form
  /// In the `Cookie` field (RFC 6265).
  case cookie
  /// As the whole body.
  case body
}

/// Access to the property behind a parameter, its type erased.
package protocol ParameterSource<Request>: Sendable {
  associatedtype Request
  /// The schema of the value's own type.
  var schema: Schema { get }
  /// The value in JSON; nil where it is absent.
  func json(of request: Request) throws(JSONError) -> [UInt8]?
  /// Sets the value from JSON; false where the property can't be changed.
  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool
  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool
  func hash(_ request: Request, into hasher: inout Hasher)
}

/// A property whose type (or coder) writes JSON; where that is `null`, the parameter is absent.
///
/// Unchecked: a key path literal without subscript arguments, the only kind generated code makes, is
/// immutable.
package struct PropertySource<Request, Coder: JSONCoder>: ParameterSource, @unchecked Sendable {
  let path: KeyPath<Request, Coder.Decoded>

  package var schema: Schema { Coder.schema }

  package func json(of request: Request) throws(JSONError) -> [UInt8]? {
    let bytes = try Coder.encode(request[keyPath: path])
    return bytes.elementsEqual("null".utf8) ? nil : bytes
  }

  package func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool {
    guard let path = path as? WritableKeyPath<Request, Coder.Decoded> else { return false }
    // What is wrong with the value is found when the request is composed.
    request[keyPath: path] = try Coder.decode(json, options: JSONDecoding(validation: .off))
    return true
  }

  package func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  package func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}

/// An optional property with a coder for its wrapped value.
struct OptionalPropertySource<Request, Coder: JSONCoder>: ParameterSource, @unchecked Sendable {
  let path: KeyPath<Request, Coder.Decoded?>

  var schema: Schema { Coder.schema }

  func json(of request: Request) throws(JSONError) -> [UInt8]? {
    guard let value = request[keyPath: path] else { return nil }
    return try Coder.encode(value)
  }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool {
    guard let path = path as? WritableKeyPath<Request, Coder.Decoded?> else { return false }
    request[keyPath: path] =
      json.elementsEqual("null".utf8) ? nil : try Coder.decode(json, options: JSONDecoding(validation: .off))
    return true
  }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}

/// A body that is sent as it is; what stands for its JSON are the bytes themselves.
///
/// Unchecked for the same reason as ``PropertySource``.
struct BytesSource<Request>: ParameterSource, @unchecked Sendable {
  let path: KeyPath<Request, [UInt8]>

  var schema: Schema { .any }

  func json(of request: Request) throws(JSONError) -> [UInt8]? { request[keyPath: path] }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}
