/// The table of a ``JSONUnion``: its alternatives, and the rules for choosing one.
///
/// A value belongs to the first alternative that matches it:
///
/// 1. the one with the value's JSON type, if no other alternative has it (`of:`);
/// 2. for objects of a union with a discriminator, the one with the discriminator's tag;
/// 3. the first of the others whose schema accepts the value; those with a key in it that no other alternative has (`having:`)
///    come first, because only they keep it;
/// 4. if there is none, the only one with such a key.
///
/// A value that matches an alternative is read as that alternative, and its errors are reported. Only a value
/// that matches none is unknown.
public final class Union<Root: Sendable>: Sendable {
  /// How to choose among alternatives that only their schemas identify.
  public enum Choice: Hashable, Sendable {
    /// Choose the first alternative whose schema accepts the value. If another one accepts it, too, that is a
    /// violation.
    case oneOf
    /// Choose the first alternative whose schema accepts the value.
    case anyOf
  }

  let choice: Choice
  let alternatives: [Alternative]
  /// The properties that identify alternatives.
  let table: Alternatives
  /// Those that only schemas identify, and that have a key of their own.
  let marked: [Int]
  let fallback: Alternative?
  /// The constraint on a value as a whole.
  let constraint: Schema?

  /// The schema derived from the table. The alternative that matches a value must accept it; a value that
  /// matches none is valid if the union accepts unknown values.
  public let schema: Schema

  struct Alternative: Sendable {
    let form: Alternatives.Form
    /// The complete schema of the alternative's values.
    let schema: Schema
    /// The constraint in addition to those of the coder.
    let constraint: Schema?
    let read: @Sendable (inout JSONReader) throws(JSONError) -> Root
    /// Writes the value if it belongs to this alternative; otherwise returns false.
    let write: @Sendable (Root, inout JSONWriter) throws(JSONError) -> Bool
    let contains: @Sendable (Root) -> Bool
    let isEqual: @Sendable (Root, Root) -> Bool?
    let hash: @Sendable (Root, inout Hasher) -> Bool
  }

  /// Creates a union whose objects name their alternative in the value of a key.
  public convenience init(discriminator: String, _ build: (inout UnionBuilder<Root>) -> Void) {
    self.init(discriminator: discriminator, choice: .anyOf, build)
  }

  /// Creates a union without such a key.
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
    let table = Alternatives(discriminator: discriminator, builder.alternatives.map(\.form))
    self.table = table
    marked = table.untold.filter { position in
      if case .keys(let keys) = builder.alternatives[position].form { !keys.isEmpty } else { false }
    }
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
/// The arguments of each method are the alternative's coder, an additional constraint (`satisfying:`), the
/// case for its values, and a closure that returns the value of that case.
public struct UnionBuilder<Root: Sendable> {
  var alternatives: [Union<Root>.Alternative] = []
  var fallback: Union<Root>.Alternative?
  var constraint: Schema?

  /// Adds a constraint on a value as a whole, in addition to those of its alternative.
  public mutating func constrained(by schema: Schema) {
    constraint = constraint.map { [.allOf([$0, schema])] } ?? schema
  }

  /// Adds the alternative for the discriminator's value `tag`. Numbers and booleans can be tags, too, by
  /// their text.
  public mutating func alternative<C: JSONCoder>(
    _ tag: String, _ coder: C.Type, satisfying constraint: Schema? = nil,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(.tag(tag), coder, constraint, wrap, unwrap))
  }

  /// Adds the only alternative with certain JSON types.
  public mutating func alternative<C: JSONCoder>(
    of types: JSONTypes, _ coder: C.Type, satisfying constraint: Schema? = nil,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(.types(types), coder, constraint, wrap, unwrap))
  }

  /// Adds an alternative that only its schema identifies, or keys that no other alternative has: an object with one of
  /// them belongs to this alternative, even if its schema rejects the object.
  public mutating func alternative<C: JSONCoder>(
    having keys: [String] = [], _ coder: C.Type, satisfying constraint: Schema? = nil,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(.keys(keys), coder, constraint, wrap, unwrap))
  }

  /// Adds the case for values that match no alternative. Without it, they are an error.
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
