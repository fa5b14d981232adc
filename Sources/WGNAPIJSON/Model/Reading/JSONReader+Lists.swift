/// Arrays of the most common scalars. The general implementation looks up the type of each element, which
/// takes longer than reading a few numbers.
extension JSONReader {
  /// Reads an array into `slot` if `Element` is one of these scalars; returns false for other types without
  /// reading anything.
  @inline(__always)
  mutating func readScalars<Element: JSONCoder>(
    _ type: Element.Type, into slot: UnsafeMutableRawPointer
  ) throws(JSONError) -> Bool {
    if Element.self == String.self {
      slot.initializeMemory(as: [String].self, to: try readStrings())
    } else if Element.self == Int.self, Int.bitWidth == 64 {
      slot.initializeMemory(as: [Int].self, to: try readIntegers())
    } else if Element.self == Double.self {
      slot.initializeMemory(as: [Double].self, to: try readDoubles())
    } else {
      return false
    }
    return true
  }

  @inline(never)
  private mutating func readStrings() throws(JSONError) -> [String] {
    try readList { (reader) throws(JSONError) in try reader.readString() }
  }

  @inline(never)
  private mutating func readIntegers() throws(JSONError) -> [Int] {
    try readList { (reader) throws(JSONError) in Int(truncatingIfNeeded: try reader.readInt64()) }
  }

  @inline(never)
  private mutating func readDoubles() throws(JSONError) -> [Double] {
    try readList { (reader) throws(JSONError) in try reader.readDoubleInPlace() }
  }

  /// Elements are collected on the stack, so that a short array is allocated once and in its final size.
  @inline(__always)
  private mutating func readList<Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> [Value] {
    guard try enterArray() else { return [] }
    var list: [Value] = []
    let failure: JSONError? = withUnsafeTemporaryAllocation(of: Value.self, capacity: Self.collected) {
      buffer in
      guard let start = buffer.baseAddress else {
        return JSONError(.outOfRange, "not enough memory for a list")
      }
      var count = 0
      defer { (start).deinitialize(count: count) }
      do throws(JSONError) {
        repeat {
          if count == Self.collected {
            try countArray(Value.self, count)
            list.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
            start.deinitialize(count: count)
            count = 0
          }
          (start + count).initialize(to: try read(&self))
          count += 1
        } while try continueArray()
        try countArray(Value.self, count)
      } catch {
        return error
      }
      if list.isEmpty {
        list = Array(UnsafeBufferPointer(start: start, count: count))
      } else {
        list.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
      }
      return nil
    }
    if let failure { throw failure }
    return list
  }

  /// The number of elements to collect before creating an array.
  private static var collected: Int { 64 }
}
