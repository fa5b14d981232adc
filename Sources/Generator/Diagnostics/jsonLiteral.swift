/// A text as a JSON string (RFC 8259, section 7). The text may end up in a terminal, too, so hidden characters are escaped like
/// control characters.
package func jsonLiteral(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where !scalar.isSafeToPrint:
      for unit in UTF16.encode(scalar) ?? .init() { result += escape(unit) }
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

private func escape(_ unit: UInt16) -> String {
  let digits = String(unit, radix: 16)
  return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
}
