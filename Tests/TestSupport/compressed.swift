import CWGNAPIZlib

/// How bytes are wrapped, as zlib's number of bits.
package enum Wrapping: Int32, CaseIterable, Sendable {
  case gzip = 31
  case zlib = 15
  case none = -15
}

struct CannotCompress: Error {}

/// A portion that is repeated, compressed.
///
/// - Parameter isFlushed: whether the stream has no end and can be gone on with by any other that is flushed.
package func compressed(
  _ portion: [UInt8], times: Int = 1, _ wrapping: Wrapping = .gzip, isFlushed: Bool = false
) throws -> [UInt8] {
  var stream = z_stream()
  var portion = portion
  var room = [UInt8](repeating: 0, count: 1 << 16)
  var output: [UInt8] = []
  guard
    deflateInit2_(
      &stream, Z_BEST_COMPRESSION, Z_DEFLATED, wrapping.rawValue, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)) == Z_OK
  else { throw CannotCompress() }
  defer { deflateEnd(&stream) }
  for time in 1...times {
    let flush = time < times ? Z_NO_FLUSH : isFlushed ? Z_FULL_FLUSH : Z_FINISH
    try portion.withUnsafeMutableBufferPointer { portion in
      stream.next_in = portion.baseAddress
      stream.avail_in = UInt32(portion.count)
      repeat {
        let (status, count) = room.withUnsafeMutableBufferPointer { room in
          stream.next_out = room.baseAddress
          stream.avail_out = UInt32(room.count)
          return (deflate(&stream, flush), room.count - Int(stream.avail_out))
        }
        guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
          throw CannotCompress()
        }
        output += room[..<count]
      } while stream.avail_out == 0
    }
  }
  return output
}
