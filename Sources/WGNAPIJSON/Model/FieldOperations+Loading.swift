extension RequiredOperations {
  package var slotType: Any.Type { Slot.self }
  package var slotLayout: (size: Int, alignment: Int) {
    (MemoryLayout<Slot>.size, MemoryLayout<Slot>.alignment)
  }

  package func load<Value>(_ slot: UnsafeRawPointer, as type: Value.Type) -> Value? {
    let value = slot.assumingMemoryBound(to: Slot.self).pointee
    return value as? Value ?? (value as? any BoxedValue)?.unboxed as? Value
  }

  package var coder: (any JSONCoder.Type)? { Coder.self }
  package var isOptional: Bool { false }
}

extension OptionalOperations {
  package var slotType: Any.Type { Slot.self }
  package var slotLayout: (size: Int, alignment: Int) {
    (MemoryLayout<Slot>.size, MemoryLayout<Slot>.alignment)
  }

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
  var slotLayout: (size: Int, alignment: Int) { (MemoryLayout<Slot>.size, MemoryLayout<Slot>.alignment) }

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
  var slotLayout: (size: Int, alignment: Int) { (MemoryLayout<Slot>.size, MemoryLayout<Slot>.alignment) }

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
