/// The data of a field that reading needs first, without references that would have to be counted.
struct FieldEntry {
  /// The key in its most common form, `"key":`, which is also the form in which it is written. The table owns
  /// this memory.
  let written: UnsafePointer<UInt8>
  let writtenCount: Int
  /// The number of bytes to compare with a document; 0 if the key has escapes, which can be spelled
  /// differently.
  let count: Int
  let offset: Int
  let opcode: FieldTable.Opcode
  let presence: FieldTable.Presence
  /// The range allowed by the schema: of integers, or of lengths of text.
  let integers: ClosedRange<Int64>
  /// The range of other numbers allowed by the schema, excluding its bounds.
  let doubles: (lower: Double, upper: Double)

  /// Returns whether the schema accepts an integer. If false, the schema itself must decide.
  @inline(__always)
  func accepts(_ value: Int64) -> Bool { integers.contains(value) }

  /// Returns whether the schema accepts a number that wasn't rounded down to zero.
  @inline(__always)
  func accepts(_ value: Double) -> Bool {
    (value > doubles.lower && value < doubles.upper) || (value == 0 && integers.contains(0))
  }

  /// Returns whether the schema accepts text with this number of bytes, whatever its characters are.
  @inline(__always)
  func accepts(_ value: String) -> Bool {
    let count = Int64(value.utf8.count)
    // A character has up to four bytes.
    return count <= integers.upperBound && (count + 3) / 4 >= integers.lowerBound
  }

  /// Skips the key with quotes and colon if it is at `next`, byte for byte; otherwise returns false.
  @inline(__always)
  func pass(_ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    guard count > 0, end - next >= max(count, 8) else { return false }
    let here = UnsafeRawPointer(next)
    let key = UnsafeRawPointer(written)
    if count >= 8 {
      var index = 0
      while index + 8 <= count {
        guard load(here, index) == load(key, index) else { return false }
        index += 8
      }
      guard load(here, count - 8) == load(key, count - 8) else { return false }
    } else {
      let mask = UInt64.max >> UInt64(64 - 8 * count)
      guard (UInt64(littleEndian: load(here, 0)) ^ UInt64(littleEndian: load(key, 0))) & mask == 0 else {
        return false
      }
    }
    next += count
    return true
  }

  @inline(__always)
  private func load(_ start: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    (start + offset).loadUnaligned(as: UInt64.self)
  }
}

extension FieldEntry {
  /// Returns the keys of fields in the form in which they are written, and an entry for each field.
  static func make(_ fields: [FieldTable.Field]) -> (
    UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<FieldEntry>
  ) {
    let size = fields.reduce(8) { $0 + $1.key.written.count }
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    // Padding, because short keys are also compared eight bytes at a time.
    text.initialize(repeating: 0, count: size)
    let entries = UnsafeMutablePointer<FieldEntry>.allocate(capacity: max(fields.count, 1))
    var next = text
    for (index, field) in fields.enumerated() {
      let written = field.key.written
      written.withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { next.update(from: start, count: bytes.count) }
      }
      let limits = Limits(field)
      (entries + index).initialize(
        to: FieldEntry(
          written: next, writtenCount: written.count, count: field.key.isPlain ? written.count : 0,
          offset: field.offset, opcode: field.opcode, presence: field.presence,
          integers: limits.integers, doubles: limits.doubles))
      next += written.count
    }
    return (text, entries)
  }
}

/// The limits of a field's schema for numbers and text as ranges; empty if the schema has other constraints.
private struct Limits {
  var integers = Int64.max...Int64.max
  var doubles: (lower: Double, upper: Double) = (.infinity, .infinity)

  init(_ field: FieldTable.Field) {
    guard let schema = field.schema else {
      integers = .min ... .max
      doubles = (-.infinity, .infinity)
      return
    }
    switch (schema.simpleCheck, field.opcode) {
    case (.integerRange(let range), .int), (.integerRange(let range), .optionalInt),
      (.integerRange(let range), .int64), (.integerRange(let range), .optionalInt64):
      integers = range
    case (.numberRange(let range, let others), .int), (.numberRange(let range, let others), .optionalInt),
      (.numberRange(let range, let others), .int64), (.numberRange(let range, let others), .optionalInt64),
      (.numberRange(let range, let others), .double), (.numberRange(let range, let others), .optionalDouble):
      integers = range
      doubles = others
    case (.stringLength(let range), .string), (.stringLength(let range), .optionalString):
      integers = Int64(range.lowerBound)...Int64(range.upperBound)
    default: break
    }
  }
}
