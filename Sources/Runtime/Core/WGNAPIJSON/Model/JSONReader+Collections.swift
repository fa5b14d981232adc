/// Arrays of the most common scalars. The general implementation looks up the type of each element, which
/// takes longer than reading a few numbers.
extension JSONReader {
  /// Reads an array into `slot` if `Element` is one of these scalars; returns false for other types without
  /// reading anything.
  @inline(__always)
  mutating func readScalars<Element: JSONCoder>(
    _ type: Element.Type, into slot: UnsafeMutableRawPointer
  ) throws(JSONError) -> Bool {
    if Element.self == String.self {
      slot.initializeMemory(as: [String].self, to: try readStrings())
    } else if Element.self == Int.self, Int.bitWidth == 64 {
      slot.initializeMemory(as: [Int].self, to: try readIntegers())
    } else if Element.self == Double.self {
      slot.initializeMemory(as: [Double].self, to: try readDoubles())
    } else {
      return false
    }
    return true
  }

  @inline(never)
  private mutating func readStrings() throws(JSONError) -> [String] {
    try readList { (reader) throws(JSONError) in try reader.readString() }
  }

  @inline(never)
  private mutating func readIntegers() throws(JSONError) -> [Int] {
    try readList { (reader) throws(JSONError) in Int(truncatingIfNeeded: try reader.readInt64()) }
  }

  @inline(never)
  private mutating func readDoubles() throws(JSONError) -> [Double] {
    try readList { (reader) throws(JSONError) in try reader.readDoubleInPlace() }
  }

  /// Elements are collected on the stack, so that a short array is allocated once and in its final size.
  @inline(__always)
  private mutating func readList<Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> [Value] {
    guard try enterArray() else { return [] }
    var list: [Value] = []
    let failure: JSONError? = withUnsafeTemporaryAllocation(of: Value.self, capacity: Self.collected) {
      buffer in
      guard let start = buffer.baseAddress else {
        return JSONError(.outOfRange, "not enough memory for a list")
      }
      var count = 0
      defer { (start).deinitialize(count: count) }
      do throws(JSONError) {
        repeat {
          if count == Self.collected {
            try countArray(Value.self, count)
            list.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
            start.deinitialize(count: count)
            count = 0
          }
          (start + count).initialize(to: try read(&self))
          count += 1
        } while try continueArray()
        try countArray(Value.self, count)
      } catch {
        return error
      }
      if list.isEmpty {
        list = Array(UnsafeBufferPointer(start: start, count: count))
      } else {
        list.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
      }
      return nil
    }
    if let failure { throw failure }
    return list
  }

  /// The number of elements to collect before creating an array.
  private static var collected: Int { 64 }
}

extension JSONReader {
  /// Reads a dictionary. `value` must initialize the slot that it receives.
  @inline(__always)
  mutating func readMap<Key: JSONKey, Value>(
    _ value: (UnsafeMutablePointer<Value>, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) -> [Key: Value] {
    skipWhitespace()
    let start = offset
    let count = violations.count
    defer {
      if violations.count > count, Key.self is any SecretNewtype.Type {
        moveViolations(from: count, to: start)
      }
    }
    guard try enterObject() else { return [:] }
    // Collect the members first, so that the dictionary is created in its final size.
    var keys = ElementMemory(for: Key.self)
    var values = ElementMemory(for: Value.self)
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
      throw Key.self is any SecretNewtype.Type ? error.hidden(at: start) : error
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
    JSONError(
      .invalidValue, "\"\(quoted(text))\" isn't a valid \(type)", byteOffset: keyOffset, key: shownKey(text))
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
      slot.initialize(to: Int(truncatingIfNeeded: try reader.readInt64OutOfLine()))
    }
  }

  @inline(never)
  private mutating func readDoublesByName() throws(JSONError) -> [String: Double] {
    try readMap { (slot, reader) throws(JSONError) in slot.initialize(to: try reader.readDouble()) }
  }
}

extension JSONReader {
  /// Ignores, reports or rejects a value that its type doesn't know, depending on the options.
  ///
  /// - Parameters:
  ///   - keyword: The keyword of the report. Its keyword location is empty, because no keyword of a schema is
  ///     violated.
  ///   - key: The key, if `offset` is the position of a key.
  ///   - message: The unknown value and the known ones.
  @inline(never)
  mutating func reportUnknownValue(
    at offset: Int, keyword: String = "enum", key: String? = nil, _ message: () -> String
  ) throws(JSONError) {
    switch options.unknownValues {
    case .ignore: break
    case .report: keep(Violation(keyword: keyword, message: message(), byteOffset: offset))
    case .reject:
      guard let key else { throw JSONError(.unknownValue, message(), byteOffset: offset) }
      throw JSONError(.unknownValue, message(), byteOffset: offset, key: key)
    }
  }

  /// Reports a value that its enumeration doesn't know.
  @inline(never)
  mutating func checkKnown<Value: OpenEnumeration>(
    _ value: Value, at offset: Int, key: String? = nil
  ) throws(JSONError) {
    guard !value.isKnown else { return }
    let found = hidesValues ? redactionMark : shown(value)
    try reportUnknownValue(at: offset, key: key) {
      let known = Value.allCases.prefix(8).map { shown($0) }.joined(separator: ", ")
      return
        "\(Value.self) does not know \(found), only \(known)\(Value.allCases.count > 8 ? ", …" : "")"
    }
  }

  /// Reports a dictionary key that its enumeration doesn't know.
  mutating func checkKnownKey<Key: JSONKey>(_ key: Key, at offset: Int) throws(JSONError) {
    guard let value = key as? any OpenEnumeration else { return }
    try checkKnown(value, at: offset, key: key.jsonKey)
  }
}

/// Returns the JSON of a value, shortened for a message.
private func shown<Value: OpenEnumeration>(_ value: Value) -> String {
  ((try? JSON(encoding: value.rawValue)) ?? .null).description.printable
}
