/// Makes choices of bytes; when they are used up, always the first choice.
struct ByteSource {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isEmpty: Bool { next >= bytes.count }

  mutating func byte() -> Int {
    guard next < bytes.count else { return 0 }
    next += 1
    return Int(bytes[next - 1])
  }

  mutating func choose<Element>(_ elements: [Element]) -> Element { elements[byte() % elements.count] }
}
