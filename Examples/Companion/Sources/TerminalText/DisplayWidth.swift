extension Character {
  /// The number of columns that the character takes in a terminal: 0, 1 or 2.
  public var columns: Int {
    guard let first = unicodeScalars.first(where: { !$0.hasNoWidth }) else { return 0 }
    // U+FE0F selects the picture of a character that also has a text form.
    if first.isWide || unicodeScalars.contains("\u{FE0F}") { return 2 }
    return 1
  }
}

extension StringProtocol {
  /// The number of columns that the text takes in a terminal.
  public var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Returns the text, cut off with an ellipsis if it takes more columns than there are.
  public func truncated(toColumns limit: Int) -> String {
    guard columns > limit else { return String(self) }
    guard limit > 0 else { return "" }
    var room = limit - 1
    let kept = prefix { character in
      room -= character.columns
      return room >= 0
    }
    return kept + "…"
  }
}

extension Unicode.Scalar {
  /// Whether the character is drawn onto the one before it, or not at all.
  fileprivate var hasNoWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: true
    default: false
    }
  }

  /// Whether the character takes two columns: East Asian Width W or F (UAX #11), or an emoji.
  fileprivate var isWide: Bool {
    guard value >= 0x1100 else { return false }
    return properties.isEmojiPresentation || wideRanges.contains { $0.contains(value) }
  }
}

/// The blocks of wide characters: Chinese, Japanese, Korean, Yi, Tangut and full-width forms.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
  0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CD5,
  0x1B000...0x1B2FB, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
]
