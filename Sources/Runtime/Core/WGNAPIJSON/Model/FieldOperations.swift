/// The table's operations on the value of a field without an opcode, independent of its type.
package protocol FieldOperations: AnyObject, Sendable {
  /// Reads a value into uninitialized memory, which stays uninitialized if an error is thrown.
  func read(into slot: UnsafeMutableRawPointer, from reader: inout JSONReader) throws(JSONError)
  /// Initializes the slot with the value for null.
  func initializeNull(_ slot: UnsafeMutableRawPointer)
  /// Initializes the slot with the value for an absent key.
  func initializeAbsent(_ slot: UnsafeMutableRawPointer)
  /// Returns whether the slot has a value, or is null or absent.
  func state(_ slot: UnsafeRawPointer) -> FieldState
  /// Writes a value that is neither null nor absent.
  func write(_ slot: UnsafeRawPointer, to writer: inout JSONWriter) throws(JSONError)
  func isEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool
  func hash(_ slot: UnsafeRawPointer, into hasher: inout Hasher)
  func deinitialize(_ slot: UnsafeMutableRawPointer)
  /// The type of the slot.
  var slotType: Any.Type { get }
  /// Returns the value as the type of the slot or, if that is a property wrapper, of the wrapped value; nil
  /// for other types.
  func load<Value>(_ slot: UnsafeRawPointer, as type: Value.Type) -> Value?
  /// The value's coder; nil for the dictionary of additional keys.
  var coder: (any JSONCoder.Type)? { get }
  /// Whether the slot may have no value.
  var isOptional: Bool { get }
}

/// The state of a field. A nil optional is `.absent`; the entry determines its JSON.
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

  // A required field is neither null nor absent, so the table never calls these.
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

/// A field that can be nil.
package final class OptionalOperations<Slot: OptionalSlot, Coder: JSONCoder>: FieldOperations
where Slot.Wrapped == Coder.Decoded {
  package init() {}

  package func read(into slot: UnsafeMutableRawPointer, from reader: inout JSONReader) throws(JSONError) {
    if Coder.readsEmptyAsNull, reader.readEmptyText() { return initializeNull(slot) }
    // A value larger than its slot is behind a reference.
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

/// A field that distinguishes an absent key from null.
final class NullableOperations<Slot: NullableSlot, Coder: JSONCoder>: FieldOperations
where Slot.Wrapped == Coder.Decoded {
  func read(into slot: UnsafeMutableRawPointer, from reader: inout JSONReader) throws(JSONError) {
    if Coder.readsEmptyAsNull, reader.readEmptyText() { return initializeNull(slot) }
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

/// The dictionary for keys without an entry. Each call of `insert` reads one member.
package protocol AdditionalFieldOperations: FieldOperations {
  /// The coder of the values.
  var valueCoder: any JSONCoder.Type { get }
  /// Whether the keys are secret.
  var hasSecretKeys: Bool { get }
  /// Returns whether there is a member with a key.
  func hasMember(_ key: String, _ slot: UnsafeRawPointer) -> Bool
  func insert(
    _ key: String, at keyOffset: Int, into slot: UnsafeMutableRawPointer, from reader: inout JSONReader
  ) throws(JSONError)
  /// Writes the members to an object that has been begun, except those whose keys have an entry.
  func writeMembers(
    _ slot: UnsafeRawPointer, to writer: inout JSONWriter, except isDeclared: (String) -> Bool
  ) throws(JSONError)
}

final class AdditionalOperations<Key: JSONKey, Coder: JSONCoder>: AdditionalFieldOperations {
  typealias Slot = [Key: Coder.Decoded]

  var valueCoder: any JSONCoder.Type { Coder.self }
  var hasSecretKeys: Bool { Key.self is any SecretNewtype.Type }

  func hasMember(_ key: String, _ slot: UnsafeRawPointer) -> Bool {
    guard let typedKey = Key(jsonKey: key) else { return false }
    return slot.assumingMemoryBound(to: Slot.self).pointee[typedKey] != nil
  }

  func insert(
    _ key: String, at keyOffset: Int, into slot: UnsafeMutableRawPointer, from reader: inout JSONReader
  ) throws(JSONError) {
    guard let typedKey = Key(jsonKey: key) else {
      let error = reader.invalidKey(key, Key.self, keyOffset: keyOffset)
      throw hasSecretKeys ? error.hidden(at: keyOffset) : error
    }
    if reader.options.unknownValues != .ignore { try reader.checkKnownKey(typedKey, at: keyOffset) }
    let value = try Coder.read(from: &reader)
    let map = slot.assumingMemoryBound(to: Slot.self)
    try reader.countMap(Key.self, Coder.Decoded.self, 1)
    guard map.pointee.updateValue(value, forKey: typedKey) == nil else {
      let error = reader.duplicate(key, keyOffset: keyOffset)
      throw hasSecretKeys ? error.hidden(at: keyOffset) : error
    }
  }

  func writeMembers(
    _ slot: UnsafeRawPointer, to writer: inout JSONWriter, except isDeclared: (String) -> Bool
  ) throws(JSONError) {
    try writer.writeMembers(of: slot.assumingMemoryBound(to: Slot.self).pointee, except: isDeclared) {
      (value, writer) throws(JSONError) in try Coder.write(value.pointee, to: &writer)
    }
  }

  // Never called for single values; members are read with `insert`.
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

extension RequiredOperations {
  package var slotType: Any.Type { Slot.self }

  package func load<Value>(_ slot: UnsafeRawPointer, as type: Value.Type) -> Value? {
    let value = slot.assumingMemoryBound(to: Slot.self).pointee
    return value as? Value ?? (value as? any BoxedValue)?.unboxed as? Value
  }

  package var coder: (any JSONCoder.Type)? { Coder.self }
  package var isOptional: Bool { false }
}

extension OptionalOperations {
  package var slotType: Any.Type { Slot.self }

  package func load<Value>(_ slot: UnsafeRawPointer, as type: Value.Type) -> Value? {
    // A cast between equal types returns the same value, including nil.
    Value.self == Slot.Wrapped?.self
      ? slot.assumingMemoryBound(to: Slot.self).pointee.slotValue as? Value : nil
  }

  package var coder: (any JSONCoder.Type)? { Coder.self }
  package var isOptional: Bool { true }
}

extension NullableOperations {
  var slotType: Any.Type { Slot.self }

  func load<Value>(_ slot: UnsafeRawPointer, as type: Value.Type) -> Value? {
    let presence = slot.assumingMemoryBound(to: Slot.self).pointee.projectedValue
    if Value.self == Presence<Slot.Wrapped>.self { return presence as? Value }
    return Value.self == Slot.Wrapped?.self ? presence.value as? Value : nil
  }

  var coder: (any JSONCoder.Type)? { Coder.self }
  var isOptional: Bool { true }
}

extension AdditionalOperations {
  var slotType: Any.Type { Slot.self }

  func load<Value>(_ slot: UnsafeRawPointer, as type: Value.Type) -> Value? {
    slot.assumingMemoryBound(to: Slot.self).pointee as? Value
  }

  var coder: (any JSONCoder.Type)? { nil }
  var isOptional: Bool { false }
}

/// A ``Boxed`` value of any type.
private protocol BoxedValue {
  var unboxed: Any { get }
}

extension Boxed: BoxedValue {
  fileprivate var unboxed: Any { wrappedValue }
}
