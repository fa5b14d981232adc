/// The digest FNV-1a of 64 bits, which is the same in every run. It isn't made for keeping secrets.
struct FNV1a {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: [UInt8]) {
    value = bytes.withUnsafeBufferPointer { $0.reduce(value) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
  }

  mutating func add(_ text: String) {
    value = text.utf8.reduce(value) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
