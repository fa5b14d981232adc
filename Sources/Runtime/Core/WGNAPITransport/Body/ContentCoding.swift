import HTTPTypes
import WGNAPISupport

/// A compression of bodies (RFC 9110, section 8.4.1) that this package can decode.
package enum ContentCoding: Sendable {
  /// RFC 1952.
  case gzip
  /// RFC 1950 or, for servers that use it incorrectly, RFC 1951 without the wrapper.
  case deflate

  /// The value of the `Accept-Encoding` field.
  package static let accepted = "gzip, deflate"

  /// The codings that an error may name (the registries of RFC 9110, section 16.6, and RFC 9112, section
  /// 12.5). Other text from the server may repeat a part of the request.
  private static let registered = [
    "aes128gcm", "br", "chunked", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "pack200-gzip",
    "x-compress", "x-gzip", "zstd",
  ]

  /// Returns the coding in a response's `Content-Encoding` fields; nil for none.
  ///
  /// - Throws: ``TransportError`` of reason `unsupportedCoding` for any other coding, and for several: they
  ///   are never requested, and each could expand the data of the previous one a thousandfold.
  static func of(_ fields: HTTPFields) throws(TransportError) -> ContentCoding? {
    let codings = names(in: fields[values: .contentEncoding])
    guard let first = codings.first else { return nil }
    guard codings.count == 1 else { throw unsupported("Content-Encoding", codings) }
    switch first {
    case "gzip", "x-gzip": return .gzip
    case "deflate": return .deflate
    default: throw unsupported("Content-Encoding", codings)
    }
  }

  /// Rejects several codings of a body that the system decodes, which may know other single ones.
  static func requireOne(_ fields: HTTPFields) throws(TransportError) {
    let codings = names(in: fields[values: .contentEncoding])
    guard codings.count <= 1 else { throw unsupported("Content-Encoding", codings) }
  }

  /// Returns whether a transfer coding says where the body ends.
  static func isTransferCoded(_ fields: HTTPFields) -> Bool {
    !names(in: fields[values: .transferEncoding]).isEmpty
  }

  /// Rejects a body with a transfer coding that compresses it (RFC 9112, section 6.1), because none is
  /// requested.
  static func requirePlainTransfer(_ fields: HTTPFields) throws(TransportError) {
    let codings = names(in: fields[values: .transferEncoding])
    guard let first = codings.first, codings.count > 1 || first != "chunked" else { return }
    throw unsupported("Transfer-Encoding", codings)
  }

  /// Returns the names of codings in lower case, without `identity`.
  @inline(never)
  private static func names(in values: [String]) -> [String] {
    var names: [String] = []
    for value in values {
      for part in value.lowercased().parts(at: UInt8(ascii: ",")) {
        let name = part.trimmed().beginning { $0 == 0x20 || $0 == 0x09 }
        if !name.isEmpty, name != "identity" { names.append(name) }
      }
    }
    return names
  }

  @inline(never)
  private static func unsupported(_ field: String, _ codings: [String]) -> TransportError {
    var names: [String] = []
    for coding in codings where names.count < 5 {
      names.append(registered.has(coding) ? coding : "an unregistered coding")
    }
    return .failed(
      TransportFailure(
        .unsupportedCoding,
        message: "the response's \(field) is \(names.joined(separator: ", ")), which wasn't asked for"))
  }
}

/// Decompresses a body, for transports whose system doesn't.
package protocol Decompressor: AnyObject, SendableMetatype {
  /// Creates a decompressor for one body.
  init(_ coding: ContentCoding)

  /// Whether the compressed data is complete. Empty data is.
  var isComplete: Bool { get }

  /// Reads from `input` and writes to `room` until one of them is used up. Returns how much of each was used, which is zero if
  /// nothing more follows.
  ///
  /// - Throws: ``DamagedCompression`` for bytes that aren't valid in this coding.
  func step(
    _ input: UnsafeRawBufferPointer, into room: UnsafeMutableBufferPointer<UInt8>
  ) throws(DamagedCompression) -> (read: Int, written: Int)
}

/// Compressed bytes that no decompressor can read.
package struct DamagedCompression: Error {
  /// Creates the error.
  package init() {}
}
