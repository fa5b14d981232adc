import WGNAPISupport

/// `hostname` (RFC 1123, section 2.1, with A-labels) and `idn-hostname` (RFC 5890, section 2.3.2.3, with the Bidi rule).
enum HostnameFormat {
  /// Labels between dots, 253 octets in all as the DNS has them.
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>, isInternational: Bool) -> Bool {
    // No octet of the DNS takes more than four here.
    guard !bytes.isEmpty, bytes.count <= 253 * 4 else { return false }
    var scanner = FormatScanner(bytes)
    var label: [Unicode.Scalar] = []
    var total = -1
    var bidi = BidiRule()
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
      guard let length = length(of: label, &bidi), bidi.isSatisfied else { return false }
      total += length + 1
      label.removeAll(keepingCapacity: true)
      if scalar == nil { return total <= 253 }
    }
  }

  /// A dot, or what RFC 3490, section 3.1, takes for one.
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "\u{3002}", "\u{FF0E}", "\u{FF61}": true
    default: false
    }
  }

  /// The octets of a label in the DNS; nil if it isn't valid.
  private static func length(of label: [Unicode.Scalar], _ bidi: inout BidiRule) -> Int? {
    guard let first = label.first, first != "-", label.last != "-" else { return nil }
    if label.allSatisfy(\.isASCII) {
      guard label.count <= 63, label.allSatisfy({ isLetterDigitHyphen($0) }) else { return nil }
      let lowercase = label.map {
        $0.properties.isUppercase ? Unicode.Scalar(UInt8(truncatingIfNeeded: $0.value | 0x20)) : $0
      }
      guard lowercase.starts(with: "xn--".unicodeScalars) else {
        bidi.add(lowercase)
        return label.count
      }
      // An A-label stands for a U-label, which has no other A-label.
      guard let decoded = Punycode.decode(lowercase[4...]), !decoded.allSatisfy(\.isASCII),
        InternationalLabel.isValid(decoded), Punycode.encode(decoded) == Array(lowercase[4...])
      else { return nil }
      bidi.add(decoded)
      return label.count
    }
    guard label.count <= 63, InternationalLabel.isValid(label), let encoded = Punycode.encode(label)
    else { return nil }
    bidi.add(label)
    return encoded.count + 4 <= 63 ? encoded.count + 4 : nil
  }

  private static func isLetterDigitHyphen(_ scalar: Unicode.Scalar) -> Bool {
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    return byte.isLetter || byte.isDigit || scalar == "-"
  }
}
