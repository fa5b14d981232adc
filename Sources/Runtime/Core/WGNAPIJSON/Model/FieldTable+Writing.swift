import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FieldTable {
  /// Writes a value.
  func write(_ base: UnsafeRawPointer, to writer: inout JSONWriter) throws(JSONError) {
    switch form {
    case .object: try writeMembers(base, to: &writer)
    case .tuple:
      writer.beginArray()
      var end = count
      while end > leastCount, case .absent = state(end - 1, base) { end -= 1 }
      for index in 0..<end {
        writer.beginElement()
        try writeElement(index, base, to: &writer)
      }
      writer.endArray()
    }
  }

  /// Writes an element of a tuple. Most of them have their own types, so this needn't be as fast as for members.
  @inline(never)
  private func writeElement(
    _ index: Int, _ base: UnsafeRawPointer, to writer: inout JSONWriter
  ) throws(JSONError) {
    let slot = base + entries[index].offset
    let presence = entries[index].presence
    if presence.acceptsAbsence, case .absent = state(index, base) {
      guard !presence.acceptsNull else { return writer.writeNull() }
      throw JSONError(
        .notRepresentable,
        "the element at \(index) of \(typeName) is nil, but a later one isn't, so it can't be left out")
    }
    if fields[index].isSecret { return try writeSecret(index, slot, to: &writer) }
    try fields[index].operations.write(slot, to: &writer)
  }

  private func writeMembers(_ base: UnsafeRawPointer, to writer: inout JSONWriter) throws(JSONError) {
    writer.beginObject()
    if !writer.discriminators.isEmpty { writeDiscriminators(base, to: &writer) }
    for index in 0..<count {
      let entry = entries + index
      if entry.pointee.presence != .required {
        switch state(index, base) {
        case .value: break
        case .null:
          writeKey(index, to: &writer)
          writer.writeNull()
          continue
        case .absent: continue
        }
      }
      writeKey(index, to: &writer)
      try writeValue(index, base, to: &writer)
    }
    if let additional, !(additional.isSecret && writer.hidesSecrets) {
      let start = writer.count
      try additional.operations.writeMembers(base + additional.offset, to: &writer, except: declares)
      if additional.isSecret { writer.noteSecret(from: start, .members) }
    }
    writer.endObject()
  }

  @inline(never)
  private func writeDiscriminators(_ base: UnsafeRawPointer, to writer: inout JSONWriter) {
    for index in writer.discriminators.indices {
      let (key, tag) = writer.discriminators[index]
      let isOverridden = writer.discriminators[(index + 1)...].contains {
        ExactString($0.key) == ExactString(key)
      }
      guard !isOverridden, omits(key, base) else { continue }
      writer.writeKey(key)
      writer.write(tag)
    }
    writer.discriminators.removeAll(keepingCapacity: true)
  }

  /// Whether a key isn't written, because no property or additional member has it, or because its property is absent.
  private func omits(_ key: String, _ base: UnsafeRawPointer) -> Bool {
    guard let index = position(of: key) else {
      guard let additional else { return true }
      return !additional.operations.hasMember(key, base + additional.offset)
    }
    guard entries[index].presence != .required, case .absent = state(index, base) else { return false }
    return true
  }

  @inline(__always)
  private func writeKey(_ index: Int, to writer: inout JSONWriter) {
    writer.writeKey(written: entries[index].key.bytes, entries[index].writtenCount)
  }

  /// Returns the state to write: nil for a required key is null.
  private func state(_ index: Int, _ base: UnsafeRawPointer) -> FieldState {
    let entry = entries + index
    let slot = base + entry.pointee.offset
    let state: FieldState =
      switch entry.pointee.opcode {
      case .optionalInt: slot.assumingMemoryBound(to: Int?.self).pointee == nil ? .absent : .value
      case .optionalInt64: slot.assumingMemoryBound(to: Int64?.self).pointee == nil ? .absent : .value
      case .optionalDouble: slot.assumingMemoryBound(to: Double?.self).pointee == nil ? .absent : .value
      case .optionalBool: slot.assumingMemoryBound(to: Bool?.self).pointee == nil ? .absent : .value
      case .optionalString: slot.assumingMemoryBound(to: String?.self).pointee == nil ? .absent : .value
      default: fields[index].operations.state(slot)
      }
    if case .absent = state, entry.pointee.presence == .nullable { return .null }
    return state
  }

  @inline(__always)
  private func writeValue(
    _ index: Int, _ base: UnsafeRawPointer, to writer: inout JSONWriter
  ) throws(JSONError) {
    let slot = base + entries[index].offset
    switch entries[index].opcode {
    case .int: writer.writeInt64(Int64(slot.assumingMemoryBound(to: Int.self).pointee))
    case .int64: writer.writeInt64(slot.assumingMemoryBound(to: Int64.self).pointee)
    case .double: try writer.write(slot.assumingMemoryBound(to: Double.self).pointee)
    case .bool: writer.write(slot.assumingMemoryBound(to: Bool.self).pointee)
    case .string: writer.write(slot.assumingMemoryBound(to: String.self).pointee)
    case .optionalInt:
      slot.assumingMemoryBound(to: Int?.self).pointee.map { writer.writeInt64(Int64($0)) }
    case .optionalInt64: slot.assumingMemoryBound(to: Int64?.self).pointee.map { writer.writeInt64($0) }
    case .optionalString: slot.assumingMemoryBound(to: String?.self).pointee.map { writer.write($0) }
    case .secret: try writeSecret(index, slot, to: &writer)
    default: try fields[index].operations.write(slot, to: &writer)
    }
  }

  @inline(never)
  private func writeSecret(
    _ index: Int, _ slot: UnsafeRawPointer, to writer: inout JSONWriter
  ) throws(JSONError) {
    if writer.hidesSecrets { return writer.write(redactionMark) }
    let start = writer.count
    try fields[index].operations.write(slot, to: &writer)
    writer.noteSecret(from: start)
  }
}

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
    var values = ElementMemory(for: Value.self, capacity: map.count)
    let hasSecretKeys = (hidesSecrets || notesSecrets) && Key.self is any SecretNewtype.Type
    for (key, value) in map {
      keys.append(hasSecretKeys && hidesSecrets ? redactionMark : key.jsonKey)
      values.append(value)
    }
    do throws(JSONError) {
      for position in sortedPositions(of: keys) where !isDeclared(keys[position]) {
        if hasSecretKeys { writeSecretKey(keys[position]) } else { writeKey(keys[position]) }
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
