import Diagnostics
import SpecYAML

/// The parts of a JSON Pointer (RFC 6901), or nil for text that isn't one.
package func pointerTokens(_ text: String) -> [String]? {
  if text.isEmpty { return [] }
  guard text.utf8.first == UInt8(ascii: "/") else { return nil }
  var tokens: [String] = []
  for token in text.byteParts(separatedBy: "/").dropFirst() {
    var result = ""
    var rest = token.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "~" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "0": result += "~"
      case "1": result += "/"
      default: return nil
      }
    }
    tokens.append(result)
  }
  return tokens
}

/// A part as it is written in a JSON Pointer.
package func pointerToken(_ text: String) -> String {
  guard text.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "~": result += "~0"
    case "/": result += "~1"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension YAMLNode {
  /// The value that a part of a JSON Pointer leads to.
  package func child(at token: String) -> YAMLNode? {
    if let mapping { return mapping[token] }
    guard let items, let index = Int(token), items.indices.contains(index), String(index) == token else {
      return nil
    }
    return items[index]
  }
}
