/// The table of a model: for each key, the property and how to read and write its value.
///
/// ```swift
/// public static let layout = ModelLayout<Self> {
///   $0.required("account_id", \.accountID)
///   $0.optional("clan_id", \.clanID)
/// }
/// ```
///
/// It is created once per type. A layout that omits a stored property or names a computed one is a
/// programming error; it stops the program when the layout is created, never because of input. An omitted
/// property isn't detected if it is so small that it fits in the padding before the next one, such as a `Bool`
/// before an `Int`, or if it has no size.
public final class ModelLayout<Root>: Sendable {
  package let table: FieldTable

  /// Creates the layout of an object.
  public init(_ build: (inout ModelLayoutBuilder<Root>) -> Void) {
    var builder = ModelLayoutBuilder<Root>()
    build(&builder)
    table = builder.makeTable(form: .object)
  }

  private init(_ builder: ModelLayoutBuilder<Root>) {
    table = builder.makeTable(form: .tuple)
  }

  /// Returns the layout of an array with exactly the declared elements (`prefixItems` and no others).
  public static func tuple(_ build: (inout TupleBuilder<Root>) -> Void) -> ModelLayout {
    var builder = TupleBuilder<Root>()
    build(&builder)
    return ModelLayout(builder.fields)
  }
}

/// Collects the entries of a ``ModelLayout``.
///
/// Each method adds one entry. The key path must refer to a stored property; for a property with a wrapper,
/// to the wrapper itself (`\._epic`). The constraint of an entry, if there is one, applies to values other than null.
public struct ModelLayoutBuilder<Root> {
  var fields: [FieldTable.Field] = []
  var additional: FieldTable.Field?
  var isClosed = false
  var ownConstraint: Constraint?
  var extraKeys: [String] = []
  var aliases: [(key: String, path: AnyKeyPath)] = []

  // MARK: Required

  /// Adds a required key.
  public mutating func required<V: JSONValue>(
    _ key: StaticString, _ path: KeyPath<Root, V>, _ constraint: Constraint? = nil
  ) {
    add(key, path, RequiredOperations<V>.self, .required, constraint)
  }

  /// Adds a required key with a value that `coder` reads.
  public mutating func required<C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, C.Decoded>, as coder: C.Type, _ constraint: Constraint? = nil
  ) {
    add(key, path, RequiredOperations<C>.self, .required, constraint)
  }

  // MARK: Optional

  /// Adds an optional key. If the key is absent, the property is nil. Null also gives nil, and is reported as a violation.
  public mutating func optional<S: OptionalSlot>(
    _ key: StaticString, _ path: KeyPath<Root, S>, _ constraint: Constraint? = nil
  ) where S.Wrapped: JSONValue {
    add(key, path, OptionalOperations<S, S.Wrapped>.self, .optional, constraint)
  }

  /// Adds an optional key with a value that `coder` reads. If the key is absent, the property is nil. Null also gives nil, and is
  /// reported as a violation.
  public mutating func optional<S: OptionalSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type, _ constraint: Constraint? = nil
  ) where S.Wrapped == C.Decoded {
    add(key, path, OptionalOperations<S, C>.self, .optional, constraint)
  }

  // MARK: Nullable

  /// Adds a required key whose value can be null, for which the property is nil.
  public mutating func nullable<S: OptionalSlot>(
    _ key: StaticString, _ path: KeyPath<Root, S>, _ constraint: Constraint? = nil
  ) where S.Wrapped: JSONValue {
    add(key, path, OptionalOperations<S, S.Wrapped>.self, .nullable, constraint)
  }

  /// Adds a required key whose value can be null and otherwise is read by `coder`.
  public mutating func nullable<S: OptionalSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type, _ constraint: Constraint? = nil
  ) where S.Wrapped == C.Decoded {
    add(key, path, OptionalOperations<S, C>.self, .nullable, constraint)
  }

  // MARK: Lenient

  /// Adds a key that can be absent or null, for which the property is nil. Nil is written as an absent key.
  public mutating func lenient<S: OptionalSlot>(
    _ key: StaticString, _ path: KeyPath<Root, S>, _ constraint: Constraint? = nil
  ) where S.Wrapped: JSONValue {
    add(key, path, OptionalOperations<S, S.Wrapped>.self, .lenient, constraint)
  }

  /// Adds a key that can be absent or null, with a value that otherwise is read by `coder`.
  public mutating func lenient<S: OptionalSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type, _ constraint: Constraint? = nil
  ) where S.Wrapped == C.Decoded {
    add(key, path, OptionalOperations<S, C>.self, .lenient, constraint)
  }

  // MARK: Optional and nullable

  /// Adds a key that can be absent or null. The property (``Nullable``) distinguishes between the two.
  public mutating func optionalNullable<S: NullableSlot>(
    _ key: StaticString, _ path: KeyPath<Root, S>, _ constraint: Constraint? = nil
  ) where S.Wrapped: JSONValue {
    add(
      key, path, NullableOperations<S, S.Wrapped>.self, .optionalNullable, constraint)
  }

  /// Adds a key that can be absent or null, for a ``Nullable`` property. A value is read by `coder`.
  public mutating func optionalNullable<S: NullableSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type, _ constraint: Constraint? = nil
  ) where S.Wrapped == C.Decoded {
    add(key, path, NullableOperations<S, C>.self, .optionalNullable, constraint)
  }

  // MARK: The rest

  /// Stores the members without an entry in a dictionary.
  public mutating func additional<K: JSONKey, V: JSONValue>(
    _ path: KeyPath<Root, [K: V]>, _ constraint: Constraint? = nil
  ) {
    addAdditional(path, AdditionalOperations<K, V>.self, constraint)
  }

  /// Stores the members without an entry in a dictionary. Their values are read by `coder`.
  public mutating func additional<K: JSONKey, C: JSONCoder>(
    _ path: KeyPath<Root, [K: C.Decoded]>, as coder: C.Type, _ constraint: Constraint? = nil
  ) {
    addAdditional(path, AdditionalOperations<K, C>.self, constraint)
  }

  /// Makes keys without an entry a violation (`additionalProperties: false`), regardless of the options.
  public mutating func closed() { isClosed = true }

  /// Keeps the values of entries, given before, out of messages and descriptions. The key paths are those of the entries.
  public mutating func secret(_ paths: PartialKeyPath<Root>...) { hide(paths) }

  /// Marks entries that the service omits unless a request names them.
  public mutating func extra(_ keys: String...) { extraKeys += keys }

  /// Adds the key path of a property with a wrapper: `$0.alias("epic", \.epic)` for the entry with `\._epic`.
  /// Without it, no request can ask for the field by its key path.
  public mutating func alias(_ key: String, _ path: PartialKeyPath<Root>) { aliases.append((key, path)) }

  /// Adds a constraint on the object as a whole, such as `[.minProperties(1)]`.
  public mutating func constrained(by constraint: Constraint) {
    ownConstraint = .all(ownConstraint, constraint)
  }
}

/// Collects the elements of a ``ModelLayout`` for an array of fixed length, or whose last elements may be missing.
public struct TupleBuilder<Root> {
  var fields = ModelLayoutBuilder<Root>()

  /// Adds the next element.
  public mutating func element<V: JSONValue>(_ path: KeyPath<Root, V>, _ constraint: Constraint? = nil) {
    fields.required("", path, constraint)
  }

  /// Adds the next element, which is read by `coder`.
  public mutating func element<C: JSONCoder>(
    _ path: KeyPath<Root, C.Decoded>, as coder: C.Type, _ constraint: Constraint? = nil
  ) {
    fields.required("", path, as: coder, constraint)
  }

  // MARK: Elements at the end

  /// Adds the next element, which a shorter array lacks: the property is nil then. Null also gives nil, and is reported as a
  /// violation.
  public mutating func optionalElement<S: OptionalSlot>(
    _ path: KeyPath<Root, S>, _ constraint: Constraint? = nil
  ) where S.Wrapped: JSONValue {
    fields.optional("", path, constraint)
  }

  /// Adds the next element, which a shorter array lacks, and which `coder` reads.
  public mutating func optionalElement<S: OptionalSlot, C: JSONCoder>(
    _ path: KeyPath<Root, S>, as coder: C.Type, _ constraint: Constraint? = nil
  ) where S.Wrapped == C.Decoded {
    fields.optional("", path, as: coder, constraint)
  }

  /// Adds the next element, which a shorter array lacks, and which can be null.
  public mutating func lenientElement<S: OptionalSlot>(
    _ path: KeyPath<Root, S>, _ constraint: Constraint? = nil
  ) where S.Wrapped: JSONValue {
    fields.lenient("", path, constraint)
  }

  /// Adds the next element, which a shorter array lacks, and which can be null, and is read by `coder`.
  public mutating func lenientElement<S: OptionalSlot, C: JSONCoder>(
    _ path: KeyPath<Root, S>, as coder: C.Type, _ constraint: Constraint? = nil
  ) where S.Wrapped == C.Decoded {
    fields.lenient("", path, as: coder, constraint)
  }

  /// Keeps the values of elements, given before, out of messages and descriptions.
  public mutating func secret(_ paths: PartialKeyPath<Root>...) { fields.hide(paths) }

  /// Adds a constraint on the array as a whole, such as `[.uniqueItems()]`.
  public mutating func constrained(by constraint: Constraint) { fields.constrained(by: constraint) }
}

/// The data of a field that reading needs first, without references that would have to be counted.
struct FieldEntry {
  /// The key; the table owns its memory.
  let key: WrittenKey
  /// The number of bytes to write for it.
  let writtenCount: Int
  let offset: Int
  let opcode: FieldTable.Opcode
  let presence: FieldTable.Presence
  /// The values that the constraint certainly accepts.
  let bounds: ScalarBounds
}

extension FieldEntry {
  /// Returns the keys of fields in the form in which they are written, and an entry for each field.
  static func make(_ fields: [FieldTable.Field]) -> (
    UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<FieldEntry>
  ) {
    let size = fields.reduce(8) { $0 + $1.key.written.count }
    let text = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    // Padding, because short keys are also compared eight bytes at a time.
    text.initialize(repeating: 0, count: size)
    let entries = UnsafeMutablePointer<FieldEntry>.allocate(capacity: max(fields.count, 1))
    var next = text
    for (index, field) in fields.enumerated() {
      let written = field.key.written
      written.withUnsafeBufferPointer { bytes in
        if let start = bytes.baseAddress { next.update(from: start, count: bytes.count) }
      }
      (entries + index).initialize(
        to: FieldEntry(
          key: WrittenKey(bytes: next, count: field.key.isPlain ? written.count : 0),
          writtenCount: written.count, offset: field.offset, opcode: field.opcode, presence: field.presence,
          bounds: ScalarBounds(field)))
      next += written.count
    }
    return (text, entries)
  }
}

extension ScalarBounds {
  /// What a field's constraint accepts without being asked; nothing if it does more than compare.
  fileprivate init(_ field: FieldTable.Field) {
    guard let constraint = field.constraint else {
      self.init()
      return
    }
    let type: JSONTypes
    switch field.opcode {
    case .int, .optionalInt, .int64, .optionalInt64: type = .integer
    case .double, .optionalDouble: type = .number
    case .string, .optionalString: type = .string
    default: type = []
    }
    self = type.isEmpty ? .nothing : constraint.plan.bounds(of: type) ?? .nothing
  }
}
