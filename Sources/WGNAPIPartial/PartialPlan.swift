import WGNAPIJSON

/// Where the selected fields of a model are kept, and what reads them.
final class PartialPlan: @unchecked Sendable {
  /// A selected field.
  struct Slot {
    let offset: Int
    let operations: any FieldOperations
    let presence: FieldTable.Presence
    /// What the value must satisfy beyond its type; nil where only parts of it are there.
    let schema: Schema?
    /// What is asked for of the models in it.
    let selection: FieldSelection
    /// Whether the models in it are kept as ``Partial``.
    let isPartial: Bool
  }

  let table: FieldTable
  let selection: FieldSelection
  /// By the fields' indices; nil for those that aren't selected.
  let slots: [Slot?]
  /// Where the map of additional keys is, if it is selected: it is where nothing but some fields is left out.
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

/// The values of a model's selected fields, in memory that no one else has.
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

  /// Where the value of a selected field is.
  func value(_ slot: PartialPlan.Slot) -> UnsafeRawPointer { UnsafeRawPointer(memory + slot.offset) }

  /// The map of additional keys, if it is selected.
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

  /// Writes the fields that are there, in the order of the model.
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
  /// How the selected fields of a table's model are kept, made once.
  func plan(for table: FieldTable) -> PartialPlan { derived.value(for: table) { PartialPlan(table, self) } }
}
