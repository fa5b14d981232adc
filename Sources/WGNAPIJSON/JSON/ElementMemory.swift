/// Memory for the elements of a list whose length is not known, for an array without spare room.
///
/// It is not generic itself, since what is generic over types that are found at run time looks them up each time. Who
/// uses it says the type, always the same, and ends with `take` or `discard`.
struct ElementMemory: ~Copyable {
  private var start: UnsafeMutableRawPointer
  private let stride: Int
  private var capacity: Int
  /// How many elements are initialized.
  var count = 0
  /// How many bytes the reader has counted.
  private(set) var counted = 0

  /// Memory for some elements; it grows where more of them come.
  init(stride: Int, capacity: Int = 0) {
    self.stride = max(stride, 1)
    self.capacity = capacity > 0 ? capacity : max(4, 512 / self.stride)
    start = .allocate(byteCount: self.capacity * self.stride, alignment: 16)
  }

  deinit { start.deallocate() }

  /// Where the next element goes; `count` says whether it is there.
  @inline(__always)
  mutating func next<Element>(
    _ type: Element.Type, _ reader: inout JSONReader
  ) throws(JSONError) -> UnsafeMutablePointer<Element> {
    if count == capacity { try grow(type, counting: &reader) }
    return (start + count * stride).assumingMemoryBound(to: type)
  }

  /// Where an element is.
  @inline(__always)
  borrowing func element<Element>(_ index: Int, _ type: Element.Type) -> UnsafePointer<Element> {
    UnsafePointer((start + index * stride).assumingMemoryBound(to: type))
  }

  /// Adds an element.
  @inline(__always)
  mutating func append<Element>(_ element: Element) {
    if count == capacity { grow(Element.self) }
    (start + count * stride).initializeMemory(as: Element.self, to: element)
    count += 1
  }

  @inline(never)
  private mutating func grow<Element>(
    _ type: Element.Type, counting reader: inout JSONReader
  ) throws(JSONError) {
    try reader.countMemory(2 * capacity * stride - counted)
    counted = 2 * capacity * stride
    grow(type)
  }

  @inline(never)
  private mutating func grow<Element>(_ type: Element.Type) {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: 2 * capacity * stride, alignment: 16)
    larger.moveInitializeMemory(as: type, from: start.assumingMemoryBound(to: type), count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }

  /// Takes the last element out. There must be one.
  @inline(__always)
  mutating func takeLast<Element>(_ type: Element.Type) -> Element {
    count -= 1
    return (start + count * stride).assumingMemoryBound(to: type).move()
  }

  /// Takes all elements out; none if an error is thrown.
  mutating func take<Element>(
    _ type: Element.Type, _ reader: inout JSONReader
  ) throws(JSONError) -> [Element] {
    try reader.countArray(type, count, collectedIn: counted)
    let taken = count
    count = 0
    return Array(unsafeUninitializedCapacity: taken) { buffer, initialized in
      buffer.baseAddress?.moveInitialize(from: start.assumingMemoryBound(to: type), count: taken)
      initialized = taken
    }
  }

  /// Ends the elements that are left.
  mutating func discard<Element>(_ type: Element.Type) {
    start.assumingMemoryBound(to: type).deinitialize(count: count)
    count = 0
  }
}

extension JSONReader {
  /// Reads a list into uninitialised memory, which stays so when an error is thrown; `read` makes one element.
  @inline(__always)
  mutating func readElements<Element>(
    into slot: UnsafeMutablePointer<[Element]>,
    _ read: (UnsafeMutablePointer<Element>, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try enterArray() else { return slot.initialize(to: []) }
    var list = ElementMemory(stride: MemoryLayout<Element>.stride)
    do throws(JSONError) {
      repeat {
        try read(try list.next(Element.self, &self), &self)
        list.count += 1
      } while try continueArray()
      slot.initialize(to: try list.take(Element.self, &self))
    } catch {
      list.discard(Element.self)
      throw error
    }
  }
}
