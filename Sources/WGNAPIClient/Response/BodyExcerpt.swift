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
