import WGNAPIJSON

extension PartialPlan {
  /// Reads an object's selected fields into uninitialized memory. If this throws, the memory stays
  /// uninitialized.
  func read(into memory: UnsafeMutableRawPointer, from reader: inout JSONReader) throws(JSONError) {
    // This includes fields that aren't selected, because duplicate keys are an error for them, too.
    var seen = FieldSet(count: table.count)
    if let additionalOffset { table.additional?.operations.initializeAbsent(memory + additionalOffset) }
    do throws(JSONError) {
      reader.skipWhitespace()
      let start = reader.offset
      if try reader.enterObject() {
        repeat {
          try readMember(into: memory, &seen, objectOffset: start, from: &reader)
        } while try reader.continueObject()
      }
      try fillAbsent(into: memory, &seen, objectOffset: start)
    } catch {
      for (index, slot) in slots.enumerated() where seen.contains(index) {
        if let slot { slot.operations.deinitialize(memory + slot.offset) }
      }
      if let additionalOffset { table.additional?.operations.deinitialize(memory + additionalOffset) }
      throw error
    }
  }

  /// Deinitializes all values.
  func deinitialize(_ memory: UnsafeMutableRawPointer) {
    for case let slot? in slots { slot.operations.deinitialize(memory + slot.offset) }
    if let additionalOffset { table.additional?.operations.deinitialize(memory + additionalOffset) }
  }

  private func readMember(
    into memory: UnsafeMutableRawPointer, _ seen: inout FieldSet, objectOffset: Int,
    from reader: inout JSONReader
  ) throws(JSONError) {
    let span = try reader.scanKey()
    guard let index = table.find(span, reader) else {
      return try readUnknown(span, into: memory, objectOffset: objectOffset, from: &reader)
    }
    guard !seen.contains(index) else {
      throw reader.duplicate(table.fields[index].key.text, objectOffset: objectOffset)
    }
    guard let slot = slots[index] else {
      try reader.skipValue()
      return seen.insert(index)
    }
    let value = memory + slot.offset
    let first = reader.nextByte()
    let start = reader.offset
    if first == UInt8(ascii: "n"), slot.presence != .required {
      guard slot.presence.acceptsNull else { throw reader.mismatch("a value") }
      _ = try reader.readNull()
      slot.operations.initializeNull(value)
      return seen.insert(index)
    }
    if slot.isPartial {
      try reader.selecting(slot.selection) { (reader) throws(JSONError) in
        try slot.operations.read(into: value, from: &reader)
      }
    } else {
      try slot.operations.read(into: value, from: &reader)
    }
    // From here on, the value is initialized, even if it violates the schema.
    seen.insert(index)
    if let schema = slot.schema, reader.validates { try reader.check(schema, from: start) }
  }

  private func readUnknown(
    _ span: StringSpan, into memory: UnsafeMutableRawPointer, objectOffset: Int,
    from reader: inout JSONReader
  ) throws(JSONError) {
    guard let additional = table.additional else {
      return try table.skipUnknown(span, objectOffset: objectOffset, from: &reader)
    }
    guard let additionalOffset else { return try reader.skipValue() }
    let key = reader.string(span)
    reader.skipWhitespace()
    let start = reader.offset
    try additional.operations.insert(
      key, at: reader.keyOffset(span), into: memory + additionalOffset, from: &reader)
    if let schema = additional.schema, reader.validates { try reader.check(schema, from: start) }
  }

  private func fillAbsent(
    into memory: UnsafeMutableRawPointer, _ seen: inout FieldSet, objectOffset: Int
  ) throws(JSONError) {
    for (index, slot) in slots.enumerated() {
      guard let slot, !seen.contains(index) else { continue }
      guard slot.presence.acceptsAbsence else {
        let key = table.fields[index].key.text
        throw JSONError(.missingKey, "the key \"\(key.printable)\" is missing", byteOffset: objectOffset)
      }
      slot.operations.initializeAbsent(memory + slot.offset)
      seen.insert(index)
    }
  }
}

extension JSONReader {
  /// Reads a value whose partial models have another selection.
  fileprivate mutating func selecting(
    _ selection: FieldSelection, _ read: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    let outer = context?.selection
    context?.selection = selection
    defer { context?.selection = outer }
    try read(&self)
  }
}
