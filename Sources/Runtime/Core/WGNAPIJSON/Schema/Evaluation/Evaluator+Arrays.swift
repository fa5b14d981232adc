import WGNAPISupport

extension Evaluator {
  /// Checks and skips an array.
  mutating func array(
    _ node: NodePointer, _ plan: UnsafeMutablePointer<ArrayPlan>, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    if plan.pointee.contains != nil || plan.pointee.isUnique || plan.pointee.prefixCount > 0 || set >= 0
      || reports
    {
      return try arrayGenerally(node, plan, &reader, into: set)
    }
    return try plainArray(plan, &reader)
  }

  @inline(never)
  private mutating func arrayGenerally(
    _ node: NodePointer, _ plan: UnsafeMutablePointer<ArrayPlan>, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let start = reader.place
    var isAccepted = true
    var (count, contained) = (0, 0)
    var unique = UniqueItems()
    defer { reader.remainingMemory += unique.memory }
    var repeated: (Int, Int)?
    if try reader.enterArray() {
      repeat {
        reader.skipWhitespace()
        let element = reader.place
        if plan.pointee.isUnique, repeated == nil {
          if let earlier = try unique.insert(count, from: &reader) { repeated = (earlier, count) }
          if repeated != nil, !reports { return false }
          reader.back(to: element)
        }
        if let contains = plan.pointee.contains {
          if try isContained(contains, &reader) {
            contained += 1
            if set >= 0 { sets[set].insert(count) }
          }
          reader.back(to: element)
        }
        if try !self.element(count, plan, &reader, into: set) {
          isAccepted = false
          if !reports { return false }
        }
        count += 1
      } while try reader.continueArray()
    }
    let isContained = plan.pointee.contains == nil || plan.pointee.contained.contains(contained)
    if plan.pointee.sizes.contains(count), isContained, repeated == nil { return isAccepted }
    return reportElements(node, count, contained, repeated, start, reader)
  }

  private mutating func element(
    _ index: Int, _ plan: UnsafeMutablePointer<ArrayPlan>, _ reader: inout JSONReader, into set: Int
  ) throws(JSONError) -> Bool {
    let isAccepted: Bool
    if index < plan.pointee.prefixCount, let prefix = plan.pointee.prefix {
      isAccepted = try apply(prefix[index], below: ["prefixItems", "\(index)"], &reader)
    } else if let items = plan.pointee.items {
      isAccepted = try apply(items, below: ["items"], &reader)
    } else {
      try reader.skipValue()
      return true
    }
    if set >= 0 { sets[set].insert(index) }
    return isAccepted
  }

  private mutating func isContained(
    _ schema: NodePointer, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    let reported = report.violations.count
    let isAccepted = try apply(schema, below: ["contains"], &reader)
    if reports { report.truncate(to: reported) }
    return isAccepted
  }

  private mutating func reportElements(
    _ node: NodePointer, _ count: Int, _ contained: Int, _ repeated: (Int, Int)?, _ start: Place,
    _ reader: borrowing JSONReader
  ) -> Bool {
    guard reports else { return false }
    let assertions = node.pointee.source.takeUnretainedValue().assertions
    let hasLeast = assertions.contains { if case .minContains = $0.form { true } else { false } }
    let hasContains = assertions.contains { if case .contains = $0.form { true } else { false } }
    for keyword in assertions {
      switch keyword.form {
      case .minItems(let least) where count < least:
        _ = reject("minItems", start, reader, "\(counted(count, "element")), at least \(least) expected")
      case .maxItems(let most) where count > most:
        _ = reject("maxItems", start, reader, "\(counted(count, "element")), at most \(most) expected")
      case .contains where !hasLeast && contained < 1:
        _ = reject("contains", start, reader, "no element fits, at least 1 expected")
      case .minContains(let least) where hasContains && contained < least:
        _ = reject(
          "minContains", start, reader,
          "\(counted(contained, "element")) \(contained == 1 ? "fits" : "fit"), at least \(least) expected")
      case .maxContains(let most) where hasContains && contained > most:
        _ = reject(
          "maxContains", start, reader,
          "\(counted(contained, "element")) \(contained == 1 ? "fits" : "fit"), at most \(most) expected")
      case .uniqueItems(true):
        guard let repeated else { continue }
        _ = reject("uniqueItems", start, reader, "the elements at \(repeated.0) and \(repeated.1) are equal")
      default: break
      }
    }
    return false
  }
}

/// The elements of an array, for detecting equal ones.
///
/// Scalars are compared without creating values; arrays and objects are read. Hashes have random seeds, so
/// that no document can cause collisions.
struct UniqueItems {
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
  /// The number of bytes that the reader has counted for trees.
  private(set) var memory = 0

  /// Reads the element with an index, and returns the index of an earlier equal one; nil if there is none.
  mutating func insert(_ index: Int, from reader: inout JSONReader) throws(JSONError) -> Int? {
    let before = reader.remainingMemory
    let item = try Self.read(&reader)
    memory += before - reader.remainingMemory
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
      return .number(decimal)
    case .string:
      let span = try reader.scanString()
      return span.hasEscapes ? .copy(reader.string(span).bytes) : .text(span.bytes)
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
