/// Random numbers that are the same in every run (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators").
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Text of few scalars, such that join with their neighbours, steer a terminal or mean something to Swift among them.
  mutating func text() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &self) {
      let scalar: Unicode.Scalar? =
        switch Int.random(in: 0..<6, using: &self) {
        case 0: Self.signs.randomElement(using: &self)
        case 1: Self.joining.randomElement(using: &self)
        case 2: Unicode.Scalar(UInt32.random(in: 0xFDC0...0xFDF0, using: &self))
        case 3: Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self))
        case 4: Unicode.Scalar(UInt32.random(in: 0x300...0x1FFF, using: &self))
        default: Unicode.Scalar(UInt32.random(in: 0x20..<0x7F, using: &self))
        }
      if let scalar { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  private static let signs = Array("\"\\,:()[]{}\n\r\t/* #`'".unicodeScalars)
  private static let joining = Array(
    "\u{301}\u{20D2}\u{D4E}\u{11F02}\u{93E}\u{200D}\u{FE0F}\u{1F3FD}\u{1160}\u{2028}\u{FFFE}\u{600}"
      .unicodeScalars)
}
