import WGNAPIJSON
import WGNAPISupport

/// A parameter of an endpoint: its name and its place in a request, and the property with its value.
package struct Parameter<Request>: Sendable {
  /// The name on the wire.
  package var name: String { facts.name }
  /// The place in the request.
  package var location: ParameterLocation { facts.location }
  /// Whether the value must never appear in a log or an error message.
  package var isSecret: Bool { facts.isSecret }
  /// Whether the value, or a part of it, may be a secret.
  package var hasSecrets: Bool { facts.isSecret || facts.containsSecrets }
  /// How a body, or a part of one, is written; nil for `application/json` and for other places.
  package var form: (any BodyWriter)? { facts.form }

  /// What doesn't depend on the type of the request.
  package let facts: ParameterFacts
  package let source: any ParameterSource<Request>
}

/// The properties of a parameter that don't depend on the type of its request. An object, because each request passes
/// them on.
package final class ParameterFacts: Sendable {
  let name: String
  let location: ParameterLocation
  /// The text between the elements of a list; nil repeats the parameter for each element.
  let separator: String?
  /// How the value is written; nil for text with ``separator`` between the elements of a list, all of it encoded.
  let style: ParameterStyle?
  let isSecret: Bool
  /// Text to insert before the value, such as `Bearer `.
  let prefix: String
  let form: (any BodyWriter)?
  /// What the value must satisfy in addition to what its type checks.
  let constraint: Constraint?
  /// Whether the value may be an empty text in the path.
  let mayBeEmpty: Bool
  /// Whether a part of the value may be a secret, although the whole isn't.
  private let secrets: Lazy<Bool>

  var containsSecrets: Bool { secrets.value }

  init(
    name: String, location: ParameterLocation, separator: String?, style: ParameterStyle? = nil,
    isSecret: Bool = false, prefix: String = "", form: (any BodyWriter)? = nil, constraint: Constraint? = nil,
    mayBeEmpty: Bool = false, secrets: Lazy<Bool> = Lazy(false)
  ) {
    self.name = name
    self.location = location
    self.secrets = secrets
    self.separator = separator
    self.style = style
    self.isSecret = isSecret
    self.prefix = prefix
    self.form = form
    self.constraint = constraint
    self.mayBeEmpty = mayBeEmpty
  }

  /// The same parameter, if its value is a secret.
  var asSecret: ParameterFacts {
    ParameterFacts(
      name: name, location: location, separator: separator, style: style, isSecret: true, prefix: prefix,
      form: form, constraint: constraint, mayBeEmpty: mayBeEmpty, secrets: secrets)
  }
}

/// The place of a parameter in a request.
public enum ParameterLocation: Hashable, Sendable {
  /// The URL's path, in place of `{name}` in the endpoint's path.
  case path
  /// The URL's query.
  case query
  /// A header field.
  case header
  /// An `application/x-www-form-urlencoded` body.
  case form
  /// The `Cookie` field (RFC 6265).
  case cookie
  /// The whole body.
  case body
  /// A part of a `multipart/form-data` body.
  case part
  /// The whole URL.
  case url
}

/// Access to the property with a parameter's value, its type erased.
package protocol ParameterSource<Request>: Sendable {
  associatedtype Request
  /// The coder that can read the value.
  var coder: any JSONCoder.Type { get }
  /// Returns the JSON value; nil if it is absent.
  func json(of request: Request) throws(JSONError) -> [UInt8]?
  /// Returns the JSON value with `<redacted>` in place of the secrets that its coder knows; nil if it is absent.
  func hiddenJSON(of request: Request) throws(JSONError) -> [UInt8]?
  /// Returns the secrets in the value that its coder knows.
  func secrets(of request: Request) -> [JSON]
  /// Sets the value from JSON; returns false if the property can't be changed.
  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool
  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool
  func hash(_ request: Request, into hasher: inout Hasher)
}

// Values whose coders know of no secrets.
extension ParameterSource {
  package func hiddenJSON(of request: Request) throws(JSONError) -> [UInt8]? { try json(of: request) }

  package func secrets(of request: Request) -> [JSON] { [] }
}

/// A property encoded as JSON by its type or a coder. If the result is `null`, the parameter is absent.
///
/// Unchecked: generated code creates only key path literals without subscript arguments, which are immutable.
package struct PropertySource<Request, Coder: JSONCoder>: ParameterSource, @unchecked Sendable {
  let path: KeyPath<Request, Coder.Decoded>

  package init(path: KeyPath<Request, Coder.Decoded>) { self.path = path }

  package var coder: any JSONCoder.Type { Coder.self }

  package func json(of request: Request) throws(JSONError) -> [UInt8]? {
    let bytes = try Coder.encode(request[keyPath: path])
    return bytes.elementsEqual("null".utf8) ? nil : bytes
  }

  package func hiddenJSON(of request: Request) throws(JSONError) -> [UInt8]? {
    let bytes = try Coder.encodeHidden(request[keyPath: path])
    return bytes.elementsEqual("null".utf8) ? nil : bytes
  }

  package func secrets(of request: Request) -> [JSON] { Coder.secrets(in: request[keyPath: path]) }

  package func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool {
    guard let path = path as? WritableKeyPath<Request, Coder.Decoded> else { return false }
    // Violations in the value are found when the request is composed.
    request[keyPath: path] = try Coder.decode(json, options: JSONDecoding(validation: .off))
    return true
  }

  package func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  package func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}

extension Parameter {
  /// Creates a parameter with a list of texts in the query or the form.
  package static func texts(
    _ name: String, _ location: ParameterLocation, separator: String?, _ path: KeyPath<Request, [String]?>
  ) -> Parameter {
    Parameter(
      facts: ParameterFacts(name: name, location: location, separator: separator),
      source: PropertySource<Request, [String]?>(path: path))
  }
}

// For requests that contain others, and requests that are stored and sent later, which have values in place of properties.
extension Parameter {
  /// Returns the same parameter of another request type, with another source of its value.
  package func reading<Other>(_ source: any ParameterSource<Other>) -> Parameter<Other> {
    Parameter<Other>(facts: facts, source: source)
  }

  /// Whether the value is a file, or files, rather than JSON or bytes.
  package var isFile: Bool { form?.isFile ?? false }
}
