import WGNAPISupport

extension String {
  /// Whether the text consists of digits, at least one.
  @inline(never)
  var isDigits: Bool {
    for byte in bytes where !byte.isDigit { return false }
    return !isEmpty
  }

  /// Adds the parts between commas, without spaces and tabs, in lowercase; without empty ones.
  @inline(never)
  func addListMembers(to members: inout [String]) {
    var bytes: [UInt8] = []
    func end() {
      if !bytes.isEmpty { members.append(String(decoding: bytes, as: UTF8.self).lowercased()) }
      bytes = []
    }
    for byte in self.bytes {
      switch byte {
      case UInt8(ascii: ","): end()
      case 0x20, 0x09: break
      default: bytes.append(byte)
      }
    }
    end()
  }
}
