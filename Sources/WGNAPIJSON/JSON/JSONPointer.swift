import WGNAPISupport

/// JSON Pointers (RFC 6901).
package enum JSONPointer {
  /// Returns a path as a pointer. Keys with more bytes than the limit are truncated and end in `…`.
  @inline(never)
  package static func text(_ path: [String], keyLimit: Int = .max) -> String {
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
    var keys: [String] = []
    var key: [UInt8]?
    var isEscape = false
    for byte in pointer.bytes {
      switch byte {
      case UInt8(ascii: "/"):
        if let key { keys.append(String(decoding: key, as: UTF8.self)) }
        key = []
      case UInt8(ascii: "~") where !isEscape:
        isEscape = true
        continue
      case UInt8(ascii: "0") where isEscape: key?.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1") where isEscape: key?.append(UInt8(ascii: "/"))
      default: key?.append(byte)
      }
      isEscape = false
    }
    if let key { keys.append(String(decoding: key, as: UTF8.self)) }
    return keys
  }
}
