import WGNAPIJSON
import WGNAPITransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a body, or part of one, that isn't `application/json`. `WGNAPIForms` has all forms.
package protocol BodyWriter: Sendable {
  /// Whether the parameter's value is JSON, whose constraints are checked.
  var isJSON: Bool { get }
  /// Whether the value is a file, or files.
  var isFile: Bool { get }
  /// Returns whether a part of a multipart body is sent as text, for a value in JSON.
  func isText(_ json: [UInt8]) -> Bool
  /// Returns the files in a parameter's value.
  func files<Request, Source: ParameterSource>(of request: Request, in source: Source) -> [FilePart]
  where Source.Request == Request
  /// Adds the value of a parameter, which isn't absent.
  ///
  /// - Throws: `JSONError` if the form can't say the value.
  func add(_ value: [UInt8], of parameter: EncodedParameter, to body: inout BodyContent) throws(JSONError)
  /// Returns a body made of these parts, and its media type.
  func multipart(_ parts: [BodyPart]) -> (body: HTTPRequestBody, mediaType: String)
}

/// A value or a file in a multipart body.
package struct BodyPart {
  package let name: String
  package let filename: String?
  package let mediaType: String?
  package let body: HTTPRequestBody

  package init(name: String, filename: String? = nil, mediaType: String? = nil, body: HTTPRequestBody) {
    self.name = name
    self.filename = filename
    self.mediaType = mediaType
    self.body = body
  }
}

/// The body of a request while it is composed. It has one of the kinds, or two by mistake, which is reported.
package struct BodyContent {
  /// JSON, or bytes of another media type.
  package var bytes: [UInt8]?
  package var mediaType = "application/json"
  /// A body that is read while it is sent.
  package var file: HTTPRequestBody?
  /// The parts of a multipart body; nil for any other.
  var parts: [BodyPart]?
  /// The fields of a form; nil for any other body.
  var form: [RequestComposition.Field]?

  /// Makes the body a form, and adds fields to it.
  package mutating func addFields(_ fields: [ParameterStyle.Field], areSecret: Bool) {
    form =
      (form ?? [])
      + fields.map { .init(name: $0.name, value: $0.value, isSecret: areSecret, encoded: $0.encoded) }
  }

  /// Adds a part of a multipart body.
  package mutating func addPart(_ part: BodyPart) { parts?.append(part) }

  /// Whether it isn't a form.
  var isOther: Bool { bytes != nil || file != nil || parts != nil }
}

/// A file in a multipart body (RFC 7578), or as a body: its contents, its name and its media type.
public struct FilePart: Hashable, Sendable, CustomStringConvertible {
  /// The contents.
  public var body: HTTPRequestBody
  /// The name that the server is told; nil for none.
  public var filename: String?
  /// The media type; nil for the one that the endpoint describes. If that is a range such as `image/*`, a nil type is
  /// found by the first bytes or the file's name, and otherwise is the range's usual one.
  public var mediaType: String?

  /// Creates a file from a body.
  public init(_ body: HTTPRequestBody, filename: String? = nil, mediaType: String? = nil) {
    self.body = body
    self.filename = filename
    self.mediaType = mediaType
  }

  /// Creates a file from bytes. It has a name, because servers take a part without one for text.
  public init(_ bytes: [UInt8], filename: String? = "file", mediaType: String? = nil) {
    self.init(.bytes(bytes), filename: filename, mediaType: mediaType)
  }

  /// Creates a file from one on disk, which is read while it is sent. Its name is sent without its folder.
  ///
  /// - Throws: `FileAccessError` if the file can't be read.
  public init(contentsOf url: URL, mediaType: String? = nil) throws {
    self.init(try .file(url), filename: url.lastPathComponent, mediaType: mediaType)
  }

  /// The name and the length, without the contents.
  public var description: String { "\(filename ?? "a file") (\(body))" }
}
