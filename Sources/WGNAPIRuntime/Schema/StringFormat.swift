#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The formats that can be asserted (JSON Schema validation, section 7.3; `byte` is OpenAPI's).
enum StringFormat: String {
  case dateTime = "date-time"
  case date, time, uri, uuid, byte

  func accepts(_ text: String) -> Bool {
    switch self {
    case .dateTime: !text.utf8.dropFirst(10).starts(with: [0x20]) && Timestamp(text) != nil
    case .date: CalendarDate(text) != nil
    case .time: TimeOfDay(Array(text.utf8)[...]) != nil
    case .uri: Self.isURI(text)
    case .uuid: text.utf8.count == 36 && UUID(uuidString: text) != nil
    case .byte: Data(base64Encoded: text) != nil
    }
  }

  /// A scheme, a colon, and then only characters that RFC 3986 allows, with percent signs before two digits.
  private static func isURI(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, isLetter(bytes[0]),
      bytes[..<colon].allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return false }
    var index = colon + 1
    var fragments = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < bytes.count, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else { return false }
        index += 2
      } else if byte == UInt8(ascii: "#") {
        fragments += 1
      } else if !isLetter(byte), !isDigit(byte), !"-._~:/?[]@!$&'()*+,;=".utf8.contains(byte) {
        return false
      }
      index += 1
    }
    return fragments <= 1
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  private static func isHex(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }
}
