#if AsyncHTTPClient
  import CWGNAPIZlib

  /// Undoes gzip (RFC 1952) and deflate (RFC 1950), portion by portion, and stops where the result grows too large.
  ///
  /// AsyncHTTPClient's own decompression has one limit for all requests of a client, and holds all that a portion comes
  /// to, a thousand times as much, before anyone sees it.
  final class Inflater {
    enum Coding {
      case gzip
      case deflate

      /// What a Content-Encoding field names; nil for none, for several, and for codings that aren't asked for.
      init?(_ field: String) {
        switch field.lowercased() {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        default: return nil
        }
      }
    }

    enum Failure: Error {
      /// The bytes aren't of this coding.
      case damaged
      /// There is more than is allowed.
      case tooLarge
    }

    /// Of zlib's two numbers, this many bytes are enough.
    private static let portion = 16_384

    private let coding: Coding
    /// zlib keeps the address, so it must not change.
    private let stream: UnsafeMutablePointer<z_stream>
    private var hasBegun = false
    private var hasEnded = false

    /// Whether the compressed data ended where it should. Nothing at all is nothing compressed.
    var isComplete: Bool { hasEnded || !hasBegun }

    init(_ coding: Coding) {
      self.coding = coding
      stream = .allocate(capacity: 1)
      stream.initialize(to: z_stream())
    }

    deinit {
      if hasBegun { inflateEnd(stream) }
      stream.deinitialize(count: 1)
      stream.deallocate()
    }

    /// Appends to `output` what `input` comes to, as far as that has no more than `limit` bytes then.
    func inflate(_ input: UnsafeRawBufferPointer, into output: inout [UInt8], limit: Int) throws(Failure) {
      guard let first = input.first else { return }
      if !hasBegun { try begin(first) }
      var rest = input[...]
      while !rest.isEmpty {
        if hasEnded {
          // Another member (RFC 1952, section 2.2); what is none is left out, as gzip does.
          guard coding == .gzip, rest.first == 0x1F, inflateReset(stream) == Z_OK else { return }
          hasEnded = false
        }
        // zlib counts in 32 bits.
        let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
        let left = try inflateMember(part, into: &output, limit: limit)
        rest = rest.dropFirst(part.count - left)
      }
    }

    private func begin(_ first: UInt8) throws(Failure) {
      // Some servers send "deflate" without the wrapper that it has by the standard. That begins with a method of 8.
      let bits: Int32 =
        switch coding {
        case .gzip: 15 + 16
        case .deflate: first & 0x0F == 8 ? 15 : -15
        }
      guard inflateInit2_(stream, bits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        throw .damaged
      }
      hasBegun = true
    }

    /// Reads until the member or the input ends; gives what is left of the input then.
    private func inflateMember(
      _ input: UnsafeRawBufferPointer, into output: inout [UInt8], limit: Int
    ) throws(Failure) -> Int {
      stream.pointee.next_in = UnsafeMutablePointer(
        mutating: input.bindMemory(to: UInt8.self).baseAddress)
      stream.pointee.avail_in = UInt32(input.count)
      defer {
        stream.pointee.next_in = nil
        stream.pointee.avail_in = 0
      }
      while true {
        let result = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.portion) { room in
          stream.pointee.next_out = room.baseAddress
          stream.pointee.avail_out = UInt32(room.count)
          let status = CWGNAPIZlib.inflate(stream, Z_NO_FLUSH)
          let count = room.count - Int(stream.pointee.avail_out)
          guard output.count + count <= limit else { return Result<Int32, Failure>.failure(.tooLarge) }
          output.append(contentsOf: UnsafeBufferPointer(rebasing: room[..<count]))
          return .success(status)
        }
        switch try result.get() {
        case Z_STREAM_END:
          hasEnded = true
          return Int(stream.pointee.avail_in)
        // There is more to come out only where the room was used up.
        case Z_OK, Z_BUF_ERROR: if stream.pointee.avail_out > 0 { return Int(stream.pointee.avail_in) }
        default: throw .damaged
        }
      }
    }
  }
#endif
