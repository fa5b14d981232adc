import CWGNAPIZlib
import WGNAPITransport

/// Decompresses gzip (RFC 1952) and deflate (RFC 1950) in steps whose duration is limited by the size of
/// their output.
package final class Inflater: Decompressor {
  private let coding: ContentCoding
  /// zlib keeps this address, so it must not change.
  private let stream: UnsafeMutablePointer<z_stream>
  private var hasBegun = false
  private var hasEnded = false

  package var isComplete: Bool { hasEnded || !hasBegun }

  package init(_ coding: ContentCoding) {
    self.coding = coding
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if hasBegun { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  package func step(
    _ input: UnsafeRawBufferPointer, into room: UnsafeMutableBufferPointer<UInt8>
  ) throws(DamagedCompression) -> (read: Int, written: Int) {
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
    default: throw DamagedCompression()
    }
    return (Int(readable - stream.pointee.avail_in), Int(writable - stream.pointee.avail_out))
  }

  private func begin(_ first: UInt8, second: UInt8?) throws(DamagedCompression) {
    // Some servers send "deflate" without the wrapper required by the standard (RFC 1950, section 2.2).
    let isWrapped = first & 0x0F == 8 && (Int(first) << 8 | Int(second ?? 0)) % 31 == 0
    let bits: Int32 =
      switch coding {
      case .gzip: 15 + 16
      case .deflate: isWrapped ? 15 : -15
      }
    guard inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw DamagedCompression()
    }
    hasBegun = true
  }
}
