import WGNAPIJSON

/// Collects an endpoint's parameters, in wire order.
///
/// Each place has the forms `(name, keyPath)`, `(name, keyPath, schema)` and, for a value that doesn't travel
/// as its type does in JSON, `(name, keyPath, as: Coder.self)`. A value's text is its JSON text, strings
/// unquoted; a nil value is left out; an empty list is sent as an empty text.
public struct ParameterBuilder<Request> {
  package var parameters: [Parameter<Request>] = []
  var requirements: [RequirementGroup] = []

  private mutating func add(
    _ name: String, _ location: ParameterLocation, _ constraint: Schema?, separator: String? = ",",
    secret: Bool, prefix: String = "", mediaType: String? = nil, _ source: any ParameterSource<Request>
  ) {
    parameters.append(
      Parameter(
        name: name, location: location, separator: separator, isSecret: secret, prefix: prefix,
        mediaType: mediaType, constraint: constraint, source: source))
  }
}

// Query parameters.
extension ParameterBuilder {
  /// A query parameter; a list is joined by `separator`, or, where that is nil, repeats the name.
  public mutating func query<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ schema: Schema? = nil, separator: String? = ",",
    secret: Bool = false
  ) {
    add(
      name, .query, schema, separator: separator, secret: secret,
      PropertySource<Request, Value>(path: path))
  }

  /// A query parameter whose text `coder` writes.
  public mutating func query<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type, _ schema: Schema? = nil,
    separator: String? = ",", secret: Bool = false
  ) {
    add(
      name, .query, schema, separator: separator, secret: secret,
      PropertySource<Request, Coder>(path: path))
  }

  /// A query parameter whose text `coder` writes; absent when nil.
  public mutating func query<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type, _ schema: Schema? = nil,
    separator: String? = ",", secret: Bool = false
  ) {
    add(
      name, .query, schema, separator: separator, secret: secret,
      OptionalPropertySource<Request, Coder>(path: path))
  }
}

// Form parameters.
extension ParameterBuilder {
  /// A field of an `application/x-www-form-urlencoded` body; a list is joined by `separator`, or, where that
  /// is nil, repeats the name.
  public mutating func form<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ schema: Schema? = nil, separator: String? = ",",
    secret: Bool = false
  ) {
    add(
      name, .form, schema, separator: separator, secret: secret,
      PropertySource<Request, Value>(path: path))
  }

  /// A field of an `application/x-www-form-urlencoded` body whose text `coder` writes.
  public mutating func form<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type, _ schema: Schema? = nil,
    separator: String? = ",", secret: Bool = false
  ) {
    add(
      name, .form, schema, separator: separator, secret: secret,
      PropertySource<Request, Coder>(path: path))
  }

  /// A field of an `application/x-www-form-urlencoded` body whose text `coder` writes; absent when nil.
  public mutating func form<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type, _ schema: Schema? = nil,
    separator: String? = ",", secret: Bool = false
  ) {
    add(
      name, .form, schema, separator: separator, secret: secret,
      OptionalPropertySource<Request, Coder>(path: path))
  }
}

// Header parameters.
extension ParameterBuilder {
  /// A header field; a list is joined by `separator`.
  public mutating func header<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ schema: Schema? = nil, separator: String? = ",",
    secret: Bool = false
  ) {
    add(
      name, .header, schema, separator: separator, secret: secret,
      PropertySource<Request, Value>(path: path))
  }

  /// A header field whose text `coder` writes.
  public mutating func header<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type, _ schema: Schema? = nil,
    separator: String? = ",", secret: Bool = false
  ) {
    add(
      name, .header, schema, separator: separator, secret: secret,
      PropertySource<Request, Coder>(path: path))
  }

  /// A header field whose text `coder` writes; absent when nil.
  public mutating func header<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type, _ schema: Schema? = nil,
    separator: String? = ",", secret: Bool = false
  ) {
    add(
      name, .header, schema, separator: separator, secret: secret,
      OptionalPropertySource<Request, Coder>(path: path))
  }
}

// Path parameters.
extension ParameterBuilder {
  /// A path parameter; it replaces `{name}` in the endpoint's path.
  public mutating func path<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ schema: Schema? = nil, separator: String? = ",",
    secret: Bool = false
  ) {
    add(
      name, .path, schema, separator: separator, secret: secret,
      PropertySource<Request, Value>(path: path))
  }

  /// A path parameter whose text `coder` writes.
  public mutating func path<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type, _ schema: Schema? = nil,
    separator: String? = ",", secret: Bool = false
  ) {
    add(
      name, .path, schema, separator: separator, secret: secret,
      PropertySource<Request, Coder>(path: path))
  }
}

// Cookies.
extension ParameterBuilder {
  /// A cookie, percent-encoded; a list is joined by `separator`.
  public mutating func cookie<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ schema: Schema? = nil, separator: String? = ",",
    secret: Bool = false
  ) {
    add(
      name, .cookie, schema, separator: separator, secret: secret,
      PropertySource<Request, Value>(path: path))
  }

  /// A cookie whose text `coder` writes.
  public mutating func cookie<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type, _ schema: Schema? = nil,
    separator: String? = ",", secret: Bool = false
  ) {
    add(
      name, .cookie, schema, separator: separator, secret: secret,
      PropertySource<Request, Coder>(path: path))
  }

  /// A cookie whose text `coder` writes; absent when nil.
  public mutating func cookie<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type, _ schema: Schema? = nil,
    separator: String? = ",", secret: Bool = false
  ) {
    add(
      name, .cookie, schema, separator: separator, secret: secret,
      OptionalPropertySource<Request, Coder>(path: path))
  }
}

// Bearer tokens and bodies.
extension ParameterBuilder {
  /// The body, sent as it is.
  public mutating func bytes(_ path: KeyPath<Request, [UInt8]>, mediaType: String, secret: Bool = false) {
    add("body", .body, nil, secret: secret, mediaType: mediaType, BytesSource(path: path))
  }

  /// A token sent as `Authorization: Bearer …` (RFC 6750); always secret, absent when nil.
  public mutating func bearer<Value: JSONValue>(_ path: KeyPath<Request, Value>) {
    add(
      "Authorization", .header, nil, secret: true, prefix: "Bearer ",
      PropertySource<Request, Value>(path: path))
  }

  /// The body, in JSON; there is none when the value is nil.
  public mutating func body<Value: JSONValue>(
    _ path: KeyPath<Request, Value>, _ schema: Schema? = nil, secret: Bool = false
  ) {
    add("body", .body, schema, secret: secret, PropertySource<Request, Value>(path: path))
  }

  /// The body, in the JSON that `coder` writes.
  public mutating func body<Coder: JSONCoder>(
    _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type, _ schema: Schema? = nil,
    secret: Bool = false
  ) {
    add("body", .body, schema, secret: secret, PropertySource<Request, Coder>(path: path))
  }

  /// The body, in the JSON that `coder` writes; there is none when the value is nil.
  public mutating func body<Coder: JSONCoder>(
    _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type, _ schema: Schema? = nil,
    secret: Bool = false
  ) {
    add("body", .body, schema, secret: secret, OptionalPropertySource<Request, Coder>(path: path))
  }
}

// Requirement groups.
extension ParameterBuilder {
  /// One or more of the named parameters must be given.
  public mutating func atLeastOne(_ names: String...) {
    requirements.append(RequirementGroup(rule: .atLeastOne, names: names))
  }

  /// Exactly one of the named parameters must be given.
  public mutating func exactlyOne(_ names: String...) {
    requirements.append(RequirementGroup(rule: .exactlyOne, names: names))
  }
}
