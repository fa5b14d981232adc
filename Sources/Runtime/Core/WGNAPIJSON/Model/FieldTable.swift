import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The non-generic part of a layout, so that all models share one loop over these entries.
///
/// It is immutable after its creation, and owns the memory of its fields.
package final class FieldTable: @unchecked Sendable {
  package enum Form: Sendable {
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
    /// A value that messages and descriptions don't show, with `operations`.
    case secret
  }

  /// An entry of the table.
  package struct Field {
    package let key: FieldKey
    package let offset: Int
    let size: Int
    let alignment: Int
    fileprivate(set) var opcode: Opcode
    package let presence: Presence
    package let operations: any FieldOperations
    /// The constraint on values other than null.
    package let constraint: Constraint?

    /// Whether messages and descriptions don't show the value.
    package var isSecret: Bool { opcode == .secret }

    /// Hides the value.
    mutating func hide() {
      opcode = .secret
    }
  }

  /// The dictionary for keys without a field.
  package struct Additional: Sendable {
    package let offset: Int
    package let operations: any AdditionalFieldOperations
    package let constraint: Constraint?
    package let isSecret: Bool
  }

  package let form: Form
  let typeName: String
  package let fields: UnsafeMutablePointer<Field>
  /// The data that reading needs first, by field index.
  let entries: UnsafeMutablePointer<FieldEntry>
  private let writtenKeys: UnsafeMutablePointer<UInt8>
  package let count: Int
  /// A small number that identifies the table.
  let number: Int
  let keys: KeyIndex
  package let additional: Additional?
  package let isClosed: Bool
  package let constraint: Constraint?
  /// The number of elements that a tuple needs.
  package let leastCount: Int
  /// The fields that the service omits unless a request names them.
  package let extraFields: [Int]
  /// The key paths of computed properties for fields.
  package let aliases: [(path: AnyKeyPath, index: Int)]

  init(
    form: Form, typeName: String, fields: [Field],
    additional: Additional?, isClosed: Bool,
    constraint: Constraint?, extraFields: [Int] = [], aliases: [(path: AnyKeyPath, index: Int)] = []
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
    leastCount = (fields.lastIndex { !$0.presence.acceptsAbsence } ?? -1) + 1
  }

  private static let numbers = Numbers()

  deinit {
    fields.deinitialize(count: count)
    fields.deallocate()
    entries.deallocate()
    writtenKeys.deallocate()
  }

  /// Returns whether there is an entry for the key.
  package func declares(_ key: String) -> Bool { position(of: key) != nil }

  /// The position of a key's field.
  package func position(of key: String) -> Int? {
    var key = key
    return key.withUTF8 { keys.find($0) }
  }
}

/// A key as text, and in the form in which it is written.
package struct FieldKey: Sendable {
  package let text: String
  /// The text `"key":`, with escapes.
  let written: [UInt8]
  /// Whether the key needs no escapes in JSON.
  let isPlain: Bool

  init(_ key: StaticString) {
    text = key.description
    var writer = JSONWriter()
    writer.write(text)
    var written = writer.finish()
    isPlain = written.count == text.utf8.count + 2
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

/// Equality and hashing, field by field. Padding between fields is ignored.
extension FieldTable {
  func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    for index in 0..<count where !isEqual(fields + index, left, right) { return false }
    guard let additional else { return true }
    return additional.operations.isEqual(left + additional.offset, right + additional.offset)
  }

  private func isEqual(
    _ field: UnsafePointer<Field>, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer
  ) -> Bool {
    let left = left + field.pointee.offset
    let right = right + field.pointee.offset
    return switch field.pointee.opcode {
    case .int: equal(left, right, as: Int.self)
    case .int64: equal(left, right, as: Int64.self)
    case .double: equal(left, right, as: Double.self)
    case .bool: equal(left, right, as: Bool.self)
    case .string: equal(left, right, as: String.self)
    case .optionalInt: equal(left, right, as: Int?.self)
    case .optionalInt64: equal(left, right, as: Int64?.self)
    case .optionalDouble: equal(left, right, as: Double?.self)
    case .optionalString: equal(left, right, as: String?.self)
    default: field.pointee.operations.isEqual(left, right)
    }
  }

  @inline(__always)
  private func equal<Value: Equatable>(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, as type: Value.Type
  ) -> Bool {
    left.assumingMemoryBound(to: type).pointee == right.assumingMemoryBound(to: type).pointee
  }

  func hash(_ base: UnsafeRawPointer, into hasher: inout Hasher) {
    for index in 0..<count {
      let slot = base + fields[index].offset
      switch fields[index].opcode {
      case .int: hasher.combine(slot.assumingMemoryBound(to: Int.self).pointee)
      case .int64: hasher.combine(slot.assumingMemoryBound(to: Int64.self).pointee)
      case .double: hasher.combine(slot.assumingMemoryBound(to: Double.self).pointee)
      case .bool: hasher.combine(slot.assumingMemoryBound(to: Bool.self).pointee)
      case .string: hasher.combine(slot.assumingMemoryBound(to: String.self).pointee)
      default: fields[index].operations.hash(slot, into: &hasher)
      }
    }
    additional.map { $0.operations.hash(base + $0.offset, into: &hasher) }
  }
}

/// A model with deprecated properties. These are computed, and its layout can't refer to them without a
/// warning.
public protocol DeprecatedFields {
  /// The properties' wire names and key paths.
  static var deprecatedPaths: [(name: String, path: AnyKeyPath)] { get }
}
