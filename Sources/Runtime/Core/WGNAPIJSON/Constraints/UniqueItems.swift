import WGNAPISupport

/// The elements of an array, for detecting equal ones.
///
/// Scalars are compared without creating values; arrays and objects are read. Hashes have random seeds, so
/// that no document can cause collisions.
package struct UniqueItems {
  private enum Item {
    case integer(Int64)
    case number(DecimalDigits)
    /// The bytes of a string in the document, which must outlive this value.
    case text(UnsafeBufferPointer<UInt8>)
    /// The unescaped bytes of a string.
    case copy([UInt8])
    case literal(UInt8)
    case value(JSON)
  }

  private var items: [Item] = []
  private var indices: [Int] = []
  private var table = HashTable()
  /// The number of elements that memory has been counted for.
  private var counted = 0
  /// The number of bytes that the reader has counted.
  package private(set) var memory = 0

  package init() {}

  /// Reads the element with an index, and returns the index of an earlier equal one; nil if there is none.
  package mutating func insert(_ index: Int, from reader: inout JSONReader) throws(JSONError) -> Int? {
    let before = reader.remainingMemory
    // What is counted before an error is given back, too.
    defer { memory += before - reader.remainingMemory }
    if items.count == counted {
      counted = max(16, 2 * counted)
      // The table has at least two places for each element.
      let size = MemoryLayout<Item>.stride + 5 * MemoryLayout<Int>.stride
      try reader.countMemory((counted - items.count) * size)
    }
    let item = try Self.read(&reader)
    let hash = Self.hash(item)
    if let position = table.first(hash, where: { Self.isEqual(items[$0], item) }) { return indices[position] }
    table.insert(hash)
    items.append(item)
    indices.append(index)
    return nil
  }

  private static func read(_ reader: inout JSONReader) throws(JSONError) -> Item {
    let first = reader.nextByte()
    switch JSONTypes(startingWith: first) {
    case .number:
      if let value = reader.passShortInteger() { return .integer(value) }
      let decimal = JSONNumber(scanned: try reader.scanNumber().text).decimal
      // Integers of up to eighteen digits have one form, regardless of their notation.
      if decimal.digits.count + decimal.exponent <= 18, let value = Int64(exactly: decimal) {
        return .integer(value)
      }
      try reader.countBox(decimal.digits.count)
      return .number(decimal)
    case .string:
      let span = try reader.scanString()
      guard span.hasEscapes else { return .text(span.bytes) }
      try reader.countBox(span.bytes.count)
      return .copy(reader.string(span).bytes)
    case .null, .boolean:
      try reader.passLiteral(first)
      return .literal(first)
    default: return .value(try JSON.read(from: &reader))
    }
  }

  private static func hash(_ item: Item) -> UInt64 {
    switch item {
    case .integer(let value): return SeededHash.hash(UInt64(bitPattern: value))
    case .number(let decimal): return UInt64(bitPattern: Int64(decimal.hashValue))
    case .text(let bytes): return hash(bytes)
    case .copy(let bytes): return bytes.withUnsafeBufferPointer { hash($0) }
    case .literal(let first): return SeededHash.hash(UInt64(first))
    case .value(let value): return UInt64(bitPattern: Int64(value.hashValue))
    }
  }

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    bytes.baseAddress.map { SeededHash.hash($0, bytes.count) } ?? 0
  }

  private static func isEqual(_ left: Item, _ right: Item) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.literal(let left), .literal(let right)): return left == right
    case (.value(let left), .value(let right)): return left == right
    default: return withText(left) { left in withText(right) { isEqual(left, $0) } ?? false } ?? false
    }
  }

  private static func isEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool
  {
    guard left.count == right.count else { return false }
    for index in 0..<left.count where left[index] != right[index] { return false }
    return true
  }

  private static func withText(_ item: Item, _ body: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool? {
    switch item {
    case .text(let bytes): body(bytes)
    case .copy(let bytes): bytes.withUnsafeBufferPointer { body($0) }
    default: nil
    }
  }
}
