/// Memory for the elements of a list of unknown length, to create an array without excess capacity.
///
/// It isn't generic itself, because code that is generic over types found at run time looks them up each
/// time. Its user passes the type, which must always be the same, and must call `take` or `discard` at the
/// end.
struct ElementMemory: ~Copyable {
  private var start: UnsafeMutableRawPointer
  private let stride: Int
  private var capacity: Int
  /// The number of initialized elements.
  var count = 0
  /// The number of bytes that the reader has counted.
  private(set) var counted = 0

  /// Allocates memory for some elements. It grows if necessary.
  init(stride: Int, capacity: Int = 0) {
    self.stride = max(stride, 1)
    self.capacity = capacity > 0 ? capacity : max(4, 512 / self.stride)
    start = .allocate(byteCount: self.capacity * self.stride, alignment: 16)
  }

  deinit { start.deallocate() }

  /// Returns the address for the next element. Increment `count` after initializing it.
  @inline(__always)
  mutating func next<Element>(
    _ type: Element.Type, _ reader: inout JSONReader
  ) throws(JSONError) -> UnsafeMutablePointer<Element> {
    if count == capacity { try grow(type, counting: &reader) }
    return (start + count * stride).assumingMemoryBound(to: type)
  }

  /// Returns the address of an element.
  @inline(__always)
  borrowing func element<Element>(_ index: Int, _ type: Element.Type) -> UnsafePointer<Element> {
    UnsafePointer((start + index * stride).assumingMemoryBound(to: type))
  }

  /// Appends an element.
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

  /// Removes and returns the last element. There must be one.
  @inline(__always)
  mutating func takeLast<Element>(_ type: Element.Type) -> Element {
    count -= 1
    return (start + count * stride).assumingMemoryBound(to: type).move()
  }

  /// Moves all elements to an array, or discards them if an error is thrown.
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

  /// Deinitializes the remaining elements.
  mutating func discard<Element>(_ type: Element.Type) {
    start.assumingMemoryBound(to: type).deinitialize(count: count)
    count = 0
  }
}

extension JSONReader {
  /// Reads a list into uninitialized memory, which stays uninitialized if an error is thrown. `read` creates
  /// one element.
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
