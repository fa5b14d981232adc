import HTTPTypes
import WGNAPIJSON
import WGNAPISupport

/// Decodes text by the `charset` of its `Content-Type`.
enum TextBody {
  /// The reason why a body isn't text, as part of a sentence.
  struct Problem: Error {
    let text: String
  }

  /// Returns the text of a body: in UTF-8, unless the field says otherwise.
  ///
  /// US-ASCII, ISO 8859-1 and UTF-16 are known, too. A byte order mark counts for more than the field, as the
  /// Encoding Standard (https://encoding.spec.whatwg.org/#decode) has it, and is removed. In the byte order
  /// that nothing tells, UTF-16 is big-endian (RFC 2781, section 4.3).
  static func decode(_ body: [UInt8], contentType: String?) -> Result<String, Problem> {
    let isMarked = body.count > 1 && body[0] >= 0xFE && body[0] ^ body[1] == 1
    if isMarked { return utf16(body, from: 2, isBigEndian: body[0] == 0xFE) }
    if body.has("\u{FEFF}", at: 0) { return utf8(body.part(3, body.count)) }
    let charset = contentType.flatMap { MediaRange($0)?.charset }
    switch charset {
    case nil, "utf-8", "utf8", "us-ascii", "ascii": return utf8(body)
    case "iso-8859-1", "iso_8859-1", "latin1", "l1":
      var text: [UInt8] = []
      for byte in body { add(UInt32(byte), to: &text) }
      return .success(String(repairing: text))
    case "utf-16", "utf-16be": return utf16(body, from: 0, isBigEndian: true)
    case "utf-16le": return utf16(body, from: 0, isBigEndian: false)
    case let charset?: return .failure(Problem(text: "it is in the unknown charset \(charset.printable)"))
    }
  }

  @inline(never)
  private static func utf8(_ bytes: [UInt8]) -> Result<String, Problem> {
    String(valid: bytes).map { .success($0) } ?? .failure(Problem(text: "it isn't valid UTF-8"))
  }

  @inline(never)
  private static func utf16(_ bytes: [UInt8], from start: Int, isBigEndian: Bool) -> Result<String, Problem> {
    var text: [UInt8] = []
    // The first half of a pair, which a second one must follow.
    var high: UInt32?
    var isValid = (bytes.count - start) % 2 == 0
    var index = start
    while index + 1 < bytes.count, isValid {
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      let unit = isBigEndian ? first << 8 | second : second << 8 | first
      let isLow = unit & 0xFC00 == 0xDC00
      isValid = isLow == (high != nil)
      if let half = high {
        add(0x1_0000 + (half & 0x3FF) << 10 + unit & 0x3FF, to: &text)
        high = nil
      } else if unit & 0xFC00 == 0xD800 {
        high = unit
      } else {
        add(unit, to: &text)
      }
      index += 2
    }
    guard isValid, high == nil else { return .failure(Problem(text: "it isn't valid UTF-16")) }
    return .success(String(repairing: text))
  }

  /// Adds a character in UTF-8.
  @inline(never)
  private static func add(_ scalar: UInt32, to text: inout [UInt8]) {
    func last(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3F) }
    func first(_ mark: UInt32, _ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: mark | scalar >> shift) }
    if scalar < 0x80 {
      text.append(first(0, 0))
    } else if scalar < 0x800 {
      text += [first(0xC0, 6), last(0)]
    } else if scalar < 0x1_0000 {
      text += [first(0xE0, 12), last(6), last(0)]
    } else {
      text += [first(0xF0, 18), last(12), last(6), last(0)]
    }
  }
}

/// The beginning of a response's body, in a form suitable for error messages.
package enum BodyExcerpt {
  /// Returns at most `limit` characters on one line, without control characters and with secrets redacted.
  /// Secrets are found before the text is truncated, so that no part of one remains.
  package static func text(of body: [UInt8], redaction: Redaction, limit: Int = 160) -> String {
    // A body may be large; a secret after this window can't reach into the excerpt.
    let window = String(repairing: body.part(0, 64 << 10))
    for (place, scalar) in window.scalars.enumerated() where place < 512 {
      if scalar == "\u{FFFD}" || scalar == "\0" { return "binary data of \(body.count) bytes" }
    }
    var text = ""
    var (count, endsWithSpace) = (0, true)
    for scalar in redaction(window).scalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
        .spaceSeparator:
        if endsWithSpace { continue }
        text += " "
        endsWithSpace = true
      default:
        text.unicodeScalars.append(scalar)
        endsWithSpace = false
      }
      count += 1
      if count >= limit { return text + "…" }
    }
    return endsWithSpace ? text.dropping(atEnd: 0x20) : text
  }
}

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
