import WGNAPISupport

/// Decodes text by the `charset` of its `Content-Type`.
package enum TextBody {
  /// The reason why a body isn't text, as part of a sentence.
  package struct Problem: Error {
    package let text: String
  }

  /// Returns the text of a body: in UTF-8, unless the field says US-ASCII, ISO 8859-1 or UTF-16.
  ///
  /// A byte order mark counts for more than the field, as the Encoding Standard
  /// (https://encoding.spec.whatwg.org/#decode) has it, and is removed. Without one, UTF-16 is big-endian (RFC 2781, section
  /// 4.3).
  package static func decode(_ body: [UInt8], contentType: String?) -> Result<String, Problem> {
    if body.has("\u{FEFF}", at: 0) { return utf8(body.dropFirst(3)) }
    switch body.prefix(2) {
    case [0xFE, 0xFF]: return utf16(body.dropFirst(2), isBigEndian: true)
    case [0xFF, 0xFE]: return utf16(body.dropFirst(2), isBigEndian: false)
    default: break
    }
    switch contentType.flatMap({ MediaRange($0)?.charset }) {
    case nil, "utf-8", "utf8", "us-ascii", "ascii": return utf8(body[...])
    case "iso-8859-1", "iso_8859-1", "latin1", "l1":
      return .success(String(decoding: body.map { UInt16($0) }, as: UTF16.self))
    case "utf-16", "utf-16be": return utf16(body[...], isBigEndian: true)
    case "utf-16le": return utf16(body[...], isBigEndian: false)
    case let charset?: return .failure(Problem(text: "it is in the unknown charset \(charset.printable)"))
    }
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>) -> Result<String, Problem> {
    String(valid: Array(bytes)).map { .success($0) } ?? .failure(Problem(text: "it isn't valid UTF-8"))
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Result<String, Problem> {
    var units = bytes.makeIterator()
    var codeUnits: [UInt16] = []
    codeUnits.reserveCapacity(bytes.count / 2)
    while let first = units.next() {
      guard let second = units.next() else { return .failure(Problem(text: "it isn't valid UTF-16")) }
      codeUnits.append(
        isBigEndian ? UInt16(first) << 8 | UInt16(second) : UInt16(second) << 8 | UInt16(first))
    }
    let text = String(decoding: codeUnits, as: UTF16.self)
    let isValid = text.utf16.elementsEqual(codeUnits)
    return isValid ? .success(text) : .failure(Problem(text: "it isn't valid UTF-16"))
  }
}
