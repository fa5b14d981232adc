/// Collects the entries of a ``Layout``.
///
/// Each method is one entry. The property's key path must be of a stored property; for a property with a wrapper it
/// is that of the wrapper (`\._epic`). A schema given with an entry holds beside what the type itself demands, and
/// for the value where there is one, not for null.
public struct LayoutBuilder<Root> {
  var fields: [FieldTable.Field] = []
  var properties: [(key: String, value: Schema)] = []
  var requiredKeys: [String] = []
  var additional: FieldTable.Field?
  var additionalSchema: Schema?
  var isClosed = false
  var ownConstraint: Schema?
  var extraKeys: [String] = []
  var aliases: [(key: String, path: AnyKeyPath)] = []

  // MARK: Required

  /// The key must be there, with a value.
  public mutating func required<V: JSONValue>(_ key: StaticString, _ path: KeyPath<Root, V>) {
    add(key, path, RequiredOperations<V>.self, .required, nil, V.schemaReference)
  }

  /// The key must be there, with a value that satisfies `schema`.
  public mutating func required<V: JSONValue>(
    _ key: StaticString, _ path: KeyPath<Root, V>, _ schema: Schema
  ) {
    add(key, path, RequiredOperations<V>.self, .required, schema, V.schemaReference)
  }

  /// The key must be there, with a value that `coder` reads.
  public mutating func required<C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, C.Decoded>, as coder: C.Type
  ) {
    add(key, path, RequiredOperations<C>.self, .required, nil, C.schemaReference)
  }

  /// The key must be there, with a value that `coder` reads and that satisfies `schema`.
  public mutating func required<C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, C.Decoded>, as coder: C.Type, _ schema: Schema
  ) {
    add(key, path, RequiredOperations<C>.self, .required, schema, C.schemaReference)
  }

  // MARK: Optional

  /// The key may be absent, which is nil; null is an error.
  public mutating func optional<S: OptionalSlot>(_ key: StaticString, _ path: KeyPath<Root, S>)
  where S.Wrapped: JSONValue {
    add(key, path, OptionalOperations<S, S.Wrapped>.self, .optional, nil, S.Wrapped.schemaReference)
  }

  /// The key may be absent, which is nil; null is an error, and a value satisfies `schema`.
  public mutating func optional<S: OptionalSlot>(
    _ key: StaticString, _ path: KeyPath<Root, S>, _ schema: Schema
  ) where S.Wrapped: JSONValue {
    add(key, path, OptionalOperations<S, S.Wrapped>.self, .optional, schema, S.Wrapped.schemaReference)
  }

  /// The key may be absent, which is nil; null is an error, and a value is read by `coder`.
  public mutating func optional<S: OptionalSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type
  ) where S.Wrapped == C.Decoded {
    add(key, path, OptionalOperations<S, C>.self, .optional, nil, C.schemaReference)
  }

  /// The key may be absent, which is nil; null is an error, a value is read by `coder` and satisfies `schema`.
  public mutating func optional<S: OptionalSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type, _ schema: Schema
  ) where S.Wrapped == C.Decoded {
    add(key, path, OptionalOperations<S, C>.self, .optional, schema, C.schemaReference)
  }

  // MARK: Nullable

  /// The key must be there, and null is nil.
  public mutating func nullable<S: OptionalSlot>(_ key: StaticString, _ path: KeyPath<Root, S>)
  where S.Wrapped: JSONValue {
    add(key, path, OptionalOperations<S, S.Wrapped>.self, .nullable, nil, S.Wrapped.schemaReference)
  }

  /// The key must be there, and null is nil; a value satisfies `schema`.
  public mutating func nullable<S: OptionalSlot>(
    _ key: StaticString, _ path: KeyPath<Root, S>, _ schema: Schema
  ) where S.Wrapped: JSONValue {
    add(key, path, OptionalOperations<S, S.Wrapped>.self, .nullable, schema, S.Wrapped.schemaReference)
  }

  /// The key must be there, and null is nil; a value is read by `coder`.
  public mutating func nullable<S: OptionalSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type
  ) where S.Wrapped == C.Decoded {
    add(key, path, OptionalOperations<S, C>.self, .nullable, nil, C.schemaReference)
  }

  /// The key must be there, and null is nil; a value is read by `coder` and satisfies `schema`.
  public mutating func nullable<S: OptionalSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type, _ schema: Schema
  ) where S.Wrapped == C.Decoded {
    add(key, path, OptionalOperations<S, C>.self, .nullable, schema, C.schemaReference)
  }

  // MARK: Lenient

  /// An absent key and null both are nil; nil is written as an absent key.
  public mutating func lenient<S: OptionalSlot>(_ key: StaticString, _ path: KeyPath<Root, S>)
  where S.Wrapped: JSONValue {
    add(key, path, OptionalOperations<S, S.Wrapped>.self, .lenient, nil, S.Wrapped.schemaReference)
  }

  /// An absent key and null both are nil; a value satisfies `schema`.
  public mutating func lenient<S: OptionalSlot>(
    _ key: StaticString, _ path: KeyPath<Root, S>, _ schema: Schema
  ) where S.Wrapped: JSONValue {
    add(key, path, OptionalOperations<S, S.Wrapped>.self, .lenient, schema, S.Wrapped.schemaReference)
  }

  /// An absent key and null both are nil; a value is read by `coder`.
  public mutating func lenient<S: OptionalSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type
  ) where S.Wrapped == C.Decoded {
    add(key, path, OptionalOperations<S, C>.self, .lenient, nil, C.schemaReference)
  }

  /// An absent key and null both are nil; a value is read by `coder` and satisfies `schema`.
  public mutating func lenient<S: OptionalSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type, _ schema: Schema
  ) where S.Wrapped == C.Decoded {
    add(key, path, OptionalOperations<S, C>.self, .lenient, schema, C.schemaReference)
  }

  // MARK: Optional and nullable

  /// The key may be absent and its value null, and the property (``Nullable``) tells one from the other.
  public mutating func optionalNullable<S: NullableSlot>(_ key: StaticString, _ path: KeyPath<Root, S>)
  where S.Wrapped: JSONValue {
    add(key, path, NullableOperations<S, S.Wrapped>.self, .optionalNullable, nil, S.Wrapped.schemaReference)
  }

  /// The key may be absent and its value null; a value satisfies `schema`.
  public mutating func optionalNullable<S: NullableSlot>(
    _ key: StaticString, _ path: KeyPath<Root, S>, _ schema: Schema
  ) where S.Wrapped: JSONValue {
    add(
      key, path, NullableOperations<S, S.Wrapped>.self, .optionalNullable, schema, S.Wrapped.schemaReference)
  }

  /// The key may be absent and its value null; a value is read by `coder`.
  public mutating func optionalNullable<S: NullableSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type
  ) where S.Wrapped == C.Decoded {
    add(key, path, NullableOperations<S, C>.self, .optionalNullable, nil, C.schemaReference)
  }

  /// The key may be absent and its value null; a value is read by `coder` and satisfies `schema`.
  public mutating func optionalNullable<S: NullableSlot, C: JSONCoder>(
    _ key: StaticString, _ path: KeyPath<Root, S>, as coder: C.Type, _ schema: Schema
  ) where S.Wrapped == C.Decoded {
    add(key, path, NullableOperations<S, C>.self, .optionalNullable, schema, C.schemaReference)
  }

  // MARK: The rest

  /// Keys without an entry land in this map.
  public mutating func additional<K: JSONKey, V: JSONValue>(_ path: KeyPath<Root, [K: V]>) {
    addAdditional(path, AdditionalOperations<K, V>.self, nil, V.schemaReference)
  }

  /// Keys without an entry land in this map, with values that satisfy `schema`.
  public mutating func additional<K: JSONKey, V: JSONValue>(
    _ path: KeyPath<Root, [K: V]>, _ schema: Schema
  ) {
    addAdditional(path, AdditionalOperations<K, V>.self, schema, V.schemaReference)
  }

  /// Keys without an entry land in this map, with values that `coder` reads.
  public mutating func additional<K: JSONKey, C: JSONCoder>(
    _ path: KeyPath<Root, [K: C.Decoded]>, as coder: C.Type
  ) {
    addAdditional(path, AdditionalOperations<K, C>.self, nil, C.schemaReference)
  }

  /// Keys without an entry land in this map, with values that `coder` reads and that satisfy `schema`.
  public mutating func additional<K: JSONKey, C: JSONCoder>(
    _ path: KeyPath<Root, [K: C.Decoded]>, as coder: C.Type, _ schema: Schema
  ) {
    addAdditional(path, AdditionalOperations<K, C>.self, schema, C.schemaReference)
  }

  /// Keys without an entry are a violation (`additionalProperties: false`), whatever the options say of them.
  public mutating func closed() { isClosed = true }

  /// These entries come only when a request asks for them by name.
  public mutating func extra(_ keys: String...) { extraKeys += keys }

  /// The property by which a program reaches an entry that has a wrapper: `$0.alias("epic", \.epic)` beside an entry
  /// for `\._epic`. Without it, no request can ask for that field by a key path.
  public mutating func alias(_ key: String, _ path: PartialKeyPath<Root>) { aliases.append((key, path)) }

  /// The object as a whole satisfies `schema`, such as `[.minProperties(1)]`.
  public mutating func constrained(by schema: Schema) {
    ownConstraint = ownConstraint.map { .merged([$0, schema]) } ?? schema
  }
}

/// Collects the elements of a ``Layout`` that is an array of fixed length.
public struct TupleBuilder<Root> {
  var fields = LayoutBuilder<Root>()

  /// The next element.
  public mutating func element<V: JSONValue>(_ path: KeyPath<Root, V>) { fields.required("", path) }

  /// The next element, which satisfies `schema`.
  public mutating func element<V: JSONValue>(_ path: KeyPath<Root, V>, _ schema: Schema) {
    fields.required("", path, schema)
  }

  /// The next element, which `coder` reads.
  public mutating func element<C: JSONCoder>(_ path: KeyPath<Root, C.Decoded>, as coder: C.Type) {
    fields.required("", path, as: coder)
  }

  /// The next element, which `coder` reads and which satisfies `schema`.
  public mutating func element<C: JSONCoder>(
    _ path: KeyPath<Root, C.Decoded>, as coder: C.Type, _ schema: Schema
  ) {
    fields.required("", path, as: coder, schema)
  }

  /// The array as a whole satisfies `schema`, such as `[.uniqueItems()]`.
  public mutating func constrained(by schema: Schema) { fields.constrained(by: schema) }
}

extension JSONCoder {
  /// The coder's schema, resolved when it is first used: models may refer to themselves.
  package static var schemaReference: Schema { .value(Self.self) }
}
