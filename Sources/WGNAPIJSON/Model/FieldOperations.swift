/// What the table does with the value of one field, whatever its type; for fields the table has no opcode for.
package protocol FieldOperations: AnyObject, Sendable {
  /// Reads a value into uninitialised memory, which stays so when an error is thrown.
  func read(into slot: UnsafeMutableRawPointer, from reader: inout JSONReader) throws(JSONError)
  /// Makes the value that stands for null.
  func initializeNull(_ slot: UnsafeMutableRawPointer)
  /// Makes the value that stands for an absent key.
  func initializeAbsent(_ slot: UnsafeMutableRawPointer)
  /// What the value says about its key.
  func state(_ slot: UnsafeRawPointer) -> FieldState
  /// Writes a value that is neither null nor absent.
  func write(_ slot: UnsafeRawPointer, to writer: inout JSONWriter) throws(JSONError)
  func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool
  func hash(_ slot: UnsafeRawPointer, into hasher: inout Hasher)
  func deinitialize(_ slot: UnsafeMutableRawPointer)
  /// What the slot is.
  var slotType: Any.Type { get }
  /// What memory the slot takes.
  var slotLayout: (size: Int, alignment: Int) { get }
  /// The value as a type that is the slot's, or that of the value in a slot that is a property wrapper.
  func load<Value>(_ slot: UnsafeRawPointer, as type: Value.Type) -> Value?
  /// What reads and writes the value; nil for the map of additional keys.
  var coder: (any JSONCoder.Type)? { get }
  /// Whether the slot may be without a value.
  var isOptional: Bool { get }
}

/// Whether a field has a value. Nil of an optional is `.absent`; what that means in JSON is the entry's matter.
package enum FieldState {
  case value, null, absent
}

/// A field that always has a value.
package final class RequiredOperations<Coder: JSONCoder>: FieldOperations {
  typealias Slot = Coder.Decoded

  package init() {}

  package func read(into slot: UnsafeMutableRawPointer, from reader: inout JSONReader) throws(JSONError) {
    try Coder.read(into: slot.assumingMemoryBound(to: Slot.self), from: &reader)
  }

  // A required field has neither null nor absence; the table never asks for them.
  package func initializeNull(_ slot: UnsafeMutableRawPointer) {}
  package func initializeAbsent(_ slot: UnsafeMutableRawPointer) {}

  package func state(_ slot: UnsafeRawPointer) -> FieldState { .value }

  package func write(_ slot: UnsafeRawPointer, to writer: inout JSONWriter) throws(JSONError) {
    try Coder.write(slot.assumingMemoryBound(to: Slot.self).pointee, to: &writer)
  }

  package func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    left.assumingMemoryBound(to: Slot.self).pointee == right.assumingMemoryBound(to: Slot.self).pointee
  }

  package func hash(_ slot: UnsafeRawPointer, into hasher: inout Hasher) {
    slot.assumingMemoryBound(to: Slot.self).pointee.hash(into: &hasher)
  }

  package func deinitialize(_ slot: UnsafeMutableRawPointer) {
    slot.assumingMemoryBound(to: Slot.self).deinitialize(count: 1)
  }
}

/// A field that may be nil.
package final class OptionalOperations<Slot: OptionalSlot, Coder: JSONCoder>: FieldOperations
where Slot.Wrapped == Coder.Decoded {
  package init() {}

  package func read(into slot: UnsafeMutableRawPointer, from reader: inout JSONReader) throws(JSONError) {
    // What is larger than its slot is behind a reference.
    if MemoryLayout<Slot>.size < MemoryLayout<Slot.Wrapped>.size {
      try reader.countBox(MemoryLayout<Slot.Wrapped>.size)
    }
    slot.assumingMemoryBound(to: Slot.self).initialize(to: Slot(slotValue: try Coder.read(from: &reader)))
  }

  package func initializeNull(_ slot: UnsafeMutableRawPointer) { initializeAbsent(slot) }

  package func initializeAbsent(_ slot: UnsafeMutableRawPointer) {
    slot.assumingMemoryBound(to: Slot.self).initialize(to: Slot(slotValue: nil))
  }

  package func state(_ slot: UnsafeRawPointer) -> FieldState {
    slot.assumingMemoryBound(to: Slot.self).pointee.slotValue == nil ? .absent : .value
  }

  package func write(_ slot: UnsafeRawPointer, to writer: inout JSONWriter) throws(JSONError) {
    guard let value = slot.assumingMemoryBound(to: Slot.self).pointee.slotValue else { return }
    try Coder.write(value, to: &writer)
  }

  package func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    left.assumingMemoryBound(to: Slot.self).pointee == right.assumingMemoryBound(to: Slot.self).pointee
  }

  package func hash(_ slot: UnsafeRawPointer, into hasher: inout Hasher) {
    slot.assumingMemoryBound(to: Slot.self).pointee.hash(into: &hasher)
  }

  package func deinitialize(_ slot: UnsafeMutableRawPointer) {
    slot.assumingMemoryBound(to: Slot.self).deinitialize(count: 1)
  }
}

/// A field that tells an absent key from null.
final class NullableOperations<Slot: NullableSlot, Coder: JSONCoder>: FieldOperations
where Slot.Wrapped == Coder.Decoded {
  func read(into slot: UnsafeMutableRawPointer, from reader: inout JSONReader) throws(JSONError) {
    if MemoryLayout<Slot>.size < MemoryLayout<Slot.Wrapped>.size {
      try reader.countBox(MemoryLayout<Slot.Wrapped>.size)
    }
    let value = Slot(projectedValue: .value(try Coder.read(from: &reader)))
    slot.assumingMemoryBound(to: Slot.self).initialize(to: value)
  }

  func initializeNull(_ slot: UnsafeMutableRawPointer) {
    slot.assumingMemoryBound(to: Slot.self).initialize(to: Slot(projectedValue: .null))
  }

  func initializeAbsent(_ slot: UnsafeMutableRawPointer) {
    slot.assumingMemoryBound(to: Slot.self).initialize(to: Slot(projectedValue: .absent))
  }

  func state(_ slot: UnsafeRawPointer) -> FieldState {
    switch slot.assumingMemoryBound(to: Slot.self).pointee.projectedValue {
    case .absent: .absent
    case .null: .null
    case .value: .value
    }
  }

  func write(_ slot: UnsafeRawPointer, to writer: inout JSONWriter) throws(JSONError) {
    guard let value = slot.assumingMemoryBound(to: Slot.self).pointee.projectedValue.value else { return }
    try Coder.write(value, to: &writer)
  }

  func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    left.assumingMemoryBound(to: Slot.self).pointee == right.assumingMemoryBound(to: Slot.self).pointee
  }

  func hash(_ slot: UnsafeRawPointer, into hasher: inout Hasher) {
    slot.assumingMemoryBound(to: Slot.self).pointee.hash(into: &hasher)
  }

  func deinitialize(_ slot: UnsafeMutableRawPointer) {
    slot.assumingMemoryBound(to: Slot.self).deinitialize(count: 1)
  }
}

/// The map for keys without an entry: each call of `insert` reads one member.
package protocol AdditionalFieldOperations: FieldOperations {
  func insert(
    _ key: String, at keyOffset: Int, into slot: UnsafeMutableRawPointer, from reader: inout JSONReader
  ) throws(JSONError)
  /// Writes the members into an object that was begun, but for the keys that have an entry.
  func writeMembers(
    _ slot: UnsafeRawPointer, to writer: inout JSONWriter, except isDeclared: (String) -> Bool
  ) throws(JSONError)
}

final class AdditionalOperations<Key: JSONKey, Coder: JSONCoder>: AdditionalFieldOperations {
  typealias Slot = [Key: Coder.Decoded]

  func insert(
    _ key: String, at keyOffset: Int, into slot: UnsafeMutableRawPointer, from reader: inout JSONReader
  ) throws(JSONError) {
    guard let typedKey = Key(jsonKey: key) else {
      throw reader.invalidKey(key, Key.self, keyOffset: keyOffset)
    }
    if reader.options.unknownValues != .ignore { try reader.checkKnownKey(typedKey, at: keyOffset) }
    let value = try Coder.read(from: &reader)
    let map = slot.assumingMemoryBound(to: Slot.self)
    try reader.countMap(Key.self, Coder.Decoded.self, 1)
    guard map.pointee.updateValue(value, forKey: typedKey) == nil else {
      throw reader.duplicate(key, keyOffset: keyOffset)
    }
  }

  func writeMembers(
    _ slot: UnsafeRawPointer, to writer: inout JSONWriter, except isDeclared: (String) -> Bool
  ) throws(JSONError) {
    try writer.writeMembers(of: slot.assumingMemoryBound(to: Slot.self).pointee, except: isDeclared) {
      (value, writer) throws(JSONError) in try Coder.write(value.pointee, to: &writer)
    }
  }

  // Single values never land here; members come through `insert`.
  func read(into slot: UnsafeMutableRawPointer, from reader: inout JSONReader) throws(JSONError) {
    initializeAbsent(slot)
  }

  func initializeNull(_ slot: UnsafeMutableRawPointer) { initializeAbsent(slot) }

  func initializeAbsent(_ slot: UnsafeMutableRawPointer) {
    slot.assumingMemoryBound(to: Slot.self).initialize(to: [:])
  }

  func state(_ slot: UnsafeRawPointer) -> FieldState { .value }

  func write(_ slot: UnsafeRawPointer, to writer: inout JSONWriter) throws(JSONError) {}

  func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    left.assumingMemoryBound(to: Slot.self).pointee == right.assumingMemoryBound(to: Slot.self).pointee
  }

  func hash(_ slot: UnsafeRawPointer, into hasher: inout Hasher) {
    slot.assumingMemoryBound(to: Slot.self).pointee.hash(into: &hasher)
  }

  func deinitialize(_ slot: UnsafeMutableRawPointer) {
    slot.assumingMemoryBound(to: Slot.self).deinitialize(count: 1)
  }
}
