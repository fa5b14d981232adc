import WGNAPIJSON

/// Whether a document that can't be read is the beginning of one that could: what arrives of it where a connection is
/// closed early, and nothing said how long the response was.
func breaksOff(_ document: [UInt8]) -> Bool {
  guard let end = OpenEnd(of: document) else { return false }
  return end.completions.contains { isJSON(document[..<end.place] + $0 + end.closings) }
}

private func isJSON(_ document: ArraySlice<UInt8>) -> Bool {
  document.withUnsafeBufferPointer { buffer in
    var reader = JSONReader(buffer, options: JSONDecoding(validation: .off))
    do throws(JSONError) {
      try reader.document { (reader) throws(JSONError) in try reader.skipValue() }
      return true
    } catch {
      return false
    }
  }
}

/// What is still open where a document ends.
private struct OpenEnd {
  private static let deepest = 256

  /// Up to where it is kept: before a string without an end.
  let place: Int
  /// What ends all arrays and objects.
  let closings: [UInt8]
  /// What may follow in between.
  let completions: [[UInt8]]

  /// Nil where arrays and objects end that haven't begun, or nothing is there at all.
  init?(of document: [UInt8]) {
    var closings: [UInt8] = []
    var string: Int?
    var index = 0
    while index < document.count {
      let byte = document[index]
      switch byte {
      case UInt8(ascii: "\\") where string != nil: index += 1
      case UInt8(ascii: "\""): string = string == nil ? index : nil
      case _ where string != nil: break
      case UInt8(ascii: "{"): closings.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closings.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): guard closings.popLast() == byte else { return nil }
      default: break
      }
      guard closings.count <= Self.deepest else { return nil }
      index += 1
    }
    let word = document.suffix(5).reversed().prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    guard string != nil || !closings.isEmpty || !word.isEmpty else { return nil }
    place = string ?? document.count
    self.closings = closings.reversed()
    // As a value or as a key; a word or a number to its end.
    let texts = string == nil ? ["", "0", ":0", "\"\":0"] : ["\"\"", "\"\":0"]
    let words = string == nil ? ["true", "false", "null"] : []
    completions =
      texts.map { Array($0.utf8) }
      + words.compactMap {
        $0.utf8.starts(with: word.reversed()) ? Array($0.utf8.dropFirst(word.count)) : nil
      }
  }
}
