/// A place in a document that breaks a keyword of its schema.
public struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The JSON Pointer (RFC 6901) of the value, empty for the whole document. Keys beyond 256
  /// bytes are cut and end in `…`.
  public internal(set) var instanceLocation: String
  /// The keyword that is broken, such as `minimum`; `json` where the text is not JSON at all.
  public let keyword: String
  /// What is wrong, as a sentence without a full stop.
  public let message: String
  /// The position of the value in the document, in bytes from its beginning.
  public let byteOffset: Int

  /// Creates a violation.
  public init(instanceLocation: String = "", keyword: String, message: String, byteOffset: Int) {
    self.instanceLocation = instanceLocation
    self.keyword = keyword
    self.message = message
    self.byteOffset = byteOffset
  }

  public var description: String {
    "\(instanceLocation.isEmpty ? "document" : instanceLocation): \(message) [\(keyword), byte \(byteOffset)]"
  }
}
