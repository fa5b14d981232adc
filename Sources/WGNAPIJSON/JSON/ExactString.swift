/// A string that is compared code point by code point.
///
/// In Swift, canonically equivalent strings are equal, such as `é` as one or two code points; in JSON, they
/// aren't.
struct ExactString: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  @inline(never)
  static func == (left: ExactString, right: ExactString) -> Bool {
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count else { return false }
        for index in 0..<left.count where left[index] != right[index] { return false }
        return true
      }
    }
  }

  @inline(never)
  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))
  }
}
