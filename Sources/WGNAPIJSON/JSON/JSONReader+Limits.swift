extension JSONReader {
  /// The maximum number of violations. Further ones aren't reported.
  static let violationLimit = 1000

  // MARK: Violations

  /// Records a violation, up to the maximum.
  mutating func keep(_ violation: Violation) {
    if violations.count < Self.violationLimit { violations.append(violation) }
  }

  // MARK: Work

  /// Returns the maximum work for a document: its bytes can be read again, and schemas applied to its values,
  /// many times, but not exponentially often.
  static func work(forBytes count: Int) -> Int {
    let (scaled, overflow) = count.multipliedReportingOverflow(by: 256)
    return overflow ? .max : scaled + min(16_000_000, .max - scaled)
  }

  /// Moves back to an earlier position and counts the bytes to be read again.
  @inline(__always)
  mutating func goBack(to target: UnsafePointer<UInt8>) {
    remainingWork -= max(position - target, 0)
    position = target
  }

  /// Counts the application of a schema to a value. Without this, nested alternatives would multiply.
  @inline(__always)
  mutating func countVisit() throws(JSONError) {
    remainingWork -= 16
    if remainingWork < nextPause { try pause() }
  }

  /// Updates the remaining work after searches with patterns. A step of a search counts as one byte.
  mutating func leaveWork(_ work: Int) throws(JSONError) {
    remainingWork = work
    if work <= nextPause { try pause() }
  }

  /// The work between two checks for cancellation: some milliseconds.
  static var workBetweenPauses: Int { 1_000_000 }

  /// The message after a cancellation. Only another call that shares the reading sees it.
  package static let interruption = "the task that reads was cancelled"

  @inline(never)
  private mutating func pause() throws(JSONError) {
    guard remainingWork > 0 else {
      throw error(
        .workExceeded,
        "too much work: alternatives within alternatives are tried too often, or patterns need too many steps"
      )
    }
    if options.heedsCancellation, Task.isCancelled { throw error(.workExceeded, Self.interruption) }
    nextPause = max(remainingWork - Self.workBetweenPauses, 0)
  }

  // MARK: Memory

  /// Counts bytes before they are allocated. Call it when storage grows, not for each value.
  @inline(__always)
  mutating func countMemory(_ bytes: Int) throws(JSONError) {
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

  @inline(never)
  private mutating func checkStack() throws(JSONError) {
    let bounds: StackBounds
    if let stack {
      bounds = stack
    } else {
      bounds = StackBounds.ofCurrentThread
      stack = bounds
    }
    guard bounds.isNearlyExhausted else { return }
    throw error(
      .depthExceeded, "the stack is exhausted: arrays and objects are nested too deep for this thread")
  }
}
