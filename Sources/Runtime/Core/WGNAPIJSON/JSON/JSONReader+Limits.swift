import WGNAPISupport

extension JSONReader {
  /// The maximum number of violations. Further ones aren't reported.
  package static let violationLimit = 1000

  // MARK: Violations

  /// Records a violation, up to the maximum.
  mutating func keep(_ violation: Violation) {
    if violations.count < Self.violationLimit { violations.append(violation) }
  }

  // MARK: Work

  /// Returns the maximum work for a document: its bytes can be read again, and its values checked,
  /// many times, but not exponentially often.
  static func work(forBytes count: Int) -> Int {
    let (scaled, overflow) = count.multipliedReportingOverflow(by: 256)
    return overflow ? .max : scaled + min(16_000_000, .max - scaled)
  }

  /// Moves back to an earlier position and counts the bytes to be read again.
  @inline(__always)
  @usableFromInline mutating func goBack(to target: UnsafePointer<UInt8>) {
    remainingWork -= max(position - target, 0)
    position = target
  }

  /// Counts the application of a constraint, an alternative or a schema to a value. Without this, nested alternatives would multiply.
  @inlinable @inline(__always)
  package mutating func countVisit() throws(JSONError) {
    remainingWork -= 16
    if remainingWork < nextPause { try pause() }
  }

  /// The remaining work, for rules of texts.
  package var textWork: TextWork { TextWork(steps: remainingWork, stop: options.stop) }

  /// Updates the remaining work after searches with patterns. A step of a search counts as one byte.
  package mutating func leaveWork(_ work: TextWork) throws(JSONError) {
    remainingWork = work.steps
    // An abandoned search used up its whole budget.
    if work.steps <= nextPause { try pause() }
  }

  /// The work between two checks for cancellation and time: some milliseconds.
  static var workBetweenPauses: Int { 1_000_000 }

  @inline(never)
  @usableFromInline mutating func pause() throws(JSONError) {
    guard remainingWork > 0 else {
      throw error(
        .workExceeded,
        "too much work: alternatives within alternatives are tried too often, or patterns need too many steps"
      )
    }
    if options.heedsCancellation, Task.isCancelled { throw JSONError(stoppedBy: .cancellation) }
    if let end = options.end, ContinuousClock.now >= end { throw JSONError(stoppedBy: .lateness) }
    nextPause = max(remainingWork - Self.workBetweenPauses, 0)
  }

  // MARK: Memory

  /// Counts bytes before they are allocated. Call it when storage grows, not for each value.
  @inline(__always)
  package mutating func countMemory(_ bytes: Int) throws(JSONError) {
    // This can't overflow, because no more bytes are counted than can be allocated.
    remainingMemory -= bytes
    if remainingMemory < 0 { throw tooMuchMemory() }
  }

  /// Counts an array of `count` elements. They were collected in memory that was also counted and is free
  /// now.
  @inline(__always)
  mutating func countArray<Element>(
    _ type: Element.Type, _ count: Int, collectedIn collected: Int = 0
  ) throws(JSONError) {
    try countMemory(Self.arrayHeader + count * MemoryLayout<Element>.stride - collected)
  }

  /// Counts the storage of a dictionary, which is at most three quarters full.
  mutating func countMap<Key, Value>(
    _ key: Key.Type, _ value: Value.Type, _ count: Int, collectedIn collected: Int = 0
  ) throws(JSONError) {
    let size = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
    try countMemory(Self.arrayHeader + 2 * count * size - collected)
  }

  /// Counts a value behind a reference.
  package mutating func countBox(_ size: Int) throws(JSONError) {
    try countMemory(Self.arrayHeader / 2 + size)
  }

  /// The overhead of an array on the heap in bytes; other objects have half of it.
  private static var arrayHeader: Int { 32 }

  @inline(never)
  private func tooMuchMemory() -> JSONError {
    error(
      .memoryExceeded,
      "the value takes more than \(options.maximumMemory) bytes of memory; if that is expected, raise JSONDecoding.maximumMemory"
    )
  }

  // MARK: Stack

  /// The depth that is assumed to fit any stack.
  private static var uncheckedDepth: Int { 16 }

  /// Checks that one more level of nesting is allowed and that the stack has enough room for it.
  @inline(__always)
  mutating func checkDepth() throws(JSONError) {
    guard remainingDepth > 0 else { throw tooDeep() }
    if options.maximumDepth - remainingDepth >= Self.uncheckedDepth { try checkStack() }
  }

  @inline(never)
  private func tooDeep() -> JSONError {
    error(.depthExceeded, "arrays and objects are nested deeper than \(options.maximumDepth) levels")
  }

  /// Checks that the stack has enough room for some more levels.
  ///
  /// - Parameter what: What takes it.
  @inline(never)
  package mutating func checkStack(for what: StaticString = "arrays and objects") throws(JSONError) {
    let bounds = stack ?? .ofCurrentThread
    stack = bounds
    guard bounds.isNearlyExhausted else { return }
    throw error(.depthExceeded, "the stack is exhausted: \(what) are nested too deep for this thread")
  }
}

/// Memory for the elements of a list of unknown length, to create an array without excess capacity.
///
/// It isn't generic itself, because code that is generic over types found at run time looks them up each
/// time. Its user passes the type, which must always be the same, and must call `take` or `discard` at the
/// end.
struct ElementMemory: ~Copyable {
  private var start: UnsafeMutableRawPointer
  private let stride: Int
  private let alignment: Int
  private var capacity: Int
  /// The number of initialized elements.
  var count = 0
  /// The number of bytes that the reader has counted.
  private(set) var counted = 0

  /// Allocates memory for some elements. It grows if necessary.
  init<Element>(for type: Element.Type, capacity: Int = 0) {
    stride = max(MemoryLayout<Element>.stride, 1)
    alignment = max(MemoryLayout<Element>.alignment, 16)
    self.capacity = capacity > 0 ? capacity : max(4, 512 / stride)
    start = .allocate(byteCount: self.capacity * self.stride, alignment: alignment)
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
    let larger = UnsafeMutableRawPointer.allocate(byteCount: 2 * capacity * stride, alignment: alignment)
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
    var list = ElementMemory(for: Element.self)
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
