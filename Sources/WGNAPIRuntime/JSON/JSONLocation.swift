/// Finds the path to a byte of a document.
///
/// Nothing about paths is kept while reading; only when something is wrong is the document walked once more up to
/// the byte in question. The walk takes malformed documents too.
struct JSONLocation {
  private struct Level {
    let isObject: Bool
    var index = 0
    var key: Range<Int>?
    var expectsKey: Bool
  }

  private let document: UnsafeBufferPointer<UInt8>
  private var levels: [Level] = []
  private var offset = 0
  /// The line of the position, beginning at 1.
  private(set) var line = 1

  init(in document: UnsafeBufferPointer<UInt8>) { self.document = document }

  init(of offset: Int, in document: UnsafeBufferPointer<UInt8>) {
    self.init(in: document)
    advance(to: offset)
  }

  /// The keys and indices that lead to the position.
  var path: [String] {
    levels.compactMap { level in
      if !level.isObject { return String(level.index) }
      return level.key.map(text)
    }
  }

  /// The path as a JSON Pointer (RFC 6901).
  var pointer: String { Self.pointer(path) }

  /// A path as a JSON Pointer (RFC 6901).
  static func pointer(_ path: [String]) -> String {
    path.map { key in
      var part = "/"
      for scalar in key.unicodeScalars {
        switch scalar {
        case "~": part += "~0"
        case "/": part += "~1"
        default: part.unicodeScalars.append(scalar)
        }
      }
      return part
    }.joined()
  }

  /// Moves forward to a position; one before the present one is taken for the present one.
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

  /// Passes a string and takes note of it where it is a key.
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

  private func text(_ key: Range<Int>) -> String {
    let bytes = UnsafeBufferPointer(rebasing: document[key])
    var reader = JSONReader(bytes, options: JSONDecoding())
    return (try? reader.readString()) ?? String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONReader {
  /// The violations with their locations, in the order of the document.
  func locatedViolations() -> [Violation] {
    var location = JSONLocation(in: document)
    return violations.enumerated()
      .sorted { ($0.element.byteOffset, $0.offset) < ($1.element.byteOffset, $1.offset) }
      .map { _, violation in
        var violation = violation
        location.advance(to: violation.byteOffset)
        violation.instanceLocation = location.pointer
        return violation
      }
  }
}
