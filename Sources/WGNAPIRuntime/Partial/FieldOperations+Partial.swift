extension RequiredOperations {
  var slotType: Any.Type { Slot.self }
  var slotLayout: (size: Int, alignment: Int) { (MemoryLayout<Slot>.size, MemoryLayout<Slot>.alignment) }

  func load<Value>(_ slot: UnsafeRawPointer, as type: Value.Type) -> Value? {
    let value = slot.assumingMemoryBound(to: Slot.self).pointee
    return value as? Value ?? (value as? any BoxedValue)?.unboxed as? Value
  }

  func partialOperations() -> (any FieldOperations)? {
    func operations<Container: ModelContainer>(_ container: Container.Type) -> any FieldOperations {
      RequiredOperations<Container.PartialCoder>()
    }
    return (Coder.self as? any ModelContainer.Type).map { operations($0) }
  }
}

extension OptionalOperations {
  var slotType: Any.Type { Slot.self }
  var slotLayout: (size: Int, alignment: Int) { (MemoryLayout<Slot>.size, MemoryLayout<Slot>.alignment) }

  func load<Value>(_ slot: UnsafeRawPointer, as type: Value.Type) -> Value? {
    // A cast between equal types gives the value as it is, nil included.
    Value.self == Slot.Wrapped?.self
      ? slot.assumingMemoryBound(to: Slot.self).pointee.slotValue as? Value : nil
  }

  func partialOperations() -> (any FieldOperations)? { optionalOperations(Coder.self) }
}

extension NullableOperations {
  var slotType: Any.Type { Slot.self }
  var slotLayout: (size: Int, alignment: Int) { (MemoryLayout<Slot>.size, MemoryLayout<Slot>.alignment) }

  func load<Value>(_ slot: UnsafeRawPointer, as type: Value.Type) -> Value? {
    let presence = slot.assumingMemoryBound(to: Slot.self).pointee.projectedValue
    if Value.self == Presence<Slot.Wrapped>.self { return presence as? Value }
    return Value.self == Slot.Wrapped?.self ? presence.value as? Value : nil
  }

  func partialOperations() -> (any FieldOperations)? { optionalOperations(Coder.self) }
}

extension AdditionalOperations {
  var slotType: Any.Type { Slot.self }
  var slotLayout: (size: Int, alignment: Int) { (MemoryLayout<Slot>.size, MemoryLayout<Slot>.alignment) }

  func load<Value>(_ slot: UnsafeRawPointer, as type: Value.Type) -> Value? {
    slot.assumingMemoryBound(to: Slot.self).pointee as? Value
  }

  func partialOperations() -> (any FieldOperations)? { nil }
}

/// A partial value keeps no difference between absent and null: both are nil.
private func optionalOperations(_ coder: any JSONCoder.Type) -> (any FieldOperations)? {
  func operations<Container: ModelContainer>(_ container: Container.Type) -> any FieldOperations {
    OptionalOperations<Container.PartialCoder.Decoded?, Container.PartialCoder>()
  }
  return (coder as? any ModelContainer.Type).map { operations($0) }
}

/// A ``Boxed`` of any type.
private protocol BoxedValue {
  var unboxed: Any { get }
}

extension Boxed: BoxedValue {
  fileprivate var unboxed: Any { wrappedValue }
}
