extension JSONModel {
  /// A copy with another value of one property: `player.replacing(\.nickname, with: "abc")`.
  ///
  /// The properties of models are constants. The path must be of a property that the model stores, not of one within
  /// it; any other path is a mistake in the program and stops it.
  public func replacing<Value>(_ path: KeyPath<Self, Value>, with value: Value) -> Self {
    guard let offset = MemoryLayout<Self>.offset(of: path) else {
      preconditionFailure("\(path) is no stored property of \(Self.self)")
    }
    // A constant can't be written to, so the copy is made in memory that isn't a value yet, as a decoded one is.
    let memory = UnsafeMutablePointer<Self>.allocate(capacity: 1)
    defer { memory.deallocate() }
    memory.initialize(to: self)
    let slot = (UnsafeMutableRawPointer(memory) + offset).assumingMemoryBound(to: Value.self)
    slot.deinitialize(count: 1)
    slot.initialize(to: value)
    return memory.move()
  }

  /// A copy with another value of a property that is a variable, such as one in a box, or of one within it.
  public func replacing<Value>(_ path: WritableKeyPath<Self, Value>, with value: Value) -> Self {
    var copy = self
    copy[keyPath: path] = value
    return copy
  }
}
