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
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { return utf8(body.dropFirst(3)) }
    if body.starts(with: [0xFE, 0xFF]) { return utf16(body.dropFirst(2), isBigEndian: true) }
    if body.starts(with: [0xFF, 0xFE]) { return utf16(body.dropFirst(2), isBigEndian: false) }
    let charset = contentType.flatMap { MediaRange($0)?.charset }
    switch charset {
    case nil, "utf-8", "utf8", "us-ascii", "ascii": return utf8(body[...])
    case "iso-8859-1", "iso_8859-1", "latin1", "l1":
      var text = String.UnicodeScalarView()
      for byte in body { text.append(Unicode.Scalar(byte)) }
      return .success(String(text))
    case "utf-16", "utf-16be": return utf16(body[...], isBigEndian: true)
    case "utf-16le": return utf16(body[...], isBigEndian: false)
    case let charset?: return .failure(Problem(text: "it is in the unknown charset \(charset.printable)"))
    }
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>) -> Result<String, Problem> {
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding repairs what is malformed.
    guard text.utf8.elementsEqual(bytes) else { return .failure(Problem(text: "it isn't valid UTF-8")) }
    return .success(text)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Result<String, Problem> {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var first: UInt16?
    for byte in bytes {
      guard let high = first else {
        first = UInt16(byte)
        continue
      }
      units.append(isBigEndian ? high << 8 | UInt16(byte) : UInt16(byte) << 8 | high)
      first = nil
    }
    let text = String(decoding: units, as: UTF16.self)
    guard first == nil, text.utf16.elementsEqual(units) else {
      return .failure(Problem(text: "it isn't valid UTF-16"))
    }
    return .success(text)
  }
}

/// The beginning of a response's body, in a form suitable for error messages.
package enum BodyExcerpt {
  /// Returns at most `limit` characters on one line, without control characters and with secrets redacted.
  /// Secrets are found before the text is truncated, so that no part of one remains.
  package static func text(of body: [UInt8], redaction: Redaction, limit: Int = 160) -> String {
    // A body may be large; a secret after this window can't reach into the excerpt.
    let window = String(decoding: body.prefix(64 << 10), as: UTF8.self)
    guard !window.unicodeScalars.prefix(512).contains(where: { $0 == "\u{FFFD}" || $0 == "\0" }) else {
      return "binary data of \(body.count) bytes"
    }
    var text = ""
    var count = 0
    for scalar in redaction(window).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
        .spaceSeparator:
        if text.isEmpty || text.last == " " { continue }
        text.append(" ")
      default: text.unicodeScalars.append(scalar)
      }
      count += 1
      if count >= limit { return text + "…" }
    }
    return text.last == " " ? String(text.dropLast()) : text
  }
}
