/// The text, with every scalar that a terminal would interpret, reorder or hide written as `<U+202E>`.
///
/// These are control characters (including line breaks and tabs), bidirectional controls, zero-width and other format
/// characters, line separators, and scalars that no terminal can show. Input must never move the cursor, set colours,
/// or look different from what it is.
public func visibleText(_ text: String) -> String {
  // Nearly all text is printable ASCII.
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if scalar.isSafeToPrint {
      result.unicodeScalars.append(scalar)
    } else {
      result += scalar.visibleName
    }
  }
  return result
}

extension Unicode.Scalar {
  package var isSafeToPrint: Bool {
    if value < 0x7F { return value >= 0x20 }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
      return false
    // U+FE00 and following are variation selectors, which carry text invisibly; U+115F and the like are letters
    // without a glyph.
    default: return !properties.isDefaultIgnorableCodePoint
    }
  }

  /// `<U+001B>`.
  var visibleName: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
  }

  /// The width in a terminal: 0 for combining marks, 2 for East Asian wide characters and most emoji, otherwise 1.
  var terminalWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

/// Text, shortened for a message.
package func abbreviate(_ text: String) -> String {
  text.unicodeScalars.count > 60
    ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(60))) + "…" : text
}
