import APIModel
import Diagnostics
import SpecYAML

/// The longest path that servers can be expected to accept.
private let maximumPathLength = 2000

/// The parameters in braces in a path.
struct PathPlaceholders {
  /// The names in braces, in order.
  var parameters: [Name] = []
  /// The names with a `+` before them, whose values may contain slashes (RFC 6570, section 3.2.3).
  var reserved: Set<String> = []

  /// A path with `{name}` in place of `{+name}`.
  static func withoutOperators(_ path: String) -> String {
    let parts = path.byteParts(separatedBy: "{")
    return (parts.prefix(1) + parts.dropFirst().map { $0.hasBytePrefix("+") ? String($0.dropFirst()) : $0 })
      .joined(separator: "{")
  }
}

extension Report {
  /// Checks a path that is appended to a server's URL.
  ///
  /// It must stay below that URL: neither absolute nor with `..`, in whatever spelling.
  func pathPlaceholders(_ node: YAMLNode, for what: String, allowsParameters: Bool) -> PathPlaceholders? {
    guard let scalar = node.scalar else {
      mismatch(node, expected: "a path", for: what)
      return nil
    }
    let text = scalar.text
    guard checkSafe(Name(text, span: node.occurrence), kind: what) else { return nil }
    if let problem = pathProblem(text, isBasePath: !allowsParameters) {
      error(.invalidPath, "\(what), '\(abbreviate(text))', \(problem)", at: node.occurrence)
      return nil
    }
    let span = ScalarSpan(node)
    var template = PathPlaceholders()
    var opening: Int?
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "{" where opening == nil && allowsParameters: opening = index
      case "}" where opening != nil:
        let start = (opening ?? 0) + 1
        let name = Name(String(String.UnicodeScalarView(scalars[start..<index])), span: span(start..<index))
        opening = nil
        add(name, to: &template)
      case "{", "}":
        error(.invalidPath, "'\(scalar)' has no counterpart in the path", at: span(index..<index + 1))
        return nil
      default: break
      }
    }
    if let opening {
      error(.invalidPath, "'{' is not closed in the path", at: span(opening..<opening + 1))
      return nil
    }
    return template
  }

  /// The names in braces in a path or a URL that has been checked.
  func placeholders(in text: String) -> Set<String> {
    Set(
      text.byteParts(separatedBy: "{").dropFirst().compactMap { part in
        part.hasByte("}") ? part.byteParts(separatedBy: "}").first : nil
      })
  }

  private func add(_ written: Name, to template: inout PathPlaceholders) {
    var name = written
    if name.text.hasBytePrefix("+") {
      name.text.removeFirst()
      template.reserved.insert(name.text)
    }
    let styles = [";": "matrix", ".": "label", "/": "simple", "&": "form"]
    if let style = styles[String(name.text.prefix(1))] {
      error(
        .invalidPath,
        "'{\(abbreviate(name.text))}' needs a plain name in the path; write 'style: \(style)' on the parameter",
        at: name.span)
    } else if name.text.hasByteSuffix("*") {
      error(
        .invalidPath,
        "'{\(abbreviate(name.text))}' needs a plain name in the path; write 'explode: true' on the parameter",
        at: name.span)
    } else if name.text.isEmpty {
      error(.invalidPath, "the braces in the path are empty", at: name.span)
    } else if let first = template.parameters.first(where: { $0.text == name.text }) {
      error(
        .pathParameter, "'{\(abbreviate(name.text))}' occurs twice in the path", at: name.span,
        notes: [.init("first here", at: first.span)])
    } else {
      template.parameters.append(name)
    }
  }

  private func pathProblem(_ text: String, isBasePath: Bool) -> String? {
    if text.utf8.count > maximumPathLength { return "is longer than \(maximumPathLength) bytes" }
    if text.hasBytePrefix("/") {
      return
        "begins with '/', but is relative to the \(isBasePath ? "server's URL" : "base path"); leave it out"
    }
    if text.contains("://") || text.lowercased().hasPrefix("http:") || text.lowercased().hasPrefix("https:") {
      return isBasePath
        ? "is a whole URL, but must be a path below the server's"
        : "is a whole URL, but must be a path below the server's; write the rest of the URL under 'server'"
    }
    if text.hasByte("\\") { return "has a backslash in it" }
    if text.hasByte("?") { return "has a query in it; write the query's parameters under 'parameters'" }
    if text.hasByte("#") { return "has a fragment in it" }
    if text.unicodeScalars.contains(where: { $0.properties.isWhitespace }) { return "has a space in it" }
    let parts = text.byteParts(separatedBy: "/").map(decodingDots)
    if parts.contains(where: { $0 == ".." || $0 == "." }) { return "has '.' or '..' as a part" }
    if parts.dropLast().contains(where: \.isEmpty) { return "has an empty part in it" }
    return nil
  }
}

/// A path that can be sent: outside of braces, characters that a URL's path can't have are percent-encoded (RFC 3986, section
/// 3.3). Escapes stay as they are.
///
/// - Parameter others: other characters that stay.
public func encodedPath(_ path: String, keeping others: String = "") -> String {
  let bytes = Array(path.utf8)
  let kept = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/".utf8
  ).union(others.utf8)
  let digits = Array("0123456789ABCDEF".utf8)
  func isHexadecimal(_ index: Int) -> Bool {
    index < bytes.count && Character(UnicodeScalar(bytes[index])).isHexDigit
  }
  var result: [UInt8] = []
  var isName = false
  for (index, byte) in bytes.enumerated() {
    if byte == UInt8(ascii: "{") { isName = true }
    let isEscape = byte == UInt8(ascii: "%") && isHexadecimal(index + 1) && isHexadecimal(index + 2)
    if isName || isEscape || kept.contains(byte) {
      result.append(byte)
    } else {
      result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    if byte == UInt8(ascii: "}") { isName = false }
  }
  return String(decoding: result, as: UTF8.self)
}

/// A URL with escapes for letters beyond ASCII and brackets in its path. Everything else stays as it is, so that mistakes are
/// found.
public func encodedURL(_ url: String) -> String {
  let parts = url.byteParts(separatedBy: "/")
  guard parts.count > 3, parts[0].hasByteSuffix(":"), parts[1].isEmpty else { return url }
  let rest = parts[3...].joined(separator: "/")
  let end = rest.firstIndex { $0 == "?" || $0 == "#" } ?? rest.endIndex
  return parts[..<3].joined(separator: "/") + "/"
    + encodedPath(String(rest[..<end]), keeping: " \"<>\\^`|{}%\t") + rest[end...]
}

/// A part of a path with its escaped dots decoded, because servers and URL libraries may decode them (RFC 3986,
/// section 6.2.2.2).
func decodingDots(_ part: String) -> String {
  var bytes = Array(part.utf8)
  while let range = bytes.firstRange(of: "%2e".utf8) ?? bytes.firstRange(of: "%2E".utf8) {
    bytes.replaceSubrange(range, with: ".".utf8)
  }
  return String(decoding: bytes, as: UTF8.self)
}
