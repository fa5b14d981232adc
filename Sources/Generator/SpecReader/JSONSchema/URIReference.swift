import Diagnostics

/// The components of a URI or a relative reference (RFC 3986, appendix B).
struct URIReference: Hashable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  /// Without `#`; percent-encoded as written.
  var fragment: String?

  /// Nil if the text contains characters that are invalid in URIs, such as spaces.
  init?(_ text: String) {
    guard text.utf8.allSatisfy(isAllowed) else { return nil }
    var rest = text[...]
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      fragment = String(rest[rest.utf8.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = String(rest[rest.utf8.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), isScheme(rest[..<colon]) {
      scheme = rest[..<colon].lowercased()
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if rest.hasBytePrefix("//") {
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = rest[..<end].lowercased()
      rest = rest[end...]
    }
    path = String(rest)
    if fragment?.hasByte("#") == true || !hasCompleteEscapes(text) { return nil }
  }

  /// Whether it has a scheme.
  var isAbsolute: Bool { scheme != nil }

  /// The URI without its fragment.
  var withoutFragment: URIReference {
    var copy = self
    copy.fragment = nil
    return copy
  }

  /// The reference resolved against a base (RFC 3986, section 5.2.2).
  func resolved(against base: URIReference) -> URIReference {
    var result = self
    if scheme != nil {
      result.path = removingDotSegments(path)
      return result
    }
    result.scheme = base.scheme
    if authority != nil {
      result.path = removingDotSegments(path)
      return result
    }
    result.authority = base.authority
    if path.isEmpty {
      result.path = base.path
      result.query = query ?? base.query
    } else if path.hasBytePrefix("/") {
      result.path = removingDotSegments(path)
    } else {
      result.path = removingDotSegments(base.merged(with: path))
    }
    return result
  }

  /// RFC 3986, section 5.2.3.
  private func merged(with relative: String) -> String {
    if authority != nil, path.isEmpty { return "/" + relative }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
    return path[..<slash] + "/" + relative
  }

  /// The fragment without percent escapes; nil if it isn't UTF-8.
  var decodedFragment: String? { fragment.flatMap(removingPercentEncoding) }
}

extension URIReference: CustomStringConvertible {
  /// The text (RFC 3986, section 5.3).
  var description: String {
    (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
      + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
  }
}

/// A reference resolved against a base; nil if one of them isn't a URI, or the base isn't absolute.
package func resolvedURI(_ reference: String, against base: String) -> String? {
  guard let reference = URIReference(reference), let base = URIReference(base), base.isAbsolute else {
    return nil
  }
  return reference.resolved(against: base).description
}

/// RFC 3986, section 5.2.4. A path without a leading `/`, as in URNs, only loses its dot segments.
private func removingDotSegments(_ path: String) -> String {
  guard path.hasByte(".") else { return path }
  let parts = path.byteParts(separatedBy: "/")
  var kept: [String] = []
  for (position, part) in parts.enumerated() {
    let isLast = position + 1 == parts.count
    switch part {
    case ".":
      if isLast { kept.append("") }
    case "..":
      // The empty part before the leading slash stays.
      if kept.count > (path.hasBytePrefix("/") ? 1 : 0) { kept.removeLast() }
      if isLast { kept.append("") }
    default: kept.append(part)
    }
  }
  return kept.joined(separator: "/")
}

/// Printable ASCII except what RFC 3986 excludes. Other scalars are allowed, as in IRIs (RFC 3987).
private func isAllowed(_ byte: UInt8) -> Bool {
  byte > 0x20 && byte != 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
}

private func isScheme(_ text: Substring) -> Bool {
  guard let first = text.utf8.first, isASCIILetter(first) else { return false }
  return text.utf8.allSatisfy { isASCIILetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
}

private func isASCIILetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

private func hasCompleteEscapes(_ text: String) -> Bool {
  !text.utf8.contains(UInt8(ascii: "%")) || percentDecoded(text) != nil
}

/// The text without percent escapes; nil if it isn't UTF-8 or an escape is incomplete.
package func removingPercentEncoding(_ text: String) -> String? {
  guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
  guard let bytes = percentDecoded(text) else { return nil }
  let decoded = String(decoding: bytes, as: UTF8.self)
  return decoded.utf8.elementsEqual(bytes) ? decoded : nil
}

private func percentDecoded(_ text: String) -> [UInt8]? {
  var bytes: [UInt8] = []
  var rest = text.utf8[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      bytes.append(byte)
      continue
    }
    guard let high = rest.popFirst().flatMap(hexadecimalValue),
      let low = rest.popFirst().flatMap(hexadecimalValue)
    else { return nil }
    bytes.append(high << 4 | low)
  }
  return bytes
}

private func hexadecimalValue(_ byte: UInt8) -> UInt8? {
  Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
}

/// A text, escaped for a URI's path or fragment (RFC 3986, section 3.5).
func percentEncoded(_ text: String) -> String {
  let digits = Array("0123456789ABCDEF")
  var result = ""
  for byte in text.utf8 {
    let isPlain =
      isASCIILetter(byte) || (0x30...0x39).contains(byte) || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
    if isPlain {
      result.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      result += "%" + String([digits[Int(byte >> 4)], digits[Int(byte & 0xF)]])
    }
  }
  return result
}
