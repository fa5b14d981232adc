#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FieldTable {
  /// Reads a value into uninitialized memory. If an error is thrown, the memory is uninitialized again.
  func read(into base: UnsafeMutableRawPointer, from reader: inout JSONReader) throws(JSONError) {
    reader.skipWhitespace()
    let start = reader.offset
    var seen = FieldSet(count: count)
    if let additional { additional.operations.initializeAbsent(base + additional.offset) }
    do throws(JSONError) {
      switch form {
      case .object: try readMembers(into: base, &seen, from: &reader)
      case .tuple: try readElements(into: base, &seen, from: &reader)
      }
      if let constraint, reader.validates {
        try check(constraint, of: nil, from: start, &reader)
      }
    } catch {
      for index in 0..<count where seen.contains(index) {
        fields[index].operations.deinitialize(base + fields[index].offset)
      }
      if let additional { additional.operations.deinitialize(base + additional.offset) }
      throw hasSecrets ? error.quotingNoSyntax : error
    }
  }

  /// Whether a value of the object is secret.
  package var hasSecrets: Bool {
    (0..<count).contains { fields[$0].isSecret } || additional?.isSecret == true
  }

  // MARK: Objects

  private func readMembers(
    into base: UnsafeMutableRawPointer, _ seen: inout FieldSet, from reader: inout JSONReader
  ) throws(JSONError) {
    let start = reader.offset
    if try reader.enterObject() {
      // Keep the reader's position in a register while values are read in place.
      var next = reader.position
      let end = reader.end
      // Objects of a model mostly have their keys in the same order: the model's, or that of the previous
      // object.
      var successors = reader.keyOrder.successors(number)
      var expected = Int(successors?.pointee ?? 0)
      var previous = 0
      repeat {
        JSONReader.skipWhitespace(&next, end)
        if expected >= count || !entries[expected].key.pass(&next, end) {
          reader.position = next
          guard let index = try readKey(into: base, objectOffset: start, from: &reader) else {
            next = reader.position
            continue
          }
          successors = reader.keyOrder.learn(index, at: previous, number: number, count: count)
          expected = index
          next = reader.position
        }
        if seen.contains(expected) {
          throw reader.duplicate(fields[expected].key.text, objectOffset: start)
        }
        JSONReader.skipWhitespace(&next, end)
        if !readInPlace(expected, into: base, &next, end) {
          reader.position = next
          try readField(expected, into: base, &seen, from: &reader)
          next = reader.position
        }
        seen.insert(expected)
        previous = expected + 1
        expected = successors.map { Int($0[previous]) } ?? previous
      } while try reader.continueObject(&next)
    }
    if count <= 64, seen.first.nonzeroBitCount == count { return }
    try fillAbsent(into: base, &seen, objectOffset: start)
  }

  /// Reads a simple number that the constraint certainly accepts; otherwise returns false and reads nothing.
  @inline(__always)
  private func readInPlace(
    _ index: Int, into base: UnsafeMutableRawPointer, _ next: inout UnsafePointer<UInt8>,
    _ end: UnsafePointer<UInt8>
  ) -> Bool {
    let entry = entries + index
    var after = next
    switch entry.pointee.opcode {
    case .int, .int64, .optionalInt, .optionalInt64:
      guard let value = JSONReader.plainInt64(&after, end), entry.pointee.bounds.accepts(value) else {
        return false
      }
      let slot = base + entry.pointee.offset
      switch entry.pointee.opcode {
      // This opcode and the optional one exist only if both types have 64 bits.
      case .int: slot.initializeMemory(as: Int.self, to: Int(truncatingIfNeeded: value))
      case .int64: slot.initializeMemory(as: Int64.self, to: value)
      case .optionalInt: slot.initializeMemory(as: Int?.self, to: Int(truncatingIfNeeded: value))
      default: slot.initializeMemory(as: Int64?.self, to: value)
      }
    case .double:
      guard let value = JSONReader.plainDouble(&after, end), entry.pointee.bounds.accepts(value) else {
        return false
      }
      (base + entry.pointee.offset).initializeMemory(as: Double.self, to: value)
    default: return false
    }
    next = after
    return true
  }

  /// Reads a key other than the expected one; nil if the table doesn't contain it, after reading its value,
  /// too.
  @inline(never)
  private func readKey(
    into base: UnsafeMutableRawPointer, objectOffset: Int, from reader: inout JSONReader
  ) throws(JSONError) -> Int? {
    let span = try reader.scanKey()
    if let index = find(span, reader) { return index }
    try readUnknown(span, into: base, objectOffset: objectOffset, from: &reader)
    return nil
  }

  @inline(__always)
  package func find(_ span: StringSpan, _ reader: borrowing JSONReader) -> Int? {
    guard span.hasEscapes else { return keys.find(span.bytes) }
    return keys.find(reader.string(span))
  }

  @inline(never)
  private func fillAbsent(
    into base: UnsafeMutableRawPointer, _ seen: inout FieldSet, objectOffset: Int
  ) throws(JSONError) {
    for index in 0..<count where !seen.contains(index) {
      guard fields[index].presence.acceptsAbsence else {
        let key = fields[index].key.text
        throw JSONError(.missingKey, "the key \"\(key.printable)\" is missing", byteOffset: objectOffset)
      }
      let slot = base + fields[index].offset
      if !initializeNil(entries[index].opcode, slot) { fields[index].operations.initializeAbsent(slot) }
      seen.insert(index)
    }
  }

  @inline(never)
  private func readUnknown(
    _ span: StringSpan, into base: UnsafeMutableRawPointer, objectOffset: Int,
    from reader: inout JSONReader
  ) throws(JSONError) {
    if let context = reader.context, reader.isInRoot, context.isPayload(reader.string(span)) {
      return try context.readPayload(from: &reader, keyOffset: reader.keyOffset(span))
    }
    if let known = reader.discriminators, known.objectOffset == objectOffset {
      let key = ExactString(reader.string(span))
      if known.keys.contains(where: { ExactString($0) == key }) { return try reader.skipValue() }
    }
    if let additional {
      return try additional.readMember(span, into: base + additional.offset, from: &reader)
    }
    try skipUnknown(span, objectOffset: objectOffset, from: &reader)
  }

  /// Skips the value of a key that isn't in the table, if the options allow such keys.
  package func skipUnknown(
    _ span: StringSpan, objectOffset: Int, from reader: inout JSONReader
  ) throws(JSONError) {
    if isClosed, reader.validates, reader.options.unknownKeys != .reject {
      try reader.violation(
        "additionalProperties", "the key \"\(reader.quoted(reader.string(span)))\" is not allowed",
        at: objectOffset)
    } else {
      switch reader.options.unknownKeys {
      case .ignore: break
      case .reject:
        let key = reader.string(span)
        throw JSONError(
          .unknownKey, "\(typeName) has no key \"\(reader.quoted(key))\"", byteOffset: reader.keyOffset(span))
      case .report:
        let key = reader.quoted(reader.string(span))
        reader.keep(
          Violation(
            keyword: "additionalProperties", message: "\(typeName) has no key \"\(key)\"",
            byteOffset: objectOffset))
      }
    }
    try reader.skipValue()
  }

  /// Initializes an optional that has an opcode with nil; returns false, without doing anything, for other
  /// fields.
  @inline(__always)
  private func initializeNil(_ opcode: Opcode, _ slot: UnsafeMutableRawPointer) -> Bool {
    switch opcode {
    case .optionalInt: slot.initializeMemory(as: Int?.self, to: nil)
    case .optionalInt64: slot.initializeMemory(as: Int64?.self, to: nil)
    case .optionalDouble: slot.initializeMemory(as: Double?.self, to: nil)
    case .optionalBool: slot.initializeMemory(as: Bool?.self, to: nil)
    case .optionalString: slot.initializeMemory(as: String?.self, to: nil)
    case .optionalUnixTime: slot.initializeMemory(as: Date?.self, to: nil)
    default: return false
    }
    return true
  }

  // MARK: Tuples

  private func readElements(
    into base: UnsafeMutableRawPointer, _ seen: inout FieldSet, from reader: inout JSONReader
  ) throws(JSONError) {
    let start = reader.offset
    var index = 0
    if try reader.enterArray() {
      repeat {
        guard index < count else {
          if index == count { try reportMore(at: start, &reader) }
          try reader.skipValue()
          index += 1
          continue
        }
        try readField(index, into: base, &seen, from: &reader)
        seen.insert(index)
        index += 1
      } while try reader.continueArray()
    }
    guard index < count else { return }
    guard index >= leastCount else {
      let least = (leastCount < count ? "at least " : "") + counted(leastCount, "element")
      throw reader.error(.typeMismatch, "expected \(least), found \(index)", at: start)
    }
    for index in index..<count {
      let slot = base + fields[index].offset
      if !initializeNil(entries[index].opcode, slot) { fields[index].operations.initializeAbsent(slot) }
      seen.insert(index)
    }
  }

  /// A tuple with more elements has lost nothing that its type can hold, so only strict validation refuses it.
  private func reportMore(at start: Int, _ reader: inout JSONReader) throws(JSONError) {
    guard reader.validates else { return }
    try reader.violation("items", "expected \(counted(count, "element")), found more", at: start)
  }

  // MARK: Values

  /// Reads the value of a field. The caller adds it to the initialized ones.
  private func readField(
    _ index: Int, into base: UnsafeMutableRawPointer, _ seen: inout FieldSet, from reader: inout JSONReader
  ) throws(JSONError) {
    let entry = entries + index
    let slot = base + entry.pointee.offset
    let first = reader.nextByte()
    let start = reader.offset
    if first == UInt8(ascii: "n"), entry.pointee.presence != .required {
      try reader.readNull(acceptedBy: entry.pointee.presence)
      if !initializeNil(entry.pointee.opcode, slot) { fields[index].operations.initializeNull(slot) }
      return
    }
    switch entry.pointee.opcode {
    // This opcode exists only if both types have 64 bits.
    case .int:
      slot.initializeMemory(as: Int.self, to: Int(truncatingIfNeeded: try reader.readInt64OutOfLine()))
    case .int64: slot.initializeMemory(as: Int64.self, to: try reader.readInt64OutOfLine())
    case .double: slot.initializeMemory(as: Double.self, to: try reader.readDouble())
    case .bool: slot.initializeMemory(as: Bool.self, to: try reader.readBool())
    case .string:
      let value = try reader.readString()
      slot.initializeMemory(as: String.self, to: value)
      if entry.pointee.bounds.acceptsText(byteCount: value.utf8.count) { return }
    case .unixTime: slot.initializeMemory(as: Date.self, to: try UnixTime.read(from: &reader))
    case .optionalInt:
      slot.initializeMemory(as: Int?.self, to: Int(truncatingIfNeeded: try reader.readInt64OutOfLine()))
    case .optionalInt64: slot.initializeMemory(as: Int64?.self, to: try reader.readInt64OutOfLine())
    case .optionalDouble: slot.initializeMemory(as: Double?.self, to: try reader.readDouble())
    case .optionalBool: slot.initializeMemory(as: Bool?.self, to: try reader.readBool())
    case .optionalString: slot.initializeMemory(as: String?.self, to: try reader.readString())
    case .optionalUnixTime: slot.initializeMemory(as: Date?.self, to: try UnixTime.read(from: &reader))
    case .other:
      do throws(JSONError) { try fields[index].operations.read(into: slot, from: &reader) } catch {
        return try reader.readNil(into: slot, fields[index].operations, at: start, insteadOf: error)
      }
    case .secret:
      let operations = fields[index].operations
      do throws(JSONError) {
        try reader.hiding { (reader) throws(JSONError) in try operations.read(into: slot, from: &reader) }
      } catch {
        return try reader.readNil(into: slot, operations, at: start, insteadOf: error)
      }
    }
    guard reader.validates, let constraint = fields[index].constraint else { return }
    // From here on, the value is initialized, even if it violates the constraint.
    seen.insert(index)
    try check(constraint, of: index, from: start, &reader)
  }

  /// Checks a value that has been read. What is secret isn't quoted.
  ///
  /// - Parameter index: The index of the value's field; nil for the object as a whole.
  package func check(
    _ constraint: Constraint, of index: Int?, from start: Int, _ reader: inout JSONReader
  ) throws(JSONError) {
    let hides = reader.hidesValues
    defer { reader.hidesValues = hides }
    if index.map({ fields[$0].isSecret }) ?? hasSecrets { reader.hidesValues = true }
    try reader.check(
      constraint, of: index.map { [fields[$0].operations.coder].compactMap(\.self) } ?? coders, from: start)
  }
}

extension FieldTable.Additional {
  /// Reads the value of a key into the dictionary.
  package func readMember(
    _ span: StringSpan, into slot: UnsafeMutableRawPointer, from reader: inout JSONReader
  ) throws(JSONError) {
    guard isSecret else { return try readShown(span, into: slot, from: &reader) }
    try reader.hiding { (reader) throws(JSONError) in try readShown(span, into: slot, from: &reader) }
  }

  private func readShown(
    _ span: StringSpan, into slot: UnsafeMutableRawPointer, from reader: inout JSONReader
  ) throws(JSONError) {
    let key = reader.string(span)
    reader.skipWhitespace()
    let start = reader.offset
    try operations.insert(key, at: reader.keyOffset(span), into: slot, from: &reader)
    guard let constraint, reader.validates else { return }
    try reader.check(constraint, of: [operations.valueCoder], from: start)
  }
}

extension JSONReader {
  /// Reads null. Where a value may only be absent, services write it nevertheless, which only strict validation refuses.
  package mutating func readNull(acceptedBy presence: FieldTable.Presence) throws(JSONError) {
    guard !presence.acceptsNull else {
      _ = try readNull()
      return
    }
    let start = offset
    guard try readNull() else { throw mismatch("a value") }
    if validates { try violation("type", "expected a value, found null", at: start) }
  }

  /// Whether the current object is the document's root.
  var isInRoot: Bool { remainingDepth == options.maximumDepth - 1 }
}
