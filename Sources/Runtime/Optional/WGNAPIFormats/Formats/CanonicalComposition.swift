/// Normalization form C (Unicode Standard Annex 15), which RFC 5891, section 5.3, requires of labels.
///
/// The characters of a label are permitted ones, which are normalized by themselves. What remains is that marks are in
/// order and that no two characters have a composed form; string comparison in the standard library reveals that.
enum CanonicalComposition {
  static func isComposed(_ label: [Unicode.Scalar]) -> Bool { composed(label) == label }

  /// A label with its marks in order, and with composed characters instead of two where there are permitted ones.
  static func composed(_ label: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var starter: Int?
    var lastClass: UInt8 = 0
    for scalar in ordered(label) {
      let combiningClass = combiningClass(scalar)
      // A mark of the same class between the two blocks their composition.
      let isBlocked = lastClass != 0 && combiningClass <= lastClass
      if let starter, !isBlocked, !scalar.isASCII, let both = composition(result[starter], scalar) {
        result[starter] = both
        continue
      }
      if combiningClass == 0 { starter = result.count }
      lastClass = combiningClass
      result.append(scalar)
    }
    return result
  }

  private static func combiningClass(_ scalar: Unicode.Scalar) -> UInt8 {
    scalar.properties.canonicalCombiningClass.rawValue
  }

  /// The label with the marks of each character in the order of their classes.
  private static func ordered(_ label: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for scalar in label {
      let own = combiningClass(scalar)
      let after = own == 0 ? nil : result.lastIndex { combiningClass($0) <= own }
      result.insert(scalar, at: own == 0 ? result.count : (after ?? -1) + 1)
    }
    return result
  }

  private static func composition(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    switch (first.value, second.value) {
    // Hangul (The Unicode Standard, section 3.12): a consonant and a vowel, then another consonant.
    case (0x1100...0x1112, 0x1161...0x1175):
      return Unicode.Scalar(0xAC00 + ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28)
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first.value - 0xAC00).isMultiple(of: 28):
      return Unicode.Scalar(first.value + second.value - 0x11A7)
    default:
      var pair = String(first)
      pair.unicodeScalars.append(second)
      return composites.firstIndex(of: pair).flatMap { composites[$0].unicodeScalars.first }
    }
  }

  /// The permitted characters with canonical decompositions, and their neighbors, as strings that are equal
  /// to their decompositions.
  private static let composites = Set(
    blocks.joined().compactMap { Unicode.Scalar($0) }.filter(InternationalLabel.isPermitted).map {
      String($0)
    })

  private static let blocks: [ClosedRange<UInt32>] = [
    0xE0...0x233, 0x390...0x3CE, 0x439...0x477, 0x4C2...0x4F9, 0x622...0x626, 0x6C0...0x6D3, 0x929...0x934,
    0x9CB...0x9CC, 0xB48...0xB4C, 0xB94...0xBCC, 0xC48...0xC48, 0xCC0...0xCCB, 0xD4A...0xD4C, 0xDDA...0xDDE,
    0x1026...0x1026, 0x1B06...0x1B43, 0x1E01...0x1FF6, 0x304C...0x30FE, 0x1109A...0x110AB, 0x1112E...0x1112F,
    0x1134B...0x1134C, 0x114BB...0x114BE, 0x115BA...0x115BB, 0x11938...0x11938,
  ]
}
