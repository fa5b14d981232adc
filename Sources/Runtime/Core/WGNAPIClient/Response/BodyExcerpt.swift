import WGNAPIJSON
import WGNAPISupport

/// The beginning of a response's body, in a form suitable for error messages.
package enum BodyExcerpt {
  /// Returns at most `limit` characters on one line, without control characters and with secrets redacted.
  /// Secrets are found before the text is truncated, so that no part of one remains.
  package static func text(of body: [UInt8], redaction: Redaction, limit: Int = 160) -> String {
    // A body may be large, so only its beginning is read, and of that not the end, where a secret may be cut: white space
    // isn't counted, so an excerpt may reach as far as that.
    let isCut = body.count > window
    let beginning = body.part(0, window)
    for (place, scalar) in String(repairing: beginning.part(0, 2_048)).scalars.enumerated() where place < 512
    {
      if scalar == "\u{FFFD}" || scalar == "\0" { return "binary data of \(body.count) bytes" }
    }
    let redacted = redaction(bytes: beginning)
    let shown = String(repairing: redacted, 0, redacted.count - (isCut ? redaction.cutLength : 0))
    var text = ""
    var (count, endsWithSpace) = (0, true)
    for scalar in shown.scalars {
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
    if isCut { return text + "…" }
    return endsWithSpace ? text.dropping(atEnd: 0x20) : text
  }

  /// The number of bytes of a body that are read.
  private static let window = 64 << 10
}
