import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ModelLayoutBuilder {
  /// Adds an entry. All methods of the builder call this one.
  mutating func add<Value, Operations: FieldOperations & Makeable>(
    _ key: StaticString, _ path: KeyPath<Root, Value>, _ operations: Operations.Type,
    _ presence: FieldTable.Presence, _ constraint: Constraint?
  ) {
    let key = FieldKey(key)
    fields.append(
      FieldTable.Field(
        key: key, offset: offset(of: path, key.text), size: MemoryLayout<Value>.size,
        alignment: MemoryLayout<Value>.alignment, opcode: Operations.opcode(for: Value.self),
        presence: presence, operations: Operations(),
        constraint: Operations.readsEmptyAsNull ? constraint?.orEmptyText : constraint))
  }

  mutating func addAdditional<Key: JSONKey, Coder: JSONCoder>(
    _ path: KeyPath<Root, [Key: Coder.Decoded]>, _ operations: AdditionalOperations<Key, Coder>.Type,
    _ constraint: Constraint?
  ) {
    precondition(additional == nil, "the layout of \(Root.self) has two maps for additional keys")
    additional = FieldTable.Field(
      key: FieldKey(""), offset: offset(of: path, "additional keys"),
      size: MemoryLayout<[Key: Coder.Decoded]>.size, alignment: MemoryLayout<[Key: Coder.Decoded]>.alignment,
      opcode: .other, presence: .optional, operations: AdditionalOperations<Key, Coder>(),
      constraint: constraint)
  }

  /// Hides the values of entries that have been added.
  mutating func hide(_ paths: [PartialKeyPath<Root>]) {
    for path in paths {
      let offset = MemoryLayout<Root>.offset(of: path)
      if let additional, additional.offset == offset {
        self.additional?.hide()
        continue
      }
      let index = fields.firstIndex {
        $0.offset == offset && $0.operations.slotType == Swift.type(of: path).valueType
      }
      guard let index else {
        preconditionFailure("the layout of \(Root.self) hides a property without an entry")
      }
      fields[index].hide()
    }
  }

  private func offset<Value>(of path: KeyPath<Root, Value>, _ key: String) -> Int {
    guard let offset = MemoryLayout<Root>.offset(of: path) else {
      preconditionFailure("the layout of \(Root.self) names a property for '\(key)' that is not stored")
    }
    return offset
  }

  /// Returns the finished table. It must contain every stored property, because reading would leave others
  /// uninitialized. This finds gaps between properties that are larger than padding.
  func makeTable(form: FieldTable.Form) -> FieldTable {
    var expected = 0
    let all = fields + (additional.map { [$0] } ?? [])
    let positions = sortedPositions(all.count) {
      (all[$0].offset, all[$0].size) < (all[$1].offset, all[$1].size)
    }
    for position in positions where all[position].size > 0 {
      let field = all[position]
      let aligned = (expected + field.alignment - 1) / field.alignment * field.alignment
      precondition(
        field.offset == aligned,
        "the layout of \(Root.self) lacks a stored property, or has one twice, before '\(field.key.text)'")
      expected = field.offset + field.size
    }
    precondition(
      expected == MemoryLayout<Root>.size, "the layout of \(Root.self) lacks its last stored property")
    if form == .object {
      var keys = KeyCollection()
      for field in fields { _ = keys.index(field.key.text) }
      precondition(keys.texts.count == fields.count, "the layout of \(Root.self) has a key twice")
    }
    return FieldTable(
      form: form, typeName: "\(Root.self)", fields: fields,
      additional: additional.flatMap { field in
        (field.operations as? any AdditionalFieldOperations).map {
          .init(offset: field.offset, operations: $0, constraint: field.constraint, isSecret: field.isSecret)
        }
      }, isClosed: isClosed, constraint: ownConstraint, extraFields: extraKeys.map(index),
      aliases: aliases.map { ($0.path, index(of: $0.key)) })
  }

  private func index(of key: String) -> Int {
    guard let index = fields.firstIndex(where: { $0.key.text == key }) else {
      preconditionFailure("the layout of \(Root.self) refers to the key '\(key)', which has no entry")
    }
    return index
  }
}

/// Operations that the builder creates, with the equivalent opcode, which is faster.
protocol Makeable {
  init()
  static func opcode(for slot: Any.Type) -> FieldTable.Opcode
  /// Whether an empty text is read as null, whatever the constraints.
  static var readsEmptyAsNull: Bool { get }
}

extension RequiredOperations: Makeable {
  static var readsEmptyAsNull: Bool { false }

  static func opcode(for slot: Any.Type) -> FieldTable.Opcode {
    if Coder.self == Int.self, Int.bitWidth == 64 { return .int }
    if Coder.self == Int64.self { return .int64 }
    if Coder.self == Double.self { return .double }
    if Coder.self == Bool.self { return .bool }
    if Coder.self == String.self { return .string }
    if Coder.self == UnixTime.self { return .unixTime }
    return .other
  }
}

extension OptionalOperations: Makeable {
  static var readsEmptyAsNull: Bool { Coder.readsEmptyAsNull }

  static func opcode(for slot: Any.Type) -> FieldTable.Opcode {
    guard slot == Coder.Decoded?.self else { return .other }
    return switch RequiredOperations<Coder>.opcode(for: Coder.Decoded.self) {
    case .int: .optionalInt
    case .int64: .optionalInt64
    case .double: .optionalDouble
    case .bool: .optionalBool
    case .string: .optionalString
    case .unixTime: .optionalUnixTime
    default: .other
    }
  }
}

extension NullableOperations: Makeable {
  static var readsEmptyAsNull: Bool { Coder.readsEmptyAsNull }

  static func opcode(for slot: Any.Type) -> FieldTable.Opcode { .other }
}
