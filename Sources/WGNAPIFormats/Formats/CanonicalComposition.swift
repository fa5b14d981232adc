/// A check for normalization form C (Unicode Standard Annex 15), which RFC 5891, section 5.3, requires of
/// labels.
///
/// The characters of the label are permitted ones, which are normalized by themselves. What remains to be
/// checked is that marks are in order and that no two characters have a composed form; string comparison in
/// the standard library reveals that.
enum CanonicalComposition {
  static func isComposed(_ label: [Unicode.Scalar]) -> Bool {
    var starter: Unicode.Scalar?
    var lastClass: UInt8 = 0
    for scalar in label {
      let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
      if combiningClass != 0, combiningClass < lastClass { return false }
      // A mark of the same class between the two blocks their composition.
      let isBlocked = lastClass != 0 && combiningClass <= lastClass
      if !scalar.isASCII, let starter, !isBlocked, isComposable(starter, scalar) { return false }
      if combiningClass == 0 { starter = scalar }
      lastClass = combiningClass
    }
    return true
  }

  private static func isComposable(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    var pair = String(first)
    pair.unicodeScalars.append(second)
    return composed.contains(pair)
  }

  /// The permitted characters with canonical decompositions, and their neighbors, as strings that are equal
  /// to their decompositions.
  private static let composed = Set(
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
