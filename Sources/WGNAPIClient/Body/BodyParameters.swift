import WGNAPIJSON
import WGNAPITransport

/// How a body is written that isn't JSON.
package enum BodyForm: Hashable, Sendable {
  /// JSON of another media type than `application/json`.
  case json(mediaType: String)
  /// The bytes of the value, as they are.
  case bytes(mediaType: String)
  /// A form with nested fields.
  case form(NestedForm)
  /// A file, read while it is sent.
  case file(mediaType: String?)
}

// Bodies that aren't JSON.
extension ParameterBuilder {
  /// Adds a body that is a form (`application/x-www-form-urlencoded`), whose nested values are named as `lists` and
  /// `objects` say.
  public mutating func formBody<Value: JSONValue>(
    _ path: KeyPath<Request, Value>, _ schema: Schema? = nil, lists: FormLists = .brackets,
    objects: FormObjects = .brackets, secret: Bool = false
  ) {
    add(
      "body", .body, schema, secret: secret, form: .form(NestedForm(lists: lists, objects: objects)),
      PropertySource<Request, Value>(path: path))
  }

  /// Adds a text as the body, in UTF-8. The media type is without a character set.
  public mutating func text(_ path: KeyPath<Request, String>, mediaType: String, secret: Bool = false) {
    add(
      "body", .body, nil, secret: secret, form: .bytes(mediaType: "\(mediaType); charset=utf-8"),
      TextSource(path: path))
  }

  /// Adds a body that is read while it is sent.
  public mutating func file(_ path: KeyPath<Request, RequestBody>, mediaType: String, secret: Bool = false) {
    add(
      "body", .body, nil, secret: secret, form: .file(mediaType: mediaType),
      FileSource(path: path) { [FilePart($0)] })
  }

  /// Adds a value as a part of a multipart body (RFC 7578): its text, or JSON if it is an object. The name is repeated
  /// for the elements of a list. It is omitted if nil.
  public mutating func part<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ schema: Schema? = nil, secret: Bool = false
  ) {
    add(name, .part, schema, separator: nil, secret: secret, PropertySource<Request, Value>(path: path))
  }

  /// Adds a value as a part of a multipart body that `coder` writes as text.
  public mutating func part<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type, _ schema: Schema? = nil,
    secret: Bool = false
  ) {
    add(name, .part, schema, separator: nil, secret: secret, PropertySource<Request, Coder>(path: path))
  }

  /// Adds a value as a part of a multipart body that `coder` writes as text. It is omitted if nil.
  public mutating func part<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type, _ schema: Schema? = nil,
    secret: Bool = false
  ) {
    add(
      name, .part, schema, separator: nil, secret: secret, OptionalPropertySource<Request, Coder>(path: path))
  }

  /// Adds a file as a part of a multipart body. The media type is for a file that has none.
  public mutating func filePart(_ name: String, _ path: KeyPath<Request, FilePart>, mediaType: String? = nil)
  {
    add(name, .part, nil, secret: false, form: .file(mediaType: mediaType), FileSource(path: path) { [$0] })
  }

  /// Adds a file as a part of a multipart body. It is omitted if nil.
  public mutating func filePart(_ name: String, _ path: KeyPath<Request, FilePart?>, mediaType: String? = nil)
  {
    add(
      name, .part, nil, secret: false, form: .file(mediaType: mediaType),
      FileSource(path: path) { $0.map { [$0] } ?? [] })
  }

  /// Adds files as parts of a multipart body, all with the same name.
  public mutating func filePart(
    _ name: String, _ path: KeyPath<Request, [FilePart]>, mediaType: String? = nil
  ) {
    add(name, .part, nil, secret: false, form: .file(mediaType: mediaType), FileSource(path: path) { $0 })
  }

  /// Adds files as parts of a multipart body, all with the same name. They are omitted if nil.
  public mutating func filePart(
    _ name: String, _ path: KeyPath<Request, [FilePart]?>, mediaType: String? = nil
  ) {
    add(
      name, .part, nil, secret: false, form: .file(mediaType: mediaType), FileSource(path: path) { $0 ?? [] })
  }
}

// Bodies that may be left out.
extension ParameterBuilder {
  /// Adds a body that is sent as is. It is omitted if nil.
  public mutating func bytes(_ path: KeyPath<Request, [UInt8]?>, mediaType: String) {
    bytes(path, mediaType: mediaType, of: { $0 })
  }

  /// Adds a text as the body, in UTF-8. It is omitted if nil.
  public mutating func text(_ path: KeyPath<Request, String?>, mediaType: String) {
    text(path, mediaType: mediaType, of: { $0 })
  }

  /// Adds a body that is read while it is sent. It is omitted if nil.
  public mutating func file(_ path: KeyPath<Request, RequestBody?>, mediaType: String) {
    file(path, mediaType: mediaType, of: { $0 })
  }
}

/// A parameter that is sent as files.
protocol FileParameter<Request>: ParameterSource {
  func files(of request: Request) -> [FilePart]
}

/// A property with files, which are described in place of their JSON.
///
/// Unchecked for the same reason as ``PropertySource``.
struct FileSource<Request, Value: Hashable & Sendable>: FileParameter, @unchecked Sendable {
  let path: KeyPath<Request, Value>
  let content: @Sendable (Value) -> [FilePart]

  init(path: KeyPath<Request, Value>, _ content: @escaping @Sendable (Value) -> [FilePart]) {
    self.path = path
    self.content = content
  }

  var schema: Schema { .any }

  func files(of request: Request) -> [FilePart] { content(request[keyPath: path]) }

  func json(of request: Request) throws(JSONError) -> [UInt8]? {
    let files = files(of: request)
    return files.isEmpty ? nil : try String.encode(files.map(\.description).joined(separator: ", "))
  }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}

/// A text that is sent as is. Its bytes take the place of its JSON.
///
/// Unchecked for the same reason as ``PropertySource``.
struct TextSource<Request>: ParameterSource, @unchecked Sendable {
  let path: KeyPath<Request, String>

  var schema: Schema { .any }

  func json(of request: Request) throws(JSONError) -> [UInt8]? { Array(request[keyPath: path].utf8) }

  func set(_ json: [UInt8], on request: inout Request) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: Request, _ rhs: Request) -> Bool { lhs[keyPath: path] == rhs[keyPath: path] }

  func hash(_ request: Request, into hasher: inout Hasher) { hasher.combine(request[keyPath: path]) }
}
