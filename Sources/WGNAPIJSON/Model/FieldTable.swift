import WGNAPISupport

/// The part of a layout that is not generic: one loop over these entries serves all models.
///
/// It is immutable once made, and the fields' memory lives as long as the table.
package final class FieldTable: @unchecked Sendable {
  enum Form: Sendable {
    case object, tuple
  }

  /// What an entry says about absent keys and null.
  package enum Presence: UInt8, Sendable {
    case required, optional, nullable, lenient, optionalNullable

    package var acceptsNull: Bool { self == .nullable || self == .lenient || self == .optionalNullable }
    package var acceptsAbsence: Bool { self == .optional || self == .lenient || self == .optionalNullable }
  }

  /// How a value is read and compared: frequent types in place, all others by `operations`.
  enum Opcode: UInt8, Sendable {
    case other
    case int, int64, double, bool, string, unixTime
    case optionalInt, optionalInt64, optionalDouble, optionalBool, optionalString, optionalUnixTime
  }

  /// One entry.
  package struct Field {
    package let key: FieldKey
    let offset: Int
    let size: Int
    let alignment: Int
    let opcode: Opcode
    package let presence: Presence
    package let operations: any FieldOperations
    /// What the value must satisfy beyond its type.
    package let schema: Schema?
  }

  let form: Form
  let typeName: String
  package let fields: UnsafeMutablePointer<Field>
  /// What reading looks at first, by the fields' indices.
  let entries: UnsafeMutablePointer<FieldEntry>
  private let writtenKeys: UnsafeMutablePointer<UInt8>
  package let count: Int
  /// Tells tables apart; small.
  let number: Int
  let keys: KeyIndex
  package let additional: (offset: Int, operations: any AdditionalFieldOperations, schema: Schema?)?
  let isClosed: Bool
  let constraint: Schema?
  /// The first 64 fields that must be in the document.
  let requiredMask: UInt64
  /// The fields that come only when they are asked for by name.
  package let extraFields: Set<Int>
  /// Key paths of computed properties that stand for fields.
  let aliases: [AnyKeyPath: Int]

  init(
    form: Form, typeName: String, fields: [Field],
    additional: (offset: Int, operations: any AdditionalFieldOperations, schema: Schema?)?, isClosed: Bool,
    constraint: Schema?, extraFields: Set<Int> = [], aliases: [AnyKeyPath: Int] = [:]
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

  /// Whether an entry has the key.
  package func declares(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { keys.find($0) != nil }
  }
}

/// A key's bytes, as text and as they are written.
package struct FieldKey: @unchecked Sendable {
  /// The key's UTF-8, which lives as long as the program: it is a literal's.
  let bytes: UnsafeBufferPointer<UInt8>
  package let text: String
  /// `"key":` with escapes.
  let written: [UInt8]
  /// Whether the key stands in JSON byte for byte.
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

/// Counts upwards from 0, for any thread.
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
