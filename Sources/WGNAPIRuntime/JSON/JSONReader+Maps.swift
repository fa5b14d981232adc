extension JSONReader {
  /// Reads a map; `value` initializes the slot that it is given.
  @inline(__always)
  mutating func readMap<Key: JSONKey, Value>(
    _ value: (UnsafeMutablePointer<Value>, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) -> [Key: Value] {
    skipWhitespace()
    let start = offset
    guard try enterObject() else { return [:] }
    // Collected first, so that the dictionary is made in its final size.
    var keys = ListBuffer<Key>()
    var values = ListBuffer<Value>()
    repeat {
      let span = try scanKey()
      guard let key = span.hasEscapes ? Key(jsonKey: string(span)) : Key(jsonKeyUTF8: span.bytes) else {
        let text = string(span)
        throw JSONError(
          .invalidValue, "\"\(text.printable)\" is no \(Key.self)", byteOffset: start, key: text)
      }
      keys.append(key)
      try value(values.slot, &self)
      values.advance()
    } while try continueObject()
    return try dictionary(&keys, &values, objectOffset: start)
  }

  @inline(__always)
  private func dictionary<Key: JSONKey, Value>(
    _ keys: inout ListBuffer<Key>, _ values: inout ListBuffer<Value>, objectOffset: Int
  ) throws(JSONError) -> [Key: Value] {
    let keys = keys.finish()
    let values = values.finish()
    var map = [Key: Value](minimumCapacity: keys.count)
    for index in keys.indices where map.updateValue(values[index], forKey: keys[index]) != nil {
      throw duplicate(keys[index].jsonKey, objectOffset: objectOffset)
    }
    return map
  }

  // MARK: Scalars

  /// Reads a map of scalars by their names into `slot`, if it is one; false for other types, and nothing is read.
  @inline(__always)
  mutating func readScalarMap<Key: JSONKey, Element: JSONCoder>(
    _ key: Key.Type, _ element: Element.Type, into slot: UnsafeMutableRawPointer
  ) throws(JSONError) -> Bool {
    guard Key.self == String.self else { return false }
    if Element.self == String.self {
      slot.initializeMemory(as: [String: String].self, to: try readStringsByName())
    } else if Element.self == Int64.self || (Element.self == Int.self && Int.bitWidth == 64) {
      slot.initializeMemory(as: [String: Int64].self, to: try readIntegersByName())
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
  private mutating func readIntegersByName() throws(JSONError) -> [String: Int64] {
    try readMap { (slot, reader) throws(JSONError) in slot.initialize(to: try reader.readInt64()) }
  }

  @inline(never)
  private mutating func readDoublesByName() throws(JSONError) -> [String: Double] {
    try readMap { (slot, reader) throws(JSONError) in slot.initialize(to: try reader.readDouble()) }
  }
}
