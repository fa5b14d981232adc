import WGNAPISupport

/// Finds the path to a byte of a document.
///
/// Reading keeps no paths. If there is an error, this type scans the document again up to the byte. It also
/// accepts malformed documents.
package struct JSONLocation {
  private struct Level {
    let isObject: Bool
    var index = 0
    var key: Range<Int>?
    var expectsKey: Bool
  }

  private let document: UnsafeBufferPointer<UInt8>
  private var levels: [Level] = []
  private var offset = 0
  /// The line of the position, from 1.
  private(set) var line = 1

  init(in document: UnsafeBufferPointer<UInt8>) { self.document = document }

  init(of offset: Int, in document: UnsafeBufferPointer<UInt8>) {
    self.init(in: document)
    advance(to: offset)
  }

  /// The keys and indices that lead to the position.
  var path: [String] { path { text($0) } }

  /// The path as a JSON Pointer (RFC 6901).
  var pointer: String { Self.pointer(path { shortText($0) }) }

  private func path(_ text: (Range<Int>) -> String) -> [String] {
    var path: [String] = []
    for level in levels {
      if !level.isObject {
        path.append(level.index.description)
      } else if let key = level.key {
        path.append(text(key))
      }
    }
    return path
  }

  /// The maximum number of bytes of a key in a pointer, because many violations below a long key repeat it.
  private static let keyLimit = 256

  /// Returns a path as a JSON Pointer (RFC 6901). Long keys are truncated and end in `…`.
  package static func pointer(_ path: [String]) -> String { JSONPointer.text(path, keyLimit: keyLimit) }

  /// Moves forward to a position. Earlier positions are ignored.
  @inline(never)
  mutating func advance(to target: Int) {
    let limit = min(target, document.count)
    while offset < limit {
      let byte = document[offset]
      switch byte {
      case UInt8(ascii: "{"): levels.append(Level(isObject: true, expectsKey: true))
      case UInt8(ascii: "["): levels.append(Level(isObject: false, expectsKey: false))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
      case UInt8(ascii: "\""):
        passString()
        continue
      case UInt8(ascii: ","): beginNext()
      case UInt8(ascii: "\n"): line += 1
      default: break
      }
      offset += 1
    }
  }

  private mutating func beginNext() {
    guard !levels.isEmpty else { return }
    let top = levels.count - 1
    levels[top].index += 1
    levels[top].key = nil
    levels[top].expectsKey = levels[top].isObject
  }

  /// Skips a string, and records it if it is a key.
  private mutating func passString() {
    let start = offset
    offset += 1
    while offset < document.count, document[offset] != UInt8(ascii: "\"") {
      if document[offset] == UInt8(ascii: "\\") { offset += 1 }
      offset += 1
    }
    offset = min(offset + 1, document.count)
    guard let top = levels.indices.last, levels[top].expectsKey else { return }
    levels[top].key = start..<offset
    levels[top].expectsKey = false
  }

  /// Returns a range that covers a little more of a key than a pointer may show, without splitting a
  /// character.
  private func beginning(_ key: Range<Int>) -> Range<Int> {
    // A character uses at most twelve bytes, of which four are shown; an escape six, of which one is.
    let limit = key.lowerBound + Self.keyLimit * 6 + 12
    guard key.upperBound > limit else { return key }
    var next = key.lowerBound + 1
    while next < limit {
      guard document[next] == UInt8(ascii: "\\") else {
        next += 1
        while next < key.upperBound, document[next] & 0xC0 == 0x80 { next += 1 }
        continue
      }
      let isUnicode = next + 2 < key.upperBound && document[next + 1] == UInt8(ascii: "u")
      let isLead =
        isUnicode && next + 3 < key.upperBound && document[next + 2] | 0x20 == UInt8(ascii: "d")
        && "89abAB".utf8.contains(document[next + 3])
      next += isLead ? 12 : isUnicode ? 6 : 2
    }
    return key.lowerBound..<min(next, key.upperBound)
  }

  @inline(never)
  private func text(_ key: Range<Int>) -> String {
    text(UnsafeBufferPointer(rebasing: document[key]))
  }

  /// Returns the text of a key or of its beginning.
  private func shortText(_ key: Range<Int>) -> String {
    let shown = beginning(key)
    if shown == key { return text(key) }
    let bytes = Array(document[shown]) + [UInt8(ascii: "\"")]
    return bytes.withUnsafeBufferPointer(text)
  }

  @inline(never)
  private func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    var reader = JSONReader(bytes, options: JSONDecoding())
    return (try? reader.readString()) ?? String(decoding: bytes, as: UTF8.self)
  }
}

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
