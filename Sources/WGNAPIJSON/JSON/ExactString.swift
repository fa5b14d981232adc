/// A string that is compared code point by code point.
///
/// In Swift, canonically equivalent strings are equal, such as `é` as one or two code points; in JSON, they
/// aren't.
struct ExactString: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactString, right: ExactString) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))
  }
}
