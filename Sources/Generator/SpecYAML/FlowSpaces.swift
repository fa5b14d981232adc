import CYAML

/// Where libyaml needs a space that YAML 1.2 doesn't: after the `:` of an unquoted key in brackets, before a bracket or a
/// comma, as in `{x:[], y:, z:{}}` (YAML 1.2.2, section 7.4.2).
///
/// libyaml follows YAML 1.1 there and refuses such a text. It then reads a copy with these spaces, and positions in the
/// copy are turned into those of the file.
struct FlowSpaces {
  /// The offsets of the bytes that get a space before them, in order.
  private(set) var offsets: [Int] = []

  var isEmpty: Bool { offsets.isEmpty }

  init() {}

  /// Finds the places from a `:` that libyaml refused up to the end of the brackets around it, or of the file.
  ///
  /// - Parameters:
  ///   - colon: the offset of the `:`.
  ///   - level: the number of brackets around it.
  ///   - readsOn: whether places in later brackets are found, too.
  init(_ bytes: [UInt8], from colon: Int, level: Int, readsOn: Bool) {
    var search = Search(bytes: bytes)
    search.index = colon
    search.readKey(from: max(0, colon - 1))
    search.readFlow(level)
    if readsOn { search.readBlock() }
    offsets = search.found
  }

  func adding(_ other: FlowSpaces) -> FlowSpaces {
    var sum = self
    sum.offsets = Array(Set(offsets + other.offsets)).sorted()
    return sum
  }

  /// The text with the spaces.
  func inserted(into bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + offsets.count)
    var position = bytes.startIndex
    for offset in offsets {
      result += bytes[position..<offset]
      result.append(0x20)
      position = offset
    }
    return result + bytes[position...]
  }

  /// Whether each space is right after a `:` that libyaml takes for the end of a key in brackets, and so is in no text.
  ///
  /// - Parameter places: the spaces in the changed text, as libyaml counts.
  static func areBetweenTokens(_ places: [Int], _ reader: TokenReader) -> Bool {
    var rest = places[...]
    var level = 0
    while let place = rest.first, let token = reader.next() {
      switch token.type {
      case YAML_FLOW_SEQUENCE_START_TOKEN, YAML_FLOW_MAPPING_START_TOKEN: level += 1
      case YAML_FLOW_SEQUENCE_END_TOKEN, YAML_FLOW_MAPPING_END_TOKEN: level -= 1
      case YAML_VALUE_TOKEN where level > 0 && Int(clamping: token.end_mark.index) == place:
        rest.removeFirst()
      default: break
      }
      if Int(clamping: token.start_mark.index) > place { return false }
    }
    return rest.isEmpty
  }
}

/// Looks for keys in brackets. What it takes for one by mistake is found afterwards by libyaml's tokens.
private struct Search {
  let bytes: [UInt8]
  var index = 0
  var found: [Int] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

  private func isBlankOrEnd(_ byte: UInt8?) -> Bool {
    byte.map { [0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? true
  }

  private func isIndicator(_ byte: UInt8?) -> Bool { byte.map { ",[]{}".utf8.contains($0) } ?? false }

  private func isBreak(_ byte: UInt8?) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Reads the rest of brackets.
  mutating func readFlow(_ start: Int) {
    var level = start
    while level > 0, let next = byte(index) {
      switch next {
      case UInt8(ascii: "{"), UInt8(ascii: "["): level += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): level -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        skipQuoted(next)
        continue
      case UInt8(ascii: "#") where index == 0 || isBlankOrEnd(byte(index - 1)):
        skipLine()
        continue
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D: break
      default:
        readKey(from: index)
        continue
      }
      index += 1
    }
  }

  /// Reads text without quotes in brackets, from the current position, and the `:` after it.
  ///
  /// - Parameter start: where the text begins.
  mutating func readKey(from start: Int) {
    while let next = byte(index), !isIndicator(next), !isBreak(next) {
      if next == UInt8(ascii: "#"), isBlankOrEnd(byte(index - 1)) { return }
      index += 1
      guard next == UInt8(ascii: ":") else { continue }
      if isIndicator(byte(index)), index - 1 > start { found.append(index) }
      if isIndicator(byte(index)) || isBlankOrEnd(byte(index)) { return }
    }
  }

  /// Reads lines outside of brackets, and the brackets in them.
  mutating func readBlock() {
    while index < bytes.count {
      let line = index
      while byte(index) == 0x20 || byte(index) == UInt8(ascii: "-") && isBlankOrEnd(byte(index + 1)) {
        index += 1
      }
      readValues(indentation: index - line)
      if isBreak(byte(index)) { index += 1 }
    }
  }

  /// Reads the keys and the value of a line.
  private mutating func readValues(indentation: Int) {
    while let next = byte(index), !isBreak(next) {
      switch next {
      case UInt8(ascii: "#"): return skipLine()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipQuoted(next)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        index += 1
        readFlow(1)
      case UInt8(ascii: "|"), UInt8(ascii: ">"): return skipBlock(indentation)
      case UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "*"):
        while !isBlankOrEnd(byte(index)) { index += 1 }
      default: skipPlain()
      }
      while byte(index) == 0x20 || byte(index) == 0x09 || byte(index) == UInt8(ascii: ":") { index += 1 }
    }
  }

  private mutating func skipPlain() {
    while let next = byte(index), !isBreak(next) {
      if next == UInt8(ascii: ":"), isBlankOrEnd(byte(index + 1)) { return }
      if next == UInt8(ascii: "#"), isBlankOrEnd(byte(index - 1)) { return skipLine() }
      index += 1
    }
  }

  /// Skips the lines of `|` and `>`, which are indented more than the key.
  private mutating func skipBlock(_ indentation: Int) {
    skipLine()
    while index < bytes.count {
      let line = index + 1
      var text = line
      while byte(text) == 0x20 { text += 1 }
      guard text >= bytes.count || isBreak(byte(text)) || text - line > indentation else { return }
      index = text
      skipLine()
    }
  }

  private mutating func skipLine() {
    while let next = byte(index), !isBreak(next) { index += 1 }
  }

  private mutating func skipQuoted(_ quote: UInt8) {
    index += 1
    while let next = byte(index) {
      index += 1
      if next == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        index += 1
      } else if next == quote {
        guard quote == UInt8(ascii: "'"), byte(index) == quote else { return }
        index += 1
      }
    }
  }
}
