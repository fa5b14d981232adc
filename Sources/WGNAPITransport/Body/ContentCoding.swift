import CWGNAPIZlib
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

/// Decompresses gzip (RFC 1952) and deflate (RFC 1950) in steps whose duration is limited by the size of
/// their output.
final class Inflater {
  /// An error for bytes that aren't valid in this coding.
  struct Damaged: Error {}

  private let coding: ContentCoding
  /// zlib keeps this address, so it must not change.
  private let stream: UnsafeMutablePointer<z_stream>
  private var hasBegun = false
  private var hasEnded = false

  /// Whether the compressed data is complete. Empty data is.
  var isComplete: Bool { hasEnded || !hasBegun }

  init(_ coding: ContentCoding) {
    self.coding = coding
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if hasBegun { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Reads from `input` and writes to `room` until one of them is used up. Returns how much of each was used,
  /// which is zero if nothing more follows.
  func step(
    _ input: UnsafeRawBufferPointer, into room: UnsafeMutableBufferPointer<UInt8>
  ) throws(Damaged) -> (read: Int, written: Int) {
    if let first = input.first {
      if !hasBegun { try begin(first, second: input.dropFirst().first) }
      if hasEnded {
        // Another member (RFC 1952, section 2.2). Like gzip, ignore other trailing data.
        guard coding == .gzip, first == 0x1F, inflateReset(stream) == Z_OK else { return (input.count, 0) }
        hasEnded = false
      }
    }
    guard hasBegun, !hasEnded else { return (0, 0) }
    // zlib uses 32-bit sizes.
    let (readable, writable) = (UInt32(clamping: input.count), UInt32(clamping: room.count))
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = readable
    stream.pointee.next_out = room.baseAddress
    stream.pointee.avail_out = writable
    defer {
      stream.pointee.next_in = nil
      stream.pointee.next_out = nil
    }
    switch inflate(stream, Z_NO_FLUSH) {
    case Z_STREAM_END: hasEnded = true
    case Z_OK, Z_BUF_ERROR: break
    default: throw Damaged()
    }
    return (Int(readable - stream.pointee.avail_in), Int(writable - stream.pointee.avail_out))
  }

  private func begin(_ first: UInt8, second: UInt8?) throws(Damaged) {
    // Some servers send "deflate" without the wrapper required by the standard (RFC 1950, section 2.2).
    let isWrapped = first & 0x0F == 8 && (Int(first) << 8 | Int(second ?? 0)) % 31 == 0
    let bits: Int32 =
      switch coding {
      case .gzip: 15 + 16
      case .deflate: isWrapped ? 15 : -15
      }
    guard inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw Damaged()
    }
    hasBegun = true
  }
}
