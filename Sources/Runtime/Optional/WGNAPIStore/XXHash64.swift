/// XXH64, a 64-bit checksum as fast as memory
/// (<https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>).
///
/// It detects damage, not forgery: anyone who can write the store's files can write any contents anyway.
package enum XXHash64 {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )

  /// Returns the checksum of bytes.
  package static func hash(_ bytes: some Sequence<UInt8>, seed: UInt64 = 0) -> UInt64 {
    bytes.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0), seed: seed) }
      ?? Array(bytes).withUnsafeBytes { hash($0, seed: seed) }
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var place = 0
    var hash: UInt64
    if bytes.count >= 32 {
      var first = seed &+ primes.0 &+ primes.1
      var second = seed &+ primes.1
      var third = seed
      var fourth = seed &- primes.0
      repeat {
        first = round(first, load(bytes, place))
        second = round(second, load(bytes, place + 8))
        third = round(third, load(bytes, place + 16))
        fourth = round(fourth, load(bytes, place + 24))
        place += 32
      } while place + 32 <= bytes.count
      hash = rotate(first, 1) &+ rotate(second, 7) &+ rotate(third, 12) &+ rotate(fourth, 18)
      for lane in [first, second, third, fourth] { hash = (hash ^ round(0, lane)) &* primes.0 &+ primes.3 }
    } else {
      hash = seed &+ primes.4
    }
    hash &+= UInt64(bytes.count)
    while place + 8 <= bytes.count {
      hash = rotate(hash ^ round(0, load(bytes, place)), 27) &* primes.0 &+ primes.3
      place += 8
    }
    if place + 4 <= bytes.count {
      let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      hash = rotate(hash ^ UInt64(word) &* primes.0, 23) &* primes.1 &+ primes.2
      place += 4
    }
    while place < bytes.count {
      hash = rotate(hash ^ UInt64(bytes[place]) &* primes.4, 11) &* primes.0
      place += 1
    }
    hash = (hash ^ hash >> 33) &* primes.1
    hash = (hash ^ hash >> 29) &* primes.2
    return hash ^ hash >> 32
  }

  private static func load(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotate(lane &+ input &* primes.1, 31) &* primes.0
  }

  private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }
}
