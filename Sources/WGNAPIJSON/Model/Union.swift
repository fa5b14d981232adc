/// The table behind a ``JSONUnion``: its alternatives, and how values tell which of them they are.
///
/// A value is of the first alternative that claims it:
///
/// 1. the one whose JSON types no other takes (`of:`);
/// 2. for objects of a union with a discriminator, the one whose tag the discriminator has;
/// 3. the first of the others whose schema accepts the value;
/// 4. where none does, the only one of them with a key that no other has (`having:`).
///
/// A value that one alternative claims is read as that alternative, and what is wrong with it is reported as wrong. Only
/// a value that none claims is unknown.
public final class Union<Root: Sendable>: Sendable {
  /// How alternatives that only their schemas tell apart are chosen.
  public enum Choice: Hashable, Sendable {
    /// The first alternative whose schema accepts the value; that another accepts it too is a violation.
    case oneOf
    /// The first alternative whose schema accepts the value.
    case anyOf
  }

  let choice: Choice
  let alternatives: [Alternative]
  /// What tells them apart.
  let table: Alternatives
  let fallback: Alternative?
  /// What a value must satisfy as a whole.
  let constraint: Schema?

  /// The schema that follows from the table: the alternative that claims a value must accept it, and a value that none
  /// claims is valid where there is a place for unknown ones.
  public let schema: Schema

  struct Alternative: Sendable {
    let form: Alternatives.Form
    /// All that the alternative's values must satisfy.
    let schema: Schema
    /// What the coder doesn't see to.
    let constraint: Schema?
    let read: @Sendable (inout JSONReader) throws(JSONError) -> Root
    /// Whether the value is of this alternative, in which case it was written.
    let write: @Sendable (Root, inout JSONWriter) throws(JSONError) -> Bool
    let contains: @Sendable (Root) -> Bool
    let isEqual: @Sendable (Root, Root) -> Bool?
    let hash: @Sendable (Root, inout Hasher) -> Bool
  }

  /// A union whose objects say in the value of a key which alternative they are.
  public convenience init(discriminator: String, _ build: (inout UnionBuilder<Root>) -> Void) {
    self.init(discriminator: discriminator, choice: .anyOf, build)
  }

  /// A union without such a key.
  public convenience init(_ choice: Choice, _ build: (inout UnionBuilder<Root>) -> Void) {
    self.init(discriminator: nil, choice: choice, build)
  }

  private init(discriminator: String?, choice: Choice, _ build: (inout UnionBuilder<Root>) -> Void) {
    var builder = UnionBuilder<Root>()
    build(&builder)
    self.choice = choice
    alternatives = builder.alternatives
    fallback = builder.fallback
    constraint = builder.constraint
    table = Alternatives(discriminator: discriminator, builder.alternatives.map(\.form))
    let own = UnionSchema(
      table: table, isExclusive: choice == .oneOf,
      alternatives: builder.alternatives.map { (form: $0.form, schema: $0.schema) },
      isOpen: builder.fallback != nil
    ).schema
    schema = builder.constraint.map { [.ref { own }, .allOf([$0])] } ?? own
  }
}

/// Collects the alternatives of a ``Union``.
///
/// Each method takes the alternative's coder, what its values must satisfy beside that (`satisfying:`), the case that
/// holds a value, and what takes it out again.
public struct UnionBuilder<Root: Sendable> {
  var alternatives: [Union<Root>.Alternative] = []
  var fallback: Union<Root>.Alternative?
  var constraint: Schema?

  /// What a value must satisfy as a whole, beside being of an alternative.
  public mutating func constrained(by schema: Schema) {
    constraint = constraint.map { [.allOf([$0, schema])] } ?? schema
  }

  /// An alternative that the discriminator calls `tag`. Numbers and booleans have tags too: their text.
  public mutating func alternative<C: JSONCoder>(
    _ tag: String, _ coder: C.Type, satisfying constraint: Schema? = nil,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(.tag(tag), coder, constraint, wrap, unwrap))
  }

  /// The only alternative that takes values of some JSON types.
  public mutating func alternative<C: JSONCoder>(
    of types: JSONTypes, _ coder: C.Type, satisfying constraint: Schema? = nil,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(.types(types), coder, constraint, wrap, unwrap))
  }

  /// An alternative that its schema tells from the others.
  ///
  /// - Parameter keys: Keys that no other alternative has: an object with one of them is meant to be of this one, even
  ///   where its schema does not accept it.
  public mutating func alternative<C: JSONCoder>(
    having keys: [String] = [], _ coder: C.Type, satisfying constraint: Schema? = nil,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(.keys(keys), coder, constraint, wrap, unwrap))
  }

  /// Where values go that no alternative claims; without it they are an error.
  public mutating func unknown(
    _ wrap: @escaping @Sendable (JSON) -> Root, _ unwrap: @escaping @Sendable (Root) -> JSON?
  ) {
    fallback = Self.make(.keys([]), JSON.self, nil, wrap, unwrap)
  }

  private static func make<C: JSONCoder>(
    _ form: Alternatives.Form, _ coder: C.Type, _ constraint: Schema?,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) -> Union<Root>.Alternative {
    Union<Root>.Alternative(
      form: form, schema: constraint.map { .merged([C.schemaReference, $0]) } ?? C.schemaReference,
      constraint: constraint,
      read: { (reader) throws(JSONError) in wrap(try C.read(from: &reader)) },
      write: { (root, writer) throws(JSONError) in
        guard let value = unwrap(root) else { return false }
        try C.write(value, to: &writer)
        return true
      },
      contains: { unwrap($0) != nil },
      isEqual: { left, right in unwrap(left).map { $0 == unwrap(right) } },
      hash: { root, hasher in
        guard let value = unwrap(root) else { return false }
        hasher.combine(value)
        return true
      })
  }
}
