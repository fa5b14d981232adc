/// A text as a JSON string (RFC 8259, section 7). The text may end up in a terminal, too, so hidden characters are escaped like
/// control characters.
package func jsonLiteral(_ text: String) -> String {
  doubleQuoted(text) { $0.isSafeToPrint ? nil : jsonEscape($0) }
}

/// JSON with escapes for more characters than it needs. It means the same.
package func escapingJSON(_ json: String, _ mustEscape: (Unicode.Scalar) -> Bool) -> String {
  var result = ""
  for scalar in json.unicodeScalars {
    if mustEscape(scalar) { result += jsonEscape(scalar) } else { result.unicodeScalars.append(scalar) }
  }
  return result
}

/// A character in a JSON string: `\u202e`, or the two of a surrogate pair.
package func jsonEscape(_ scalar: Unicode.Scalar) -> String {
  UTF16.encode(scalar)?.map { "\\u" + hexDigits(UInt32($0), count: 4) }.joined() ?? ""
}

/// A text in double quotes, with the escapes that JSON and YAML have in common.
///
/// - Parameter escape: how any other character is written; nil for the character itself.
package func doubleQuoted(_ text: String, _ escape: (Unicode.Scalar) -> String?) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      if let escaped = escape(scalar) {
        result += escaped
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
  return result + "\""
}

/// At least so many digits.
package func hexDigits(_ value: UInt32, count: Int) -> String {
  let digits = String(value, radix: 16)
  return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
}
