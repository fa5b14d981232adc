/// The table behind a ``JSONUnion``.
public final class Union<Root: Sendable>: Sendable {
  /// How alternatives without a discriminator are told apart.
  public enum Choice: Hashable, Sendable {
    /// The first alternative whose schema accepts the value; that another accepts it too is a violation.
    case oneOf
    /// The first alternative whose schema accepts the value.
    case anyOf
  }

  let discriminator: String?
  let choice: Choice
  let alternatives: [Alternative]
  let byTag: [String: Int]
  let fallback: Alternative?

  /// The schema that follows from the table. A union with a place for unknown values accepts any value.
  public let schema: Schema

  struct Alternative: Sendable {
    let tag: String
    let schema: Schema
    let read: @Sendable (inout JSONReader) throws(JSONError) -> Root
    /// Whether the value is of this alternative, in which case it was written.
    let write: @Sendable (Root, inout JSONWriter) throws(JSONError) -> Bool
    let isEqual: @Sendable (Root, Root) -> Bool?
    let hash: @Sendable (Root, inout Hasher) -> Bool
  }

  /// A union whose objects say in the value of a key which alternative they are.
  public convenience init(discriminator: String, _ build: (inout UnionBuilder<Root>) -> Void) {
    self.init(discriminator: discriminator, choice: .oneOf, build)
  }

  /// A union whose alternatives are told apart by their schemas.
  public convenience init(_ choice: Choice, _ build: (inout UnionBuilder<Root>) -> Void) {
    self.init(discriminator: nil, choice: choice, build)
  }

  private init(discriminator: String?, choice: Choice, _ build: (inout UnionBuilder<Root>) -> Void) {
    var builder = UnionBuilder<Root>()
    build(&builder)
    self.discriminator = discriminator
    self.choice = choice
    alternatives = builder.alternatives
    fallback = builder.fallback
    schema = Self.makeSchema(discriminator, choice, builder)
    byTag = Dictionary(
      builder.alternatives.enumerated().map { ($1.tag, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Collects the alternatives of a ``Union``.
public struct UnionBuilder<Root: Sendable> {
  var alternatives: [Union<Root>.Alternative] = []
  var fallback: Union<Root>.Alternative?

  /// An alternative that the discriminator calls `tag`.
  public mutating func alternative<C: JSONCoder>(
    _ tag: String, _ coder: C.Type, _ wrap: @escaping @Sendable (C.Decoded) -> Root,
    _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(tag, coder, wrap, unwrap))
  }

  /// An alternative of a union without a discriminator.
  public mutating func alternative<C: JSONCoder>(
    _ coder: C.Type, _ wrap: @escaping @Sendable (C.Decoded) -> Root,
    _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make("", coder, wrap, unwrap))
  }

  /// Where values go that no alternative takes; without it they are an error.
  public mutating func unknown(
    _ wrap: @escaping @Sendable (JSON) -> Root, _ unwrap: @escaping @Sendable (Root) -> JSON?
  ) {
    fallback = Self.make("", JSON.self, wrap, unwrap)
  }

  private static func make<C: JSONCoder>(
    _ tag: String, _ coder: C.Type, _ wrap: @escaping @Sendable (C.Decoded) -> Root,
    _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) -> Union<Root>.Alternative {
    Union<Root>.Alternative(
      tag: tag, schema: C.schemaReference,
      read: { (reader) throws(JSONError) in wrap(try C.read(from: &reader)) },
      write: { (root, writer) throws(JSONError) in
        guard let value = unwrap(root) else { return false }
        try C.write(value, to: &writer)
        return true
      },
      isEqual: { left, right in unwrap(left).map { $0 == unwrap(right) } },
      hash: { root, hasher in
        guard let value = unwrap(root) else { return false }
        hasher.combine(value)
        return true
      })
  }
}
