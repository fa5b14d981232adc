import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

// Bodies that aren't JSON.
extension ParameterBuilder {
  /// Adds a body that is a form (`application/x-www-form-urlencoded`), whose nested values are named as `lists` and
  /// `objects` say, except for the fields with styles of their own.
  public mutating func formBody<Value: JSONValue>(
    _ path: KeyPath<Request, Value>, _ constraint: Constraint? = nil, lists: FormLists = .brackets,
    objects: FormObjects = .brackets, styles: [String: ParameterStyle] = [:], secret: Bool = false
  ) {
    add(
      "body", .body, constraint, secret: secret,
      form: Form.form(
        NestedForm(lists: lists, objects: objects, styles: styles, coder: Value.self)),
      PropertySource<Request, Value>(path: path))
  }

  /// Adds a body that is sent as is.
  public mutating func bytes(_ path: KeyPath<Request, [UInt8]>, mediaType: String, secret: Bool = false) {
    add("body", .body, nil, secret: secret, form: Form.bytes(mediaType: mediaType), BytesSource(path: path))
  }

  /// Adds a text as the body, in UTF-8. Pass the media type without a character set.
  public mutating func text(_ path: KeyPath<Request, String>, mediaType: String, secret: Bool = false) {
    add(
      "body", .body, nil, secret: secret, form: Form.bytes(mediaType: "\(mediaType); charset=utf-8"),
      TextSource(path: path))
  }

  /// Adds a body that is read while it is sent.
  public mutating func file(
    _ path: KeyPath<Request, HTTPRequestBody>, mediaType: String, secret: Bool = false
  ) {
    add(
      "body", .body, nil, secret: secret, form: Form.file(mediaType: mediaType),
      FileSource(path: path) { [FilePart($0)] })
  }

  /// Adds a value as a part of a multipart body (RFC 7578): its text, or JSON if it is an object. The name is repeated
  /// for the elements of a list. With a `style`, it is written as in a query, and not percent-encoded. The media type is
  /// that of JSON or a style. It is omitted if nil.
  public mutating func part<Value: JSONValue>(
    _ name: String, _ path: KeyPath<Request, Value>, _ constraint: Constraint? = nil,
    style: ParameterStyle? = nil,
    mediaType: String? = nil, secret: Bool = false
  ) {
    part(name, path, as: Value.self, constraint, style: style, mediaType: mediaType, secret: secret)
  }

  /// Adds a value as a part of a multipart body that `coder` writes as text.
  public mutating func part<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded>, as coder: Coder.Type,
    _ constraint: Constraint? = nil,
    style: ParameterStyle? = nil, mediaType: String? = nil, secret: Bool = false
  ) {
    add(
      name, .part, constraint, separator: nil, style: style, secret: secret,
      form: Form.part(mediaType: mediaType),
      PropertySource<Request, Coder>(path: path))
  }

  /// Adds a value as a part of a multipart body that `coder` writes as text. It is omitted if nil.
  public mutating func part<Coder: JSONCoder>(
    _ name: String, _ path: KeyPath<Request, Coder.Decoded?>, as coder: Coder.Type,
    _ constraint: Constraint? = nil,
    style: ParameterStyle? = nil, mediaType: String? = nil, secret: Bool = false
  ) {
    part(
      name, path, as: OptionalOf<Coder>.self, constraint, style: style, mediaType: mediaType, secret: secret)
  }

  /// Adds a body with its media type, read while it is sent. The media type is for a file that has none: a range such as
  /// `image/*`, or one type.
  public mutating func file(_ path: KeyPath<Request, FilePart>, mediaType: String) {
    add(
      "body", .body, nil, secret: false, form: Form.file(mediaType: mediaType),
      FileSource(path: path) { [$0] })
  }

  /// Adds a file as a part of a multipart body. The media type is for a file that has none.
  public mutating func filePart(_ name: String, _ path: KeyPath<Request, FilePart>, mediaType: String? = nil)
  {
    add(
      name, .part, nil, secret: false, form: Form.file(mediaType: mediaType), FileSource(path: path) { [$0] })
  }

  /// Adds a file as a part of a multipart body. It is omitted if nil.
  public mutating func filePart(_ name: String, _ path: KeyPath<Request, FilePart?>, mediaType: String? = nil)
  {
    add(
      name, .part, nil, secret: false, form: Form.file(mediaType: mediaType),
      FileSource(path: path) { $0.map { [$0] } ?? [] })
  }

  /// Adds files as parts of a multipart body, all with the same name.
  public mutating func filePart(
    _ name: String, _ path: KeyPath<Request, [FilePart]>, mediaType: String? = nil
  ) {
    add(name, .part, nil, secret: false, form: Form.file(mediaType: mediaType), FileSource(path: path) { $0 })
  }

  /// Adds files as parts of a multipart body, all with the same name. They are omitted if nil.
  public mutating func filePart(
    _ name: String, _ path: KeyPath<Request, [FilePart]?>, mediaType: String? = nil
  ) {
    add(
      name, .part, nil, secret: false, form: Form.file(mediaType: mediaType),
      FileSource(path: path) { $0 ?? [] })
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
  public mutating func file(_ path: KeyPath<Request, HTTPRequestBody?>, mediaType: String) {
    file(path, mediaType: mediaType, of: { $0 })
  }

  /// Adds a body with its media type, read while it is sent. It is omitted if nil.
  public mutating func file(_ path: KeyPath<Request, FilePart?>, mediaType: String) {
    file(path, mediaType: mediaType, of: { $0 })
  }
}
