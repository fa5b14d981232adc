/// Replaces escaped surrogates that stand alone with U+FFFD, which has the same length in UTF-16. Editors in JavaScript send them
/// while one half of a character is typed or selected, and JSON doesn't allow them (RFC 8259, section 8.2).
func repairingSurrogates(in message: [UInt8]) -> [UInt8] {
  var repaired = message
  var position = 0
  while position < message.count {
    guard message[position] == UInt8(ascii: "\\") else {
      position += 1
      continue
    }
    switch surrogate(at: position, in: message) {
    case nil: position += 2
    case .some(let isHigh):
      if isHigh, surrogate(at: position + 6, in: message) == false {
        position += 12
      } else {
        repaired.replaceSubrange(position..<(position + 6), with: "\\uFFFD".utf8)
        position += 6
      }
    }
  }
  return repaired
}

/// Whether an escape is the first half of a character; nil for what is neither half.
private func surrogate(at position: Int, in message: [UInt8]) -> Bool? {
  guard position + 6 <= message.count, message[position] == UInt8(ascii: "\\"),
    message[position + 1] == UInt8(ascii: "u"),
    let unit = UInt16(String(decoding: message[(position + 2)..<(position + 6)], as: UTF8.self), radix: 16)
  else { return nil }
  return switch unit {
  case 0xD800...0xDBFF: true
  case 0xDC00...0xDFFF: false
  default: nil
  }
}
