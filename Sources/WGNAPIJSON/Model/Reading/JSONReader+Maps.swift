extension JSONReader {
  /// Reads a dictionary. `value` must initialize the slot that it receives.
  @inline(__always)
  mutating func readMap<Key: JSONKey, Value>(
    _ value: (UnsafeMutablePointer<Value>, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) -> [Key: Value] {
    skipWhitespace()
    let start = offset
    guard try enterObject() else { return [:] }
    // Collect the members first, so that the dictionary is created in its final size.
    var keys = ElementMemory(stride: MemoryLayout<Key>.stride)
    var values = ElementMemory(stride: MemoryLayout<Value>.stride)
    do throws(JSONError) {
      repeat {
        let key = try keys.next(Key.self, &self)
        key.initialize(to: try mapKey())
        keys.count += 1
        let slot = try values.next(Value.self, &self)
        try value(slot, &self)
        values.count += 1
      } while try continueObject()
      try countMap(Key.self, Value.self, keys.count, collectedIn: keys.counted + values.counted)
      var map = [Key: Value](minimumCapacity: keys.count)
      while values.count > 0 {
        let key = keys.takeLast(Key.self)
        guard map.updateValue(values.takeLast(Value.self), forKey: key) == nil else {
          throw duplicate(key.jsonKey, objectOffset: start)
        }
      }
      return map
    } catch {
      keys.discard(Key.self)
      values.discard(Value.self)
      throw error
    }
  }

  @inline(__always)
  private mutating func mapKey<Key: JSONKey>() throws(JSONError) -> Key {
    let span = try scanKey()
    guard let key = span.hasEscapes ? Key(jsonKey: string(span)) : Key(jsonKeyUTF8: span.bytes) else {
      throw invalidKey(string(span), Key.self, keyOffset: keyOffset(span))
    }
    if options.unknownValues != .ignore { try checkKnownKey(key, at: keyOffset(span)) }
    return key
  }

  /// Returns the error for a key that isn't valid for the dictionary's type.
  @inline(never)
  func invalidKey<Key>(_ text: String, _ type: Key.Type, keyOffset: Int) -> JSONError {
    JSONError(.invalidValue, "\"\(text.printable)\" isn't a valid \(type)", byteOffset: keyOffset, key: text)
  }

  // MARK: Scalars

  /// Reads a dictionary of scalars with string keys into `slot`; returns false for other types without
  /// reading anything.
  @inline(__always)
  mutating func readScalarMap<Key: JSONKey, Element: JSONCoder>(
    _ key: Key.Type, _ element: Element.Type, into slot: UnsafeMutableRawPointer
  ) throws(JSONError) -> Bool {
    guard Key.self == String.self else { return false }
    if Element.self == String.self {
      slot.initializeMemory(as: [String: String].self, to: try readStringsByName())
    } else if Element.self == Int.self, Int.bitWidth == 64 {
      slot.initializeMemory(as: [String: Int].self, to: try readIntegersByName())
    } else if Element.self == Double.self {
      slot.initializeMemory(as: [String: Double].self, to: try readDoublesByName())
    } else {
      return false
    }
    return true
  }

  @inline(never)
  private mutating func readStringsByName() throws(JSONError) -> [String: String] {
    try readMap { (slot, reader) throws(JSONError) in slot.initialize(to: try reader.readString()) }
  }

  @inline(never)
  private mutating func readIntegersByName() throws(JSONError) -> [String: Int] {
    try readMap { (slot, reader) throws(JSONError) in
      slot.initialize(to: Int(truncatingIfNeeded: try reader.readNarrowInteger()))
    }
  }

  @inline(never)
  private mutating func readDoublesByName() throws(JSONError) -> [String: Double] {
    try readMap { (slot, reader) throws(JSONError) in slot.initialize(to: try reader.readDouble()) }
  }
}
