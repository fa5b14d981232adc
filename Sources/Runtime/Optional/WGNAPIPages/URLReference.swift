import WGNAPIClient
import WGNAPISupport

/// A URL, or a reference relative to one, split per RFC 3986 and without its fragment.
///
/// Path and query are normalized: escapes of unreserved characters are decoded (section 6.2.2), and characters that
/// need an escape get one. So an escaped dot segment is a dot segment.
package struct URLReference: Hashable, Sendable {
  /// The scheme in lowercase.
  package var scheme: String?
  /// Host and port in lowercase, and user information if there is any.
  package var authority: String?
  /// The path; empty if there is none.
  package var path: String
  /// The query without `?`; nil if there is none.
  package var query: String?

  /// Splits a text per RFC 3986, appendix B. Every text can be split.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    func take(until ends: String) -> ArraySlice<UInt8> {
      let part = rest.prefix { !ends.utf8.contains($0) }
      rest = rest.dropFirst(part.count)
      return part
    }
    let start = bytes.prefix { !":/?#".utf8.contains($0) }
    if !start.isEmpty, start.endIndex < bytes.count, bytes[start.endIndex] == UInt8(ascii: ":") {
      scheme = String(decoding: start, as: UTF8.self).lowercased()
      rest = bytes[(start.endIndex + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      authority = String(decoding: take(until: "/?#"), as: UTF8.self).lowercased()
    }
    path = Self.normalized(take(until: "?#")) { PercentEncoding.isPathByte($0) }
    if rest.first == UInt8(ascii: "?") {
      rest = rest.dropFirst()
      query = Self.normalized(take(until: "#")) { PercentEncoding.isPathByte($0) || $0 == UInt8(ascii: "?") }
    }
  }

  /// Returns this reference as a URL, relative to `base` (RFC 3986, section 5.2.2).
  package func resolved(against base: URLReference) -> URLReference {
    var target = self
    if scheme != nil || authority != nil {
      target.scheme = scheme ?? base.scheme
      target.path = Self.removingDotSegments(path)
      return target
    }
    (target.scheme, target.authority) = (base.scheme, base.authority)
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else if path.utf8.first == UInt8(ascii: "/") {
      target.path = Self.removingDotSegments(path)
    } else {
      target.path = Self.removingDotSegments(base.directory + path)
    }
    return target
  }

  /// The path up to its last slash (RFC 3986, section 5.2.3).
  private var directory: String {
    if authority != nil, path.isEmpty { return "/" }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[...slash])
  }

  /// Whether scheme, host and port are equal. User information makes a difference.
  package func hasSameOrigin(as other: URLReference) -> Bool {
    scheme == other.scheme && hostAndPort == other.hostAndPort
  }

  private var hostAndPort: String? {
    guard let authority else { return nil }
    let port = scheme == "https" ? ":443" : ":80"
    for ending in [port, ":"] where authority.hasSuffix(ending) {
      return String(authority.dropLast(ending.count))
    }
    return authority
  }

  /// Removes `.` and `..` (RFC 3986, section 5.2.4).
  static func removingDotSegments(_ path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    let root = path.utf8.first == UInt8(ascii: "/") ? 1 : 0
    var result: [Substring] = []
    for (index, segment) in segments.enumerated() {
      guard segment == "." || segment == ".." else {
        result.append(segment)
        continue
      }
      if segment == "..", result.count > root { result.removeLast() }
      if index == segments.count - 1 { result.append("") }
    }
    return result.joined(separator: "/")
  }

  private static func normalized(_ bytes: ArraySlice<UInt8>, allows: (UInt8) -> Bool) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      let isEscape = byte == UInt8(ascii: "%")
      if isEscape, bytes.endIndex - index >= 2, let high = bytes[index].hexadecimalValue,
        let low = bytes[index + 1].hexadecimalValue
      {
        index += 2
        let value = high << 4 | low
        if PercentEncoding.isUnreserved(value) {
          result.append(value)
        } else {
          result.add(percentEncoding: value)
        }
      } else if !isEscape, allows(byte) {
        result.append(byte)
      } else {
        result.add(percentEncoding: byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
