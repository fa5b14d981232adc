extension JSONModel {
  /// Returns a copy with another value for one property: `player.replacing(\.nickname, with: "abc")`.
  ///
  /// Use this because the properties of models are constants. The key path must refer to a stored property of
  /// the model itself. Any other path is a programming error and stops the program.
  public func replacing<Value>(_ path: KeyPath<Self, Value>, with value: Value) -> Self {
    guard let offset = MemoryLayout<Self>.offset(of: path) else {
      preconditionFailure("\(path) isn't a stored property of \(Self.self)")
    }
    // Constants can't be assigned, so create the copy in memory that isn't a value yet, as decoding does.
    let memory = UnsafeMutablePointer<Self>.allocate(capacity: 1)
    defer { memory.deallocate() }
    memory.initialize(to: self)
    let slot = (UnsafeMutableRawPointer(memory) + offset).assumingMemoryBound(to: Value.self)
    slot.deinitialize(count: 1)
    slot.initialize(to: value)
    return memory.move()
  }

  /// Returns a copy with another value for a variable property, such as a boxed one, or for a property in it.
  public func replacing<Value>(_ path: WritableKeyPath<Self, Value>, with value: Value) -> Self {
    var copy = self
    copy[keyPath: path] = value
    return copy
  }
}
