import HTTPTypes
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
