import WGNAPIJSON
import WGNAPISupport

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
