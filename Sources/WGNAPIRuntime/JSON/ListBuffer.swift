/// Collects the elements of a list whose length is not known, for an array without spare room.
struct ListBuffer<Element>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private var count = 0
  private var capacity: Int

  init() {
    capacity = Swift.max(4, 256 / Swift.max(MemoryLayout<Element>.stride, 1))
    start = .allocate(capacity: capacity)
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    slot.initialize(to: element)
    advance()
  }

  /// Where the next element goes; ``advance()`` says that it is there.
  var slot: UnsafeMutablePointer<Element> {
    @inline(__always) mutating get {
      if count == capacity { grow() }
      return start + count
    }
  }

  @inline(__always)
  mutating func advance() { count += 1 }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }

  /// The elements; the buffer is empty afterwards.
  mutating func finish() -> [Element] {
    let moved = count
    count = 0
    return Array(unsafeUninitializedCapacity: moved) { buffer, initialized in
      buffer.baseAddress?.moveInitialize(from: start, count: moved)
      initialized = moved
    }
  }
}
