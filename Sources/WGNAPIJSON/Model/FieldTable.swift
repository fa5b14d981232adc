import WGNAPISupport

/// The non-generic part of a layout, so that all models share one loop over these entries.
///
/// It is immutable after its creation, and owns the memory of its fields.
package final class FieldTable: @unchecked Sendable {
  enum Form: Sendable {
    case object, tuple
  }

  /// How an entry handles absent keys and null.
  package enum Presence: UInt8, Sendable {
    case required, optional, nullable, lenient, optionalNullable

    package var acceptsNull: Bool { self == .nullable || self == .lenient || self == .optionalNullable }
    package var acceptsAbsence: Bool { self == .optional || self == .lenient || self == .optionalNullable }
  }

  /// How to read and compare a value: in place for common types, with `operations` for all others.
  enum Opcode: UInt8, Sendable {
    case other
    case int, int64, double, bool, string, unixTime
    case optionalInt, optionalInt64, optionalDouble, optionalBool, optionalString, optionalUnixTime
  }

  /// An entry of the table.
  package struct Field {
    package let key: FieldKey
    let offset: Int
    let size: Int
    let alignment: Int
    let opcode: Opcode
    package let presence: Presence
    package let operations: any FieldOperations
    /// The constraint in addition to those of the value's type.
    package let schema: Schema?
  }

  let form: Form
  let typeName: String
  package let fields: UnsafeMutablePointer<Field>
  /// The data that reading needs first, by field index.
  let entries: UnsafeMutablePointer<FieldEntry>
  private let writtenKeys: UnsafeMutablePointer<UInt8>
  package let count: Int
  /// A small number that identifies the table.
  let number: Int
  let keys: KeyIndex
  package let additional: (offset: Int, operations: any AdditionalFieldOperations, schema: Schema?)?
  let isClosed: Bool
  let constraint: Schema?
  /// The required fields among the first 64.
  let requiredMask: UInt64
  /// The fields that the service omits unless a request names them.
  package let extraFields: [Int]
  /// The key paths of computed properties for fields.
  let aliases: [(path: AnyKeyPath, index: Int)]

  init(
    form: Form, typeName: String, fields: [Field],
    additional: (offset: Int, operations: any AdditionalFieldOperations, schema: Schema?)?, isClosed: Bool,
    constraint: Schema?, extraFields: [Int] = [], aliases: [(path: AnyKeyPath, index: Int)] = []
  ) {
    self.extraFields = extraFields
    self.aliases = aliases
    self.form = form
    self.typeName = typeName
    self.fields = .allocate(capacity: max(fields.count, 1))
    _ = UnsafeMutableBufferPointer(start: self.fields, count: fields.count).initialize(from: fields)
    (writtenKeys, entries) = FieldEntry.make(fields)
    count = fields.count
    number = Self.numbers.next()
    keys = KeyIndex(form == .object ? fields.map(\.key.text) : [])
    self.additional = additional
    self.isClosed = isClosed
    self.constraint = constraint
    var mask: UInt64 = 0
    for (index, field) in fields.prefix(64).enumerated() where !field.presence.acceptsAbsence {
      mask |= 1 << UInt64(index)
    }
    requiredMask = mask
  }

  private static let numbers = Numbers()

  deinit {
    fields.deinitialize(count: count)
    fields.deallocate()
    entries.deallocate()
    writtenKeys.deallocate()
  }

  /// Returns whether there is an entry for the key.
  package func declares(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { keys.find($0) != nil }
  }
}

/// A key as bytes, as text, and in the form in which it is written.
package struct FieldKey: @unchecked Sendable {
  /// The UTF-8 of the key. It is that of a literal, so it is never freed.
  let bytes: UnsafeBufferPointer<UInt8>
  package let text: String
  /// The text `"key":`, with escapes.
  let written: [UInt8]
  /// Whether the key needs no escapes in JSON.
  let isPlain: Bool

  init(_ key: StaticString) {
    text = key.description
    if key.hasPointerRepresentation {
      bytes = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    } else {
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
      _ = copy.initialize(from: text.utf8)
      bytes = UnsafeBufferPointer(copy)
    }
    var writer = JSONWriter()
    writer.write(text)
    var written = writer.finish()
    isPlain = written.count == bytes.count + 2
    written.append(UInt8(ascii: ":"))
    self.written = written
  }
}

/// A thread-safe counter that starts at 0.
private final class Numbers: @unchecked Sendable {
  private let mutex = Mutex()
  private var last = -1

  func next() -> Int {
    mutex.withLock {
      last += 1
      return last
    }
  }
}
