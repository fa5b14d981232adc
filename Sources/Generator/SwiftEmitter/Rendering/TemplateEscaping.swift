import Diagnostics

/// How values are escaped when templates print them.
package enum TemplateEscaping: Sendable {
  /// Nothing: the values of Swift templates are Swift.
  case none
  /// Values are texts in HTML, between tags and in quoted attributes.
  case html

  func escaped(_ text: String) -> String {
    switch self {
    case .none: text
    case .html: htmlText(text)
    }
  }
}

/// Escapes a text for HTML, and makes characters visible that a browser would hide or that would reorder the text.
package func htmlText(_ text: String) -> String {
  var isPlain = true
  for byte in text.utf8 where !(0x20..<0x7F).contains(byte) || isSpecial(byte) {
    if byte != UInt8(ascii: "\n") { isPlain = false }
  }
  if isPlain { return text }
  var result = ""
  result.reserveCapacity(text.utf8.count + 16)
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\n", "\t": result.unicodeScalars.append(scalar)
    // The joiner of emoji, and what selects their form.
    case "\u{200D}", "\u{FE0F}": result.unicodeScalars.append(scalar)
    default:
      if scalar.isSafeToPrint {
        result.unicodeScalars.append(scalar)
      } else if scalar != "\r" {
        result += visibleText(String(scalar)).replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      }
    }
  }
  return result
}

private func isSpecial(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
  default: false
  }
}
