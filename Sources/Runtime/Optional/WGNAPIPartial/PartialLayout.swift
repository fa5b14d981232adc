import WGNAPIJSON

/// The memory layout of a model's selected fields, and the operations that read them.
final class PartialLayout: @unchecked Sendable {
  /// A selected field.
  struct Slot {
    let offset: Int
    let operations: any FieldOperations
    let presence: FieldTable.Presence
    /// The constraint in addition to those of the value's type; nil if only parts of the value are selected.
    let constraint: Constraint?
    /// The selection for the models in the value.
    let selection: FieldSelection
    /// Whether the models in the value are stored as ``Partial``.
    let isPartial: Bool
  }

  let table: FieldTable
  let selection: FieldSelection
  /// The slots by field index; nil for fields that aren't selected.
  let slots: [Slot?]
  /// The offset of the dictionary of additional keys; nil if it isn't selected. It is selected if the
  /// selection only excludes fields.
  let additionalOffset: Int?
  let size: Int

  init(_ table: FieldTable, _ selection: FieldSelection) {
    self.table = table
    self.selection = selection
    var next = 0
    func place(_ size: Int, _ alignment: Int) -> Int {
      let offset = (next + alignment - 1) / alignment * alignment
      next = offset + size
      return offset
    }
    var slots: [Slot?] = []
    for index in 0..<table.count {
      let field = table.fields[index]
      guard let inner = selection.field(field.key.text, isExtra: table.isExtra(index)) else {
        slots.append(nil)
        continue
      }
      let partial = inner.isWhole ? nil : field.operations.partial()
      let operations = partial ?? field.operations
      let (size, alignment) = operations.slotLayout
      slots.append(
        Slot(
          offset: place(size, alignment), operations: operations, presence: field.presence,
          constraint: partial == nil ? field.constraint : nil, selection: inner, isPartial: partial != nil))
    }
    additionalOffset =
      selection.rule == .all
      ? table.additional.map { place($0.operations.slotLayout.size, $0.operations.slotLayout.alignment) }
      : nil
    self.slots = slots
    size = next
  }
}

/// The values of a model's selected fields, in memory that this object owns.
final class PartialStorage: @unchecked Sendable {
  let plan: PartialLayout
  private let memory: UnsafeMutableRawPointer

  /// Reads an object.
  init(_ plan: PartialLayout, from reader: inout JSONReader) throws(JSONError) {
    self.plan = plan
    try reader.countBox(plan.size)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: max(plan.size, 1), alignment: 16)
    do throws(JSONError) {
      try plan.read(into: memory, from: &reader)
    } catch {
      memory.deallocate()
      throw error
    }
    self.memory = memory
  }

  deinit {
    plan.deinitialize(memory)
    memory.deallocate()
  }

  /// Returns the address of a selected field's value.
  func value(_ slot: PartialLayout.Slot) -> UnsafeRawPointer { UnsafeRawPointer(memory + slot.offset) }

  /// Returns the dictionary of additional keys; nil if it isn't selected.
  func additional<Value>(as type: Value.Type) -> Value? {
    guard let offset = plan.additionalOffset else { return nil }
    return plan.table.additional?.operations.load(memory + offset, as: type)
  }

  func isEqual(to other: PartialStorage) -> Bool {
    if self === other { return true }
    guard plan === other.plan || (plan.table === other.plan.table && plan.selection == other.plan.selection)
    else { return false }
    for (own, others) in zip(plan.slots, other.plan.slots) {
      guard let own, let others else { continue }
      guard own.operations.isEqual(value(own), other.value(others)) else { return false }
    }
    guard let own = plan.additionalOffset, let others = other.plan.additionalOffset else { return true }
    return plan.table.additional?.operations.isEqual(memory + own, other.memory + others) ?? true
  }

  func hash(into hasher: inout Hasher) {
    for case let slot? in plan.slots { slot.operations.hash(value(slot), into: &hasher) }
    if let offset = plan.additionalOffset {
      plan.table.additional?.operations.hash(memory + offset, into: &hasher)
    }
  }

  /// Writes the existing fields in the model's order.
  func write(to writer: inout JSONWriter) throws(JSONError) {
    writer.beginObject()
    for (index, slot) in plan.slots.enumerated() {
      guard let slot else { continue }
      let key = plan.table.fields[index].key.text
      switch slot.presence == .required ? .value : slot.operations.state(value(slot)) {
      case .value:
        writer.writeKey(key)
        if writer.hidesSecrets, plan.table.fields[index].isSecret {
          writer.write(redactionMark)
        } else {
          try slot.operations.write(value(slot), to: &writer)
        }
      case .null:
        writer.writeKey(key)
        writer.writeNull()
      case .absent where slot.presence == .nullable:
        writer.writeKey(key)
        writer.writeNull()
      case .absent: break
      }
    }
    if let offset = plan.additionalOffset, let additional = plan.table.additional,
      !(additional.isSecret && writer.hidesSecrets)
    {
      try additional.operations.writeMembers(memory + offset, to: &writer, except: plan.table.declares)
    }
    writer.endObject()
  }
}

extension FieldOperations {
  /// The size and alignment of the slot.
  fileprivate var slotLayout: (size: Int, alignment: Int) {
    func layout<Slot>(_ type: Slot.Type) -> (size: Int, alignment: Int) {
      (MemoryLayout<Slot>.size, MemoryLayout<Slot>.alignment)
    }
    return layout(slotType)
  }
}

extension FieldSelection {
  /// Returns the layout of the selected fields of a table's model. It is computed once.
  func plan(for table: FieldTable) -> PartialLayout {
    derived.value(for: table) { PartialLayout(table, self) }
  }
}

extension PartialLayout {
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
      throw table.hasSecrets ? error.quotingNoSyntax : error
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
    if first == UInt8(ascii: "n"), slot.presence != .required {
      try reader.readNull(acceptedBy: slot.presence)
      slot.operations.initializeNull(value)
      return seen.insert(index)
    }
    guard table.fields[index].isSecret else {
      return try readValue(index, slot, into: value, &seen, from: &reader)
    }
    try reader.hiding { (reader) throws(JSONError) in
      try readValue(index, slot, into: value, &seen, from: &reader)
    }
  }

  private func readValue(
    _ index: Int, _ slot: Slot, into value: UnsafeMutableRawPointer, _ seen: inout FieldSet,
    from reader: inout JSONReader
  ) throws(JSONError) {
    let start = reader.offset
    if slot.isPartial {
      try reader.selecting(slot.selection) { (reader) throws(JSONError) in
        try slot.operations.read(into: value, from: &reader)
      }
    } else {
      do throws(JSONError) { try slot.operations.read(into: value, from: &reader) } catch {
        try reader.readNil(into: value, slot.operations, at: start, insteadOf: error)
        return seen.insert(index)
      }
    }
    // From here on, the value is initialized, even if it violates the constraint.
    seen.insert(index)
    guard let constraint = slot.constraint, reader.validates else { return }
    try table.check(constraint, of: index, from: start, &reader)
  }

  private func readUnknown(
    _ span: StringSpan, into memory: UnsafeMutableRawPointer, objectOffset: Int,
    from reader: inout JSONReader
  ) throws(JSONError) {
    guard let additional = table.additional else {
      return try table.skipUnknown(span, objectOffset: objectOffset, from: &reader)
    }
    guard let additionalOffset else { return try reader.skipValue() }
    try additional.readMember(span, into: memory + additionalOffset, from: &reader)
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
