import WGNAPIJSON

/// The memory layout of a model's selected fields, and the operations that read them.
final class PartialPlan: @unchecked Sendable {
  /// A selected field.
  struct Slot {
    let offset: Int
    let operations: any FieldOperations
    let presence: FieldTable.Presence
    /// The constraint in addition to those of the value's type; nil if only parts of the value are selected.
    let schema: Schema?
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
          schema: partial == nil ? field.schema : nil, selection: inner, isPartial: partial != nil))
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
  let plan: PartialPlan
  private let memory: UnsafeMutableRawPointer

  /// Reads an object.
  init(_ plan: PartialPlan, from reader: inout JSONReader) throws(JSONError) {
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
  func value(_ slot: PartialPlan.Slot) -> UnsafeRawPointer { UnsafeRawPointer(memory + slot.offset) }

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
        try slot.operations.write(value(slot), to: &writer)
      case .null:
        writer.writeKey(key)
        writer.writeNull()
      case .absent where slot.presence == .nullable:
        writer.writeKey(key)
        writer.writeNull()
      case .absent: break
      }
    }
    if let offset = plan.additionalOffset {
      try plan.table.additional?.operations.writeMembers(
        memory + offset, to: &writer, except: plan.table.declares)
    }
    writer.endObject()
  }
}

extension FieldSelection {
  /// Returns the layout of the selected fields of a table's model. It is computed once.
  func plan(for table: FieldTable) -> PartialPlan { derived.value(for: table) { PartialPlan(table, self) } }
}
