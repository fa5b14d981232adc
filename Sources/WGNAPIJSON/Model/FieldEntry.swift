/// What reading looks at first: the trivial part of a field, without references that would have to be counted.
struct FieldEntry {
  /// `"key":`, as it is written, and as it mostly stands in documents. It is the table's memory.
  let written: UnsafePointer<UInt8>
  let writtenCount: Int
  /// How many bytes of a document are compared with it: none where the key has escapes, which may be spelled otherwise.
  let count: Int
  let offset: Int
  let opcode: FieldTable.Opcode
  let presence: FieldTable.Presence
  /// What the schema says of integers, or of the lengths of texts.
  let integers: ClosedRange<Int64>
  /// What it says of other numbers, without the bounds themselves.
  let doubles: (lower: Double, upper: Double)

  /// Whether the schema accepts an integer; if not, or if that isn't so simple, the schema itself has to tell.
  @inline(__always)
  func accepts(_ value: Int64) -> Bool { integers.contains(value) }

  /// Whether the schema accepts a number that was read without rounding down to zero.
  @inline(__always)
  func accepts(_ value: Double) -> Bool {
    (value > doubles.lower && value < doubles.upper) || (value == 0 && integers.contains(0))
  }

  /// Whether the schema accepts text of so many bytes, whatever characters they are.
  @inline(__always)
  func accepts(_ value: String) -> Bool {
    let count = Int64(value.utf8.count)
    // A character has up to four bytes.
    return count <= integers.upperBound && (count + 3) / 4 >= integers.lowerBound
  }

  /// Passes the key, its quotes and its colon, if they stand at `next` byte for byte.
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
  /// The keys of fields as they are written, one after the other, and an entry for each field.
  static func make(_ fields: [FieldTable.Field]) -> (
    UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<FieldEntry>
  ) {
    let size = fields.reduce(8) { $0 + $1.key.written.count }
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    // Short keys are compared by eight bytes too.
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

/// What a field's schema says of numbers and texts, as ranges; empty ones where it says more.
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
