import WGNAPISupport

extension JSONWriter {
  // MARK: Lists

  /// Writes an array, calling `write` with the address of each element, without copying it.
  @inline(__always)
  mutating func writeElements<Element>(
    of list: [Element], _ write: (UnsafePointer<Element>, inout JSONWriter) throws(JSONError) -> Void
  ) throws(JSONError) {
    beginArray()
    let failure: JSONError? = list.withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return nil }
      do throws(JSONError) {
        for index in 0..<elements.count {
          if index > 0 { append(UInt8(ascii: ",")) }
          try write(start + index, &self)
        }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    endArray()
  }

  // MARK: Maps

  /// Writes members to an object that has been begun, in the order of their keys, so that equal dictionaries
  /// have equal bytes.
  @inline(__always)
  mutating func writeMembers<Key: JSONKey, Value>(
    of map: [Key: Value], except isDeclared: (String) -> Bool = { _ in false },
    _ write: (UnsafePointer<Value>, inout JSONWriter) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard !map.isEmpty else { return }
    var keys: [String] = []
    keys.reserveCapacity(map.count)
    var values = ElementMemory(stride: MemoryLayout<Value>.stride, capacity: map.count)
    for (key, value) in map {
      keys.append(key.jsonKey)
      values.append(value)
    }
    do throws(JSONError) {
      for position in sortedPositions(of: keys) where !isDeclared(keys[position]) {
        writeKey(keys[position])
        try write(values.element(position, Value.self), &self)
      }
    } catch {
      values.discard(Value.self)
      throw error
    }
    values.discard(Value.self)
  }

  // MARK: Scalars

  /// Writes an array of the most common scalars; returns false for other types without writing anything. It
  /// also returns false for numbers that JSON can't represent, so that the general implementation reports the
  /// error.
  @inline(__always)
  mutating func writeScalars<Element: JSONCoder>(_ list: [Element.Decoded], _ type: Element.Type) -> Bool {
    if Element.self == String.self {
      writeStrings(unsafeBitCast(list, to: [String].self))
    } else if Element.self == Int.self {
      writeIntegers(unsafeBitCast(list, to: [Int].self))
    } else if Element.self == Double.self {
      return writeDoubles(unsafeBitCast(list, to: [Double].self))
    } else {
      return false
    }
    return true
  }

  @inline(never)
  private mutating func writeStrings(_ list: [String]) {
    beginArray()
    for index in list.indices {
      if index > 0 { append(UInt8(ascii: ",")) }
      write(list[index])
    }
    endArray()
  }

  @inline(never)
  private mutating func writeIntegers(_ list: [Int]) {
    beginArray()
    for index in list.indices {
      if index > 0 { append(UInt8(ascii: ",")) }
      writeInt64(Int64(list[index]))
    }
    endArray()
  }

  @inline(never)
  private mutating func writeDoubles(_ list: [Double]) -> Bool {
    guard list.allSatisfy(\.isFinite) else { return false }
    beginArray()
    for index in list.indices {
      if index > 0 { append(UInt8(ascii: ",")) }
      writeFinite(list[index])
    }
    endArray()
    return true
  }

  /// Writes the members of a dictionary with string keys and integers or strings as values; returns false for
  /// other types without writing anything.
  @inline(__always)
  mutating func writeScalarMembers<Key: JSONKey, Element: JSONCoder>(
    _ map: [Key: Element.Decoded], _ key: Key.Type, _ element: Element.Type
  ) -> Bool {
    guard Key.self == String.self else { return false }
    if Element.self == Int.self {
      writeIntegerMembers(unsafeBitCast(map, to: [String: Int].self))
    } else if Element.self == String.self {
      writeStringMembers(unsafeBitCast(map, to: [String: String].self))
    } else {
      return false
    }
    return true
  }

  @inline(never)
  private mutating func writeIntegerMembers(_ map: [String: Int]) {
    let members = Array(map)
    for position in sortedPositions(of: members.map(\.key)) {
      writeKey(members[position].key)
      writeInt64(Int64(members[position].value))
    }
  }

  @inline(never)
  private mutating func writeStringMembers(_ map: [String: String]) {
    let members = Array(map)
    for position in sortedPositions(of: members.map(\.key)) {
      writeKey(members[position].key)
      write(members[position].value)
    }
  }
}
