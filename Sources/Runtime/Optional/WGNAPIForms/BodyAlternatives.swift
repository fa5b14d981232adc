import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

// Bodies by the choice of the caller: each is sent if the property contains it.
extension ParameterBuilder {
  /// Adds a JSON body.
  ///
  /// - Parameters:
  ///   - path: The property with one of several bodies.
  ///   - constraint: What the value must satisfy in addition to what its type checks.
  ///   - mediaType: The media type; nil for `application/json`.
  ///   - alternative: Returns the body if it is this one.
  public mutating func body<Choice: Hashable & Sendable, Value: JSONValue>(
    _ path: KeyPath<Request, Choice>, _ constraint: Constraint? = nil, mediaType: String? = nil,
    of alternative: @escaping @Sendable (Choice) -> Value?
  ) {
    body(path, as: Value.self, constraint, mediaType: mediaType, of: alternative)
  }

  /// Adds a JSON body that `coder` writes.
  ///
  /// - Parameters:
  ///   - path: The property with one of several bodies.
  ///   - coder: What writes the value.
  ///   - constraint: Constraints in addition to those of the coder.
  ///   - mediaType: The media type; nil for `application/json`.
  ///   - alternative: Returns the body if it is this one.
  public mutating func body<Choice: Hashable & Sendable, Coder: JSONCoder>(
    _ path: KeyPath<Request, Choice>, as coder: Coder.Type, _ constraint: Constraint? = nil,
    mediaType: String? = nil,
    of alternative: @escaping @Sendable (Choice) -> Coder.Decoded?
  ) {
    add(
      "body", .body, constraint, secret: false, form: mediaType.map { Form.json(mediaType: $0) },
      ChoiceSource<Request, Choice, Coder>(path: path, choose: alternative))
  }

  /// Adds a body that is a form with nested fields.
  ///
  /// - Parameters:
  ///   - path: The property with one of several bodies.
  ///   - constraint: What the value must satisfy in addition to what its type checks.
  ///   - lists: How the elements of lists are named.
  ///   - objects: How the members of objects are named.
  ///   - styles: The styles of fields that are written otherwise.
  ///   - alternative: Returns the body if it is this one.
  public mutating func formBody<Choice: Hashable & Sendable, Value: JSONValue>(
    _ path: KeyPath<Request, Choice>, _ constraint: Constraint? = nil, lists: FormLists = .brackets,
    objects: FormObjects = .brackets, styles: [String: ParameterStyle] = [:],
    of alternative: @escaping @Sendable (Choice) -> Value?
  ) {
    add(
      "body", .body, constraint, secret: false,
      form: Form.form(
        NestedForm(lists: lists, objects: objects, styles: styles, coder: Value.self)),
      ChoiceSource<Request, Choice, Value>(path: path, choose: alternative))
  }

  /// Adds a body that is sent as is.
  ///
  /// - Parameters:
  ///   - path: The property with one of several bodies.
  ///   - mediaType: The media type.
  ///   - alternative: Returns the body if it is this one.
  public mutating func bytes<Choice: Hashable & Sendable>(
    _ path: KeyPath<Request, Choice>, mediaType: String,
    of alternative: @escaping @Sendable (Choice) -> [UInt8]?
  ) {
    add(
      "body", .body, nil, secret: false, form: Form.bytes(mediaType: mediaType),
      RawChoiceSource(path: path, choose: alternative))
  }

  /// Adds a text as the body, in UTF-8.
  ///
  /// - Parameters:
  ///   - path: The property with one of several bodies.
  ///   - mediaType: The media type without a character set.
  ///   - alternative: Returns the body if it is this one.
  public mutating func text<Choice: Hashable & Sendable>(
    _ path: KeyPath<Request, Choice>, mediaType: String,
    of alternative: @escaping @Sendable (Choice) -> String?
  ) {
    add(
      "body", .body, nil, secret: false, form: Form.bytes(mediaType: "\(mediaType); charset=utf-8"),
      RawChoiceSource(path: path) { alternative($0).map { Array($0.utf8) } })
  }

  /// Adds a body that is read while it is sent.
  ///
  /// - Parameters:
  ///   - path: The property with one of several bodies.
  ///   - mediaType: The media type.
  ///   - alternative: Returns the body if it is this one.
  public mutating func file<Choice: Hashable & Sendable>(
    _ path: KeyPath<Request, Choice>, mediaType: String,
    of alternative: @escaping @Sendable (Choice) -> HTTPRequestBody?
  ) {
    add(
      "body", .body, nil, secret: false, form: Form.file(mediaType: mediaType),
      FileSource(path: path) { alternative($0).map { [FilePart($0)] } ?? [] })
  }

  /// Adds a body with its media type, read while it is sent.
  ///
  /// - Parameters:
  ///   - path: The property with one of several bodies.
  ///   - mediaType: The media type of a body that has none: a range such as `image/*`, or one type.
  ///   - alternative: Returns the body if it is this one.
  public mutating func file<Choice: Hashable & Sendable>(
    _ path: KeyPath<Request, Choice>, mediaType: String,
    of alternative: @escaping @Sendable (Choice) -> FilePart?
  ) {
    add(
      "body", .body, nil, secret: false, form: Form.file(mediaType: mediaType),
      FileSource(path: path) { alternative($0).map { [$0] } ?? [] })
  }
}

// JSON of other media types.
extension ParameterBuilder {
  /// Adds a JSON body of another media type than `application/json`. It is omitted if the value is nil.
  public mutating func body<Value: JSONValue>(
    _ path: KeyPath<Request, Value>, _ constraint: Constraint? = nil, mediaType: String
  ) {
    body(path, as: Value.self, constraint, mediaType: mediaType)
  }

  /// Adds a JSON body of another media type than `application/json` that `coder` writes.
  public mutating func body<Coder: JSONCoder>(
    _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type, _ constraint: Constraint? = nil,
    mediaType: String
  ) {
    add(
      "body", .body, constraint, secret: false, form: Form.json(mediaType: mediaType),
      PropertySource<Request, Coder>(path: path))
  }

  /// Adds a JSON body of another media type than `application/json` that `coder` writes. It is omitted if the value is
  /// nil.
  public mutating func body<Coder: JSONCoder>(
    _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type, _ constraint: Constraint? = nil,
    mediaType: String
  ) {
    body(path, as: OptionalOf<Coder>.self, constraint, mediaType: mediaType)
  }
}

/// One of the bodies that a property may contain.
///
/// Unchecked for the same reason as `PropertySource`.
private struct ChoiceSource<Request, Choice: Hashable & Sendable, Coder: JSONCoder>: ParameterSource,
  @unchecked Sendable
{
  let path: KeyPath<Request, Choice>
  let choose: @Sendable (Choice) -> Coder.Decoded?

  var coder: any JSONCoder.Type { Coder.self }

  func json(of request: Request) throws(JSONError) -> [UInt8]? {
    guard let value = choose(request[keyPath: path]) else { return nil }
    return try Coder.encode(value)
  }

  func hiddenJSON(of request: Request) throws(JSONError) -> [UInt8]? {
    guard let value = choose(request[keyPath: path]) else { return nil }
    return try Coder.encodeHidden(value)
  }

  func secrets(of request: Request) -> [JSON] {
    choose(request[keyPath: path]).map { Coder.secrets(in: $0) } ?? []
  }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}

/// One of the bodies that a property may contain, sent as is. Its bytes take the place of its JSON.
///
/// Unchecked for the same reason as `PropertySource`.
private struct RawChoiceSource<Request, Choice: Hashable & Sendable>: ParameterSource, @unchecked Sendable {
  let path: KeyPath<Request, Choice>
  let choose: @Sendable (Choice) -> [UInt8]?

  var coder: any JSONCoder.Type { JSON.self }

  func json(of request: Request) throws(JSONError) -> [UInt8]? { choose(request[keyPath: path]) }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}
