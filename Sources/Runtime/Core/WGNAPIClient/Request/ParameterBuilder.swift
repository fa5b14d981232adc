import WGNAPIJSON
import WGNAPISupport

/// Collects the parameters of an endpoint, in wire order.
///
/// Each place has the forms `(name, keyPath)`, `(name, keyPath, constraint)` and, for a value whose form isn't
/// the one its type has in JSON, `(name, keyPath, as: Coder.self)`. The text of a value is its JSON text,
/// with strings unquoted. A nil value is omitted, and an empty list is sent as an empty text. With a `style`, values are
/// written as the ``ParameterStyle`` says, and may be objects.
public struct ParameterBuilder<Request> {
  package var parameters: [Parameter<Request>] = []
  var requirements: [RequirementGroup] = []

  package mutating func add(
    _ name: String, _ location: ParameterLocation, _ constraint: Constraint?, separator: String? = ",",
    style: ParameterStyle? = nil, mayBeEmpty: Bool = false, secret: Bool, prefix: String = "",
    form: (any BodyWriter)? = nil, _ source: any ParameterSource<Request>
  ) {
    let isBody = location == .body || location == .part
    let coder = source.coder
    let facts = ParameterFacts(
      name: name, location: location, separator: separator, style: style, isSecret: secret, prefix: prefix,
      form: form, constraint: constraint, mayBeEmpty: mayBeEmpty,
      secrets: isBody ? Lazy { coder.containsSecrets } : Lazy(false))
    parameters.append(Parameter(facts: facts, source: source))
  }
}

// Query parameters.
extension ParameterBuilder {
  /// Adds a query parameter. A list is joined with `separator`; if that is nil, the name is repeated.
  public mutating func query<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ constraint: Constraint? = nil,
    separator: String? = ",",
    style: ParameterStyle? = nil, secret: Bool = false
  ) {
    query(name, path, as: Value.self, constraint, separator: separator, style: style, secret: secret)
  }

  /// Adds a query parameter that `coder` writes as text.
  public mutating func query<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type,
    _ constraint: Constraint? = nil,
    separator: String? = ",", style: ParameterStyle? = nil, secret: Bool = false
  ) {
    add(
      name, .query, constraint, separator: separator, style: style, secret: secret,
      PropertySource<Request, Coder>(path: path))
  }

  /// Adds a query parameter that `coder` writes as text. It is omitted if nil.
  public mutating func query<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type,
    _ constraint: Constraint? = nil,
    separator: String? = ",", style: ParameterStyle? = nil, secret: Bool = false
  ) {
    query(
      name, path, as: OptionalOf<Coder>.self, constraint, separator: separator, style: style, secret: secret)
  }
}

// Form parameters.
extension ParameterBuilder {
  /// Adds a field to an `application/x-www-form-urlencoded` body. A list is joined with `separator`; if that
  /// is nil, the name is repeated.
  public mutating func form<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ constraint: Constraint? = nil,
    separator: String? = ",",
    style: ParameterStyle? = nil, secret: Bool = false
  ) {
    form(name, path, as: Value.self, constraint, separator: separator, style: style, secret: secret)
  }

  /// Adds a field to an `application/x-www-form-urlencoded` body that `coder` writes as text.
  public mutating func form<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type,
    _ constraint: Constraint? = nil,
    separator: String? = ",", style: ParameterStyle? = nil, secret: Bool = false
  ) {
    add(
      name, .form, constraint, separator: separator, style: style, secret: secret,
      PropertySource<Request, Coder>(path: path))
  }

  /// Adds a field to an `application/x-www-form-urlencoded` body that `coder` writes as text. It is omitted
  /// if nil.
  public mutating func form<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type,
    _ constraint: Constraint? = nil,
    separator: String? = ",", style: ParameterStyle? = nil, secret: Bool = false
  ) {
    form(
      name, path, as: OptionalOf<Coder>.self, constraint, separator: separator, style: style, secret: secret)
  }
}

// Header parameters.
extension ParameterBuilder {
  /// Adds a header field. A list is joined with `separator`.
  public mutating func header<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ constraint: Constraint? = nil,
    separator: String? = ",",
    style: ParameterStyle? = nil, secret: Bool = false
  ) {
    header(name, path, as: Value.self, constraint, separator: separator, style: style, secret: secret)
  }

  /// Adds a header field that `coder` writes as text.
  public mutating func header<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type,
    _ constraint: Constraint? = nil,
    separator: String? = ",", style: ParameterStyle? = nil, secret: Bool = false
  ) {
    add(
      name, .header, constraint, separator: separator, style: style, secret: secret,
      PropertySource<Request, Coder>(path: path))
  }

  /// Adds a header field that `coder` writes as text. It is omitted if nil.
  public mutating func header<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type,
    _ constraint: Constraint? = nil,
    separator: String? = ",", style: ParameterStyle? = nil, secret: Bool = false
  ) {
    header(
      name, path, as: OptionalOf<Coder>.self, constraint, separator: separator, style: style, secret: secret)
  }
}

// Path parameters.
extension ParameterBuilder {
  /// Adds a path parameter, which replaces `{name}` in the endpoint's path. An empty text is refused, unless `mayBeEmpty`
  /// is true.
  public mutating func path<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ constraint: Constraint? = nil,
    separator: String? = ",",
    style: ParameterStyle? = nil, mayBeEmpty: Bool = false, secret: Bool = false
  ) {
    self.path(
      name, path, as: Value.self, constraint, separator: separator, style: style, mayBeEmpty: mayBeEmpty,
      secret: secret)
  }

  /// Adds a path parameter that `coder` writes as text.
  public mutating func path<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type,
    _ constraint: Constraint? = nil,
    separator: String? = ",", style: ParameterStyle? = nil, mayBeEmpty: Bool = false, secret: Bool = false
  ) {
    add(
      name, .path, constraint, separator: separator, style: style, mayBeEmpty: mayBeEmpty, secret: secret,
      PropertySource<Request, Coder>(path: path))
  }
}

// Bearer tokens and bodies.
extension ParameterBuilder {
  /// Adds a token, sent as `Authorization: Bearer …` (RFC 6750). It is always secret, and omitted if nil.
  public mutating func bearer<Value: JSONValue>(_ path: KeyPath<Request, Value>) {
    add(
      "Authorization", .header, nil, secret: true, prefix: "Bearer ",
      PropertySource<Request, Value>(path: path))
  }

  /// Adds a JSON body. It is omitted if the value is nil.
  public mutating func body<Value: JSONValue>(
    _ path: KeyPath<Request, Value>, _ constraint: Constraint? = nil, secret: Bool = false
  ) {
    body(path, as: Value.self, constraint, secret: secret)
  }

  /// Adds a JSON body that `coder` writes.
  public mutating func body<Coder: JSONCoder>(
    _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type, _ constraint: Constraint? = nil,
    secret: Bool = false
  ) {
    add("body", .body, constraint, secret: secret, PropertySource<Request, Coder>(path: path))
  }

  /// Adds a JSON body that `coder` writes. It is omitted if the value is nil.
  public mutating func body<Coder: JSONCoder>(
    _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type, _ constraint: Constraint? = nil,
    secret: Bool = false
  ) {
    body(path, as: OptionalOf<Coder>.self, constraint, secret: secret)
  }
}

// Secrets in bodies.
extension ParameterBuilder {
  /// Says that the whole body is a secret: no value in it appears in descriptions, logs or errors. The secrets that its
  /// types mark are hidden anyway.
  public mutating func secretBody() {
    parameters = parameters.map { parameter in
      parameter.location == .body || parameter.location == .part
        ? Parameter(facts: parameter.facts.asSecret, source: parameter.source) : parameter
    }
  }
}

// Requirement groups.
extension ParameterBuilder {
  /// Requires one or more of the named parameters.
  public mutating func atLeastOne(_ names: String...) {
    requirements.append(RequirementGroup(rule: .atLeastOne, names: names))
  }

  /// Requires exactly one of the named parameters.
  public mutating func exactlyOne(_ names: String...) {
    requirements.append(RequirementGroup(rule: .exactlyOne, names: names))
  }
}

/// A header field with a value that is always the same, such as `X-Api-Version: 2`.
package struct ConstantHeader: Sendable {
  /// The field's name.
  package let name: String
  /// The field's value.
  package let value: String

  /// Creates a header field. An invalid name or value is reported as an error when a request is composed.
  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  static func list(_ pairs: KeyValuePairs<String, String>) -> [ConstantHeader] {
    pairs.map { ConstantHeader($0.key, $0.value) }
  }
}
