/// `uuid` (RFC 4122, section 3): 8, 4, 4, 4 and 12 hexadecimal digits of any version.
package enum UUIDFormat {
  package static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == 36 else { return false }
    for (index, byte) in bytes.enumerated() {
      let isHyphen = index == 8 || index == 13 || index == 18 || index == 23
      guard isHyphen ? byte == UInt8(ascii: "-") : byte.isHexadecimal else { return false }
    }
    return true
  }
}
