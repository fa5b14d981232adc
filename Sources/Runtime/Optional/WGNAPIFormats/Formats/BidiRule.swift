/// The rule for names with right-to-left labels (RFC 5893, section 2).
struct BidiRule {
  private var hasRightToLeft = false
  private var breaksRule = false

  /// Whether the labels so far can be in one name: if any of them is right-to-left, all must satisfy the
  /// rule.
  var isSatisfied: Bool { !(hasRightToLeft && breaksRule) }

  /// Adds another label, which contains only permitted characters.
  mutating func add(_ label: some Collection<Unicode.Scalar>) {
    let classes = label.map(BidiClass.init)
    if classes.contains(where: { $0 == .rightToLeft || $0 == .arabicNumber }) { hasRightToLeft = true }
    if !Self.accepts(classes) { breaksRule = true }
  }

  private static func accepts(_ classes: [BidiClass]) -> Bool {
    let last = classes.last { $0 != .mark }
    switch classes.first {
    case .rightToLeft:
      let hasBothNumbers = classes.contains(.europeanNumber) && classes.contains(.arabicNumber)
      return !classes.contains(.leftToRight) && !hasBothNumbers && last != .neutral
    case .leftToRight:
      return (last == .leftToRight || last == .europeanNumber)
        && !classes.contains { $0 == .rightToLeft || $0 == .arabicNumber }
    default: return false
    }
  }
}

/// The Bidi_Class of a character that is permitted in labels (Unicode Standard Annex 9), as far as the rule
/// distinguishes classes.
private enum BidiClass {
  case leftToRight
  /// R and AL.
  case rightToLeft
  /// AN.
  case arabicNumber
  /// EN.
  case europeanNumber
  /// NSM.
  case mark
  /// ES, CS, ET, ON and BN.
  case neutral

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x30...0x39, 0x6F0...0x6F9: self = .europeanNumber
    case 0x660...0x669, 0x10D30...0x10D39: self = .arabicNumber
    case 0x2D, 0xB7, 0x375, 0x30FB, 0x200C, 0x200D: self = .neutral
    // Modifiers such as tone marks.
    case 0x2B9, 0x2BA, 0x2C6...0x2CF, 0x2EC, 0x2E2F, 0xA67F, 0xA717...0xA71F, 0xA788: self = .neutral
    // Marks with a direction.
    case 0xCBF, 0xCC6, 0x11A07, 0x11A08, 0x11C3F: self = .leftToRight
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: self = .mark
      default: self = Self.isRightToLeft(scalar) ? .rightToLeft : .leftToRight
      }
    }
  }

  /// Returns whether the character is in a block of right-to-left scripts.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
