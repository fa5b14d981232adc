import WGNAPISupport

/// `hostname` (RFC 1123, section 2.1, with A-labels) and `idn-hostname` (RFC 5890, section 2.3.2.3).
///
/// Neither the Bidi rule (RFC 5893) nor normalization form C is checked, which registries enforce.
enum HostnameFormat {
  /// Returns whether the text consists of labels separated by dots, with at most 253 octets in DNS form.
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>, isInternational: Bool) -> Bool {
    // Each DNS octet corresponds to at most four bytes here.
    guard !bytes.isEmpty, bytes.count <= 253 * 4 else { return false }
    var scanner = FormatScanner(bytes)
    var label: [Unicode.Scalar] = []
    var total = -1
    while true {
      let scalar: Unicode.Scalar?
      if let byte = scanner.peek(), byte < 0x80 {
        scalar = scanner.next().map { Unicode.Scalar($0) }
      } else if !scanner.isAtEnd {
        guard isInternational, let other = scanner.nonASCII() else { return false }
        scalar = other
      } else {
        scalar = nil
      }
      if let scalar, !isSeparator(scalar) {
        label.append(scalar)
        continue
      }
      guard let length = length(of: label) else { return false }
      total += length + 1
      label.removeAll(keepingCapacity: true)
      if scalar == nil { return total <= 253 }
    }
  }

  /// Returns whether the character is a dot, or equivalent to one (RFC 3490, section 3.1).
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "\u{3002}", "\u{FF0E}", "\u{FF61}": true
    default: false
    }
  }

  /// Returns the number of octets of a label in DNS form; nil if it is invalid.
  private static func length(of label: [Unicode.Scalar]) -> Int? {
    guard let first = label.first, first != "-", label.last != "-" else { return nil }
    if label.allSatisfy(\.isASCII) {
      guard label.count <= 63, label.allSatisfy({ isLetterDigitHyphen($0) }) else { return nil }
      let lowercase = label.map {
        $0.properties.isUppercase ? Unicode.Scalar(UInt8(truncatingIfNeeded: $0.value | 0x20)) : $0
      }
      guard lowercase.starts(with: "xn--".unicodeScalars) else { return label.count }
      // An A-label must decode to a U-label, which must encode to the same A-label.
      guard let decoded = Punycode.decode(lowercase[4...]), !decoded.allSatisfy(\.isASCII),
        InternationalLabel.isValid(decoded), Punycode.encode(decoded) == Array(lowercase[4...])
      else { return nil }
      return label.count
    }
    guard label.count <= 63, InternationalLabel.isValid(label), let encoded = Punycode.encode(label)
    else { return nil }
    return encoded.count + 4 <= 63 ? encoded.count + 4 : nil
  }

  private static func isLetterDigitHyphen(_ scalar: Unicode.Scalar) -> Bool {
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    return byte.isLetter || byte.isDigit || scalar == "-"
  }
}
