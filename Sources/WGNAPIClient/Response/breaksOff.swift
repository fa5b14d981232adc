import WGNAPIJSON

/// Returns whether an invalid document is the beginning of a valid one. Such a document arrives if a
/// connection is closed early and the response has no length.
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

/// The arrays, objects and strings that are open at the end of a document.
private struct OpenEnd {
  private static let deepest = 256

  /// The end of the part to keep: before an unterminated string.
  let place: Int
  /// The closing brackets of all open arrays and objects.
  let closings: [UInt8]
  /// The texts that may follow before the closing brackets.
  let completions: [[UInt8]]

  /// Nil if a bracket closes an array or an object that isn't open, or if the document is empty.
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
    // A value, a key, or the rest of a word or a number.
    let texts = string == nil ? ["", "0", ":0", "\"\":0"] : ["\"\"", "\"\":0"]
    let words = string == nil ? ["true", "false", "null"] : []
    completions =
      texts.map { Array($0.utf8) }
      + words.compactMap {
        $0.utf8.starts(with: word.reversed()) ? Array($0.utf8.dropFirst(word.count)) : nil
      }
  }
}
