import WGNAPIJSON
import WGNAPISupport

// Arrays and objects with constraints only on their parts, the number of parts and the keys, without reports.
// The reader's position is in a register while scalars are skipped in place.
extension Evaluator {
  /// Checks and skips an array.
  mutating func plainArray(
    _ plan: UnsafeMutablePointer<ArrayChecks>, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    let sizes = plan.pointee.sizes
    guard try reader.enterArray() else { return sizes.contains(0) }
    var count = 0
    var next = reader.position
    let end = reader.end
    if let items = plan.pointee.items {
      let shortcut = items.pointee.shortcut
      repeat {
        if try !passPart(items, shortcut, &next, end, &reader) { return false }
        count += 1
      } while try reader.continueArray(&next)
    } else {
      repeat {
        try reader.skipValue()
        count += 1
      } while try reader.continueArray()
    }
    return sizes.contains(count)
  }

  /// Checks and skips an object.
  mutating func plainObject(
    _ plan: UnsafeMutablePointer<ObjectChecks>, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    reader.skipWhitespace()
    var keys = MemberKeys(
      start: reader.position, count: plan.pointee.count, firstKey: self.keys.count,
      seen: SeenKeys(words: words.count), successors: keyOrder.successors(plan.pointee.number))
    if keys.count > 64 { words.append(contentsOf: repeatElement(0, count: plan.pointee.wordCount - 1)) }
    var isAccepted = try plainMembers(plan, &keys, &reader)
    let required = plan.pointee.required.pointee
    isAccepted =
      isAccepted && plan.pointee.sizes.contains(keys.ordinal) && keys.seen.first & required == required
    if isAccepted, keys.count > 64 { isAccepted = hasRequired(plan, keys.seen) }
    if keys.count > 64 { words.removeSubrange(keys.seen.words...) }
    if self.keys.count > keys.firstKey { self.keys.end(at: keys.firstKey) }
    return isAccepted
  }

  @inline(__always)
  private mutating func plainMembers(
    _ plan: UnsafeMutablePointer<ObjectChecks>, _ keys: inout MemberKeys, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    guard try reader.enterObject() else { return true }
    let properties = plan.pointee.properties
    let end = reader.end
    var next = reader.position
    repeat {
      JSONReader.skipWhitespace(&next, end)
      keys.ordinal += 1
      let isExpected = keys.expected < keys.count && properties[keys.expected].key.pass(&next, end)
      if !isExpected {
        reader.position = next
        let isNamed = try readKey(plan, &keys, &reader)
        next = reader.position
        if !isNamed {
          reader.skipWhitespace()
          if let schema = plan.pointee.additional {
            next = reader.position
            if try !passPart(schema, schema.pointee.shortcut, &next, end, &reader) { return false }
          } else {
            try reader.skipValue()
            next = reader.position
          }
          continue
        }
      }
      let index = keys.expected
      guard see(index, &keys.seen) else {
        reader.position = next
        throw duplicate(index, plan, keys.start, reader)
      }
      keys.previous = index
      keys.expected = keys.successors.map { Int($0[index + 1]) } ?? index + 1
      if let schema = properties[index].target {
        if try !passPart(schema, properties[index].shortcut, &next, end, &reader) { return false }
      } else {
        reader.position = next
        try reader.skipValue()
        next = reader.position
      }
    } while try reader.continueObject(&next)
    return true
  }

  /// Skips an element or a member's value; returns false if it is rejected.
  @inline(__always)
  private mutating func passPart(
    _ schema: NodePointer, _ shortcut: Shortcut, _ next: inout UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    JSONReader.skipWhitespace(&next, end)
    if shortcut.pass(&next, end) { return true }
    reader.position = next
    let isAccepted: Bool
    if shortcut.kind == .string, next < end, next.pointee == UInt8(ascii: "\"") {
      isAccepted = shortcut.accepts(try reader.scanString())
    } else {
      isAccepted = try visit(schema.pointee.target ?? schema, &reader, into: -1)
    }
    next = reader.position
    return isAccepted
  }

  /// Reads a key other than the expected one; returns false if the schema doesn't name it.
  @inline(never)
  mutating func readKey(
    _ plan: UnsafeMutablePointer<ObjectChecks>, _ keys: inout MemberKeys, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    let span = try reader.scanKey()
    let index = Self.find(span, plan, &reader)
    if index >= 0 {
      keys.successors = keyOrder.learn(
        index, at: keys.previous + 1, number: plan.pointee.number, count: plan.pointee.count)
      keys.expected = index
      return true
    }
    guard self.keys.insert(span, &reader, from: keys.firstKey) else {
      throw reader.duplicate(reader.string(span), objectOffset: keys.start - reader.base)
    }
    return false
  }

  @inline(never)
  func duplicate(
    _ index: Int, _ plan: UnsafeMutablePointer<ObjectChecks>, _ start: UnsafePointer<UInt8>,
    _ reader: borrowing JSONReader
  ) -> JSONError {
    let text = plan.pointee.keys.takeUnretainedValue().texts[index]
    return reader.duplicate(text, objectOffset: start - reader.base)
  }

  /// The state of reading an object's members.
  struct MemberKeys {
    /// The beginning of the object.
    let start: UnsafePointer<UInt8>
    /// The number of keys that the schema names.
    let count: Int
    /// The index of the object's first key among those that the schemas don't name.
    let firstKey: Int
    var seen: SeenKeys
    /// Similar objects mostly have their keys in the same order, so the next one in it is tried first.
    var successors: UnsafeMutablePointer<UInt32>?
    var expected: Int
    var previous = -1
    /// The number of members so far.
    var ordinal = 0

    @inline(__always)
    init(
      start: UnsafePointer<UInt8>, count: Int, firstKey: Int, seen: SeenKeys,
      successors: UnsafeMutablePointer<UInt32>?
    ) {
      self.start = start
      self.count = count
      self.firstKey = firstKey
      self.seen = seen
      self.successors = successors
      expected = successors.map { Int($0[0]) } ?? 0
    }
  }
}

extension Shortcut {
  /// Returns whether a text is certainly accepted. Call it only for the type of this shortcut.
  @inline(__always)
  func accepts(_ span: StringSpan) -> Bool {
    span.isLength(
      in: Bounds(
        lower: Int(clamping: bounds.integers.lower), upper: Int(clamping: bounds.integers.upper)))
  }
}

extension Shortcut {
  /// Skips a number, a boolean or null that is certainly accepted; otherwise returns false and skips nothing.
  /// White space must have been skipped.
  @inline(__always)
  func pass(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    var after = next
    switch kind {
    case .integer:
      if let value = JSONReader.plainInt64(&after, end), bounds.accepts(value) {
        next = after
        return true
      }
    case .number:
      if let value = JSONReader.plainDouble(&after, end), bounds.accepts(value) {
        next = after
        return true
      }
    case .anyNumber: if Self.passNumber(&next, end) { return true }
    case .boolean: if Self.passBoolean(&next, end) { return true }
    case .none, .string: break
    }
    return acceptsNull && Self.passNull(&next, end)
  }

  @inline(__always)
  private static func passNull(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    guard end - next >= 4, word(next) == 0x6C6C_756E else { return false }
    next += 4
    return true
  }

  @inline(__always)
  private static func passBoolean(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    guard end - next >= 5 else { return false }
    if word(next) == 0x6575_7274 {
      next += 4
      return true
    }
    guard next.pointee == UInt8(ascii: "f"), word(next + 1) == 0x6573_6C61 else { return false }
    next += 5
    return true
  }

  /// Returns four bytes as a word, the first in the lowest byte.
  @inline(__always)
  private static func word(_ start: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
  }

  // MARK: Numbers

  /// Skips a number of any length without computing its value.
  @inline(__always)
  private static func passNumber(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    var after = next
    guard after < end else { return false }
    if after.pointee == UInt8(ascii: "-") { after += 1 }
    let integer = after
    skipDigits(&after, end)
    guard after > integer, integer.pointee != UInt8(ascii: "0") || after == integer + 1 else { return false }
    if after < end, after.pointee == UInt8(ascii: ".") {
      after += 1
      let fraction = after
      skipDigits(&after, end)
      guard after > fraction else { return false }
    }
    if after < end, after.pointee | 0x20 == UInt8(ascii: "e") { return false }
    next = after
    return true
  }

  @inline(__always)
  private static func skipDigits(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) {
    while end - next >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
      let digits = word ^ 0x3030_3030_3030_3030
      // Set the high bit of each byte that isn't a digit, up to the first one; carries affect only the bytes
      // after it.
      let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
      guard others == 0 else {
        next += others.trailingZeroBitCount >> 3
        return
      }
      next += 8
    }
    while next < end, next.pointee.isDigit { next += 1 }
  }
}

extension JSONReader {
  /// Returns whether another element follows one that ended at `next`. If none does, sets the reader's
  /// position.
  @inline(__always)
  package mutating func continueArray(_ next: inout UnsafePointer<UInt8>) throws(JSONError) -> Bool {
    Self.skipWhitespace(&next, end)
    if next < end, next.pointee == UInt8(ascii: ",") {
      next += 1
      return true
    }
    position = next
    return try continueArray()
  }
}
