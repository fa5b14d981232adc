import Foundation
import WGNAPITransport

/// A file in a multipart body (RFC 7578): its contents, its name and its media type.
public struct FilePart: Hashable, Sendable, CustomStringConvertible {
  /// The contents.
  public var body: RequestBody
  /// The name that the server is told; nil for none.
  public var filename: String?
  /// The media type; nil for the one that the endpoint describes.
  public var mediaType: String?

  /// Creates a file from a body.
  public init(_ body: RequestBody, filename: String? = nil, mediaType: String? = nil) {
    self.body = body
    self.filename = filename
    self.mediaType = mediaType
  }

  /// Creates a file from bytes.
  public init(_ bytes: [UInt8], filename: String, mediaType: String? = nil) {
    self.init(.bytes(bytes), filename: filename, mediaType: mediaType)
  }

  /// Creates a file from one on disk, which is read while it is sent. Its name is sent without its folder.
  ///
  /// - Throws: The system's error if the file can't be read.
  public init(contentsOf url: URL, mediaType: String? = nil) throws {
    self.init(try .file(url), filename: url.lastPathComponent, mediaType: mediaType)
  }

  /// The name and the length, without the contents.
  public var description: String { "\(filename ?? "a file") (\(body))" }
}
