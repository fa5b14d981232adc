/// JSON Pointers (RFC 6901).
package enum JSONPointer {
  /// Returns a path as a pointer. Keys with more bytes than the limit are truncated and end in `…`.
  package static func text(_ path: some Sequence<String>, keyLimit: Int = .max) -> String {
    var text = ""
    for key in path {
      text += "/"
      var count = 0
      for scalar in key.unicodeScalars {
        count += UTF8.width(scalar)
        guard count <= keyLimit else {
          text += "…"
          break
        }
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }

  /// Returns the keys and indices of a pointer.
  package static func path(_ pointer: String) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
      var key = ""
      var isEscape = false
      for scalar in part.unicodeScalars {
        switch (isEscape, scalar) {
        case (false, "~"):
          isEscape = true
          continue
        case (true, "0"): key += "~"
        case (true, "1"): key += "/"
        default: key.unicodeScalars.append(scalar)
        }
        isEscape = false
      }
      return key
    }
  }
}
