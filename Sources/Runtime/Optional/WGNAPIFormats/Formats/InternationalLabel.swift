/// The characters of U-labels in IDNA 2008 (RFC 5891, section 4.2, and RFC 5892).
///
/// The set of permitted characters is derived from character properties in Swift's standard library instead
/// of a table. Whether the letters around a zero-width non-joiner join is determined by their blocks.
enum InternationalLabel {
  static func isValid(_ label: [Unicode.Scalar]) -> Bool {
    guard let first = label.first, first != "-", label.last != "-" else { return false }
    if label.count >= 4, label[2] == "-", label[3] == "-" { return false }
    switch first.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return false
    default: break
    }
    return label.indices.allSatisfy { mayStand(at: $0, in: label) }
  }

  private static func mayStand(at index: Int, in label: [Unicode.Scalar]) -> Bool {
    let before = index > 0 ? label[index - 1] : nil
    let after = index + 1 < label.count ? label[index + 1] : nil
    // The contextual rules (RFC 5892, appendix A).
    switch label[index].value {
    case 0x200C: return isVirama(before) || isBetweenJoiningLetters(index, in: label)
    case 0x200D: return isVirama(before)
    case 0xB7: return before == "l" && after == "l"
    case 0x375: return after.map(isGreek) ?? false
    case 0x5F3, 0x5F4: return before.map(isHebrew) ?? false
    case 0x30FB: return label.contains { isJapanese($0) }
    case 0x660...0x669: return !label.contains { 0x6F0...0x6F9 ~= $0.value }
    case 0x6F0...0x6F9: return !label.contains { 0x660...0x669 ~= $0.value }
    default: return isPermitted(label[index])
    }
  }

  /// Returns whether the character is `PVALID` (RFC 5892, section 3).
  private static func isPermitted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x30...0x39, 0x61...0x7A: return true
    case 0..<0x80: return false
    // The exceptions of section 2.6.
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    // Ignorable blocks and old Hangul (sections 2.4 and 2.9).
    case 0x20D0...0x20FF, 0x1D100...0x1D24F, 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .decimalNumber, .modifierLetter, .nonspacingMark,
      .spacingMark:
      break
    default: return false
    }
    return !properties.changesWhenNFKCCaseFolded && !properties.isDefaultIgnorableCodePoint
      && !properties.isWhitespace && !properties.isNoncharacterCodePoint
  }

  private static func isVirama(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.properties.canonicalCombiningClass == .virama
  }

  private static func isBetweenJoiningLetters(_ index: Int, in label: [Unicode.Scalar]) -> Bool {
    func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .otherLetter }
    func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .nonspacingMark }
    guard let before = label[..<index].last(where: { !isMark($0) }),
      let after = label[(index + 1)...].first(where: { !isMark($0) })
    else { return false }
    return isLetter(before) && isLetter(after) && hasJoiningBlock(before) && hasJoiningBlock(after)
      && !joinsOnlyBackward(before)
  }

  /// Returns whether the character is Arabic, Syriac, N'Ko, Mandaic, Mongolian, Phags-pa or Adlam, including
  /// supplements.
  private static func hasJoiningBlock(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x620...0x77F, 0x7CA...0x7FF, 0x840...0x8FF, 0x1820...0x18AA, 0xA840...0xA871, 0x1E900...0x1E943:
      true
    default: false
    }
  }

  /// Returns whether the character is one of the common Arabic letters that don't join the next one.
  private static func joinsOnlyBackward(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x621...0x625, 0x627, 0x629, 0x62F...0x632, 0x648, 0x671...0x677, 0x688...0x699, 0x6C0...0x6C3,
      0x6C4...0x6CB, 0x6CD, 0x6CF, 0x6D2...0x6D5, 0x6EE, 0x6EF:
      true
    default: false
    }
  }

  private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
    0x370...0x3FF ~= scalar.value || 0x1F00...0x1FFF ~= scalar.value
  }

  private static func isHebrew(_ scalar: Unicode.Scalar) -> Bool {
    0x591...0x5F4 ~= scalar.value || 0xFB1D...0xFB4F ~= scalar.value
  }

  /// Returns whether the character is Hiragana, Katakana or Han, but not the middle dot itself.
  private static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF, 0x3005: true
    default: scalar.properties.isIdeographic
    }
  }
}
