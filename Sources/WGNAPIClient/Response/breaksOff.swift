import WGNAPIJSON
import WGNAPISupport

/// Returns whether an invalid document is the beginning of a valid one. Such a document arrives if a
/// connection is closed early and the response has no length.
func breaksOff(_ document: [UInt8]) -> Bool {
  guard let end = OpenEnd(of: document) else { return false }
  let kept = document.part(0, end.place)
  return end.completions.contains { isJSON(kept + $0.bytes + end.closings) }
}

private func isJSON(_ document: [UInt8]) -> Bool {
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
  let completions: [String]

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
    // The beginning of a word at the end.
    var start = document.count
    while start > 0, document.count - start < 5, document[start - 1].isLowercase { start -= 1 }
    let word = String(repairing: document.part(start, document.count))
    guard string != nil || !closings.isEmpty || !word.isEmpty else { return nil }
    place = string ?? document.count
    closings.reverse()
    self.closings = closings
    // A value, a key, or the rest of a word or a number.
    guard string == nil else {
      completions = ["\"\"", "\"\":0"]
      return
    }
    var completions = ["", "0", ":0", "\"\":0"]
    for known in ["true", "false", "null"] where known.hasPrefix(word) {
      completions.append(known.rest(after: word.utf8.count))
    }
    self.completions = completions
  }
}

extension UInt8 {
  fileprivate var isLowercase: Bool { self &- 0x61 < 26 }
}
