import WGNAPIJSON

extension JSONError {
  /// Whether a document that this error is about may be the beginning of a valid one: nothing follows the error but a part of a
  /// string, a number or a word. Such a document arrives if a connection is closed early and the response has no length.
  func isTruncation(of document: [UInt8]) -> Bool {
    guard kind == .syntax, document.indices.contains(byteOffset) else {
      return kind == .syntax && byteOffset >= document.count
    }
    let rest = document[byteOffset...]
    switch document[byteOffset] {
    case UInt8(ascii: "\""): return !Self.hasEnd(rest.dropFirst())
    // An escape: `\u00`, or the first half of a pair.
    case UInt8(ascii: "\\"):
      return rest.count < 12 && !rest.contains(UInt8(ascii: "\""))
        && rest.dropFirst().first.map { $0 == UInt8(ascii: "u") } != false
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return rest.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) } && rest.last?.isDigit == false
    case 0x80...: return rest.count < 4
    default:
      return ["true", "false", "null"].contains { $0.utf8.count > rest.count && $0.utf8.starts(with: rest) }
    }
  }

  /// Returns whether a string has a closing quote.
  private static func hasEnd(_ string: ArraySlice<UInt8>) -> Bool {
    var isEscaped = false
    for byte in string {
      if byte == UInt8(ascii: "\""), !isEscaped { return true }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return false
  }
}
