import WGNAPISupport

/// An enumeration whose cases are the alternatives of `oneOf` or `anyOf`.
///
/// It declares one table, ``union``, from which reading, writing, equality, hashing and `Codable` are derived.
public protocol JSONUnion: JSONValue, Codable {
  /// The alternatives and the rules for choosing one.
  static var union: Union<Self> { get }
}

extension JSONUnion {
  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    try union.read(from: &reader)
  }

  public static func write(_ value: Self, to writer: inout JSONWriter) throws(JSONError) {
    try union.write(value, to: &writer)
  }

  public static func == (left: Self, right: Self) -> Bool {
    for alternative in union.all {
      if let isEqual = alternative.isEqual(left, right) { return isEqual }
    }
    return false
  }

  public func hash(into hasher: inout Hasher) {
    for (index, alternative) in Self.union.all.enumerated() where alternative.hash(self, &hasher) {
      return hasher.combine(index)
    }
  }
}

/// A union with a secret among its alternatives. Descriptions, and errors in its JSON, show `<redacted>` in place of any value.
public protocol SecretUnion: JSONUnion, CustomReflectable {}

extension SecretUnion {
  public var customMirror: Mirror { Mirror(self, children: ["value": redactionMark], displayStyle: .enum) }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    try reader.hiding { (reader) throws(JSONError) in try union.read(from: &reader) }
  }

  public static func write(_ value: Self, to writer: inout JSONWriter) throws(JSONError) {
    if writer.hidesSecrets { return writer.write(redactionMark) }
    let start = writer.count
    try union.write(value, to: &writer)
    writer.noteSecret(from: start)
  }
}

/// The table of a ``JSONUnion``: its alternatives, and the rules for choosing one.
///
/// A value that is read belongs to the alternative that fits it best:
///
/// 1. the one with the value's JSON type, if no other alternative has it (`of:`);
/// 2. for objects of a union with a discriminator, the one with the discriminator's tag;
/// 3. the first of the others as which it can be read without a violation; those with a key in it that no other alternative has (`having:`)
///    come first, because only they keep it, and those that would read it as an unknown value come last;
/// 4. if there is none, the only one with such a key.
///
/// A value that matches an alternative is read as that alternative, and its errors are reported. Only a value
/// that matches none is unknown.
///
/// A value is written as its case, even if it would be read as another one. Only a discriminator must have a tag of the
/// case, or of no other one if the case has none.
public final class Union<Root: Sendable>: Sendable {
  package let alternatives: [Alternative]
  /// The properties that identify alternatives.
  package let table: Alternatives
  /// Those that neither type nor tag identifies, and that have a key of their own.
  let marked: [Int]
  package let fallback: Alternative?
  /// The constraint on a value as a whole.
  package let constraint: Constraint?

  package struct Alternative: Sendable {
    package let form: Alternatives.Form
    package let coder: any JSONCoder.Type
    /// The constraint in addition to those of the coder.
    package let constraint: Constraint?
    let read: @Sendable (inout JSONReader) throws(JSONError) -> Root
    /// Writes the value if it belongs to this alternative; otherwise returns false.
    let write: @Sendable (Root, inout JSONWriter) throws(JSONError) -> Bool
    let contains: @Sendable (Root) -> Bool
    /// Whether the value is one that its type knows; false for unknown values of open enumerations and unions.
    let knows: @Sendable (Root) -> Bool
    let isEqual: @Sendable (Root, Root) -> Bool?
    let hash: @Sendable (Root, inout Hasher) -> Bool
  }

  /// Creates a union.
  ///
  /// - Parameters:
  ///   - discriminator: The key in whose value objects name their alternative; nil without such a key.
  ///   - build: Adds the alternatives in the order in which they are tried.
  public init(discriminator: String? = nil, _ build: (inout UnionBuilder<Root>) -> Void) {
    var builder = UnionBuilder<Root>()
    build(&builder)
    alternatives = builder.alternatives
    fallback = builder.fallback
    constraint = builder.constraint
    let table = Alternatives(discriminator: discriminator, builder.alternatives.map(\.form))
    self.table = table
    marked = table.untold.filter { position in
      if case .keys(let keys) = builder.alternatives[position].form { !keys.isEmpty } else { false }
    }
  }
}

/// Collects the alternatives of a ``Union``.
///
/// The arguments of each method are the alternative's coder, an additional constraint (`satisfying:`), the
/// case for its values, and a closure that returns the value of that case.
///
/// The methods are `@preconcurrency` because language mode 5 doesn't know that cases are `Sendable` functions.
public struct UnionBuilder<Root: Sendable> {
  var alternatives: [Union<Root>.Alternative] = []
  var fallback: Union<Root>.Alternative?
  var constraint: Constraint?

  /// Adds a constraint on a value as a whole, in addition to those of its alternative.
  public mutating func constrained(by constraint: Constraint) {
    self.constraint = .all(self.constraint, constraint)
  }

  /// Adds the alternative for the discriminator's value `tag`. Numbers and booleans can be tags, too, by
  /// their text.
  @preconcurrency
  public mutating func alternative<C: JSONCoder>(
    _ tag: String, _ coder: C.Type, satisfying constraint: Constraint? = nil,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(.tag(tag), coder, constraint, wrap, unwrap))
  }

  /// Adds the only alternative with certain JSON types.
  @preconcurrency
  public mutating func alternative<C: JSONCoder>(
    of types: JSONTypes, _ coder: C.Type, satisfying constraint: Constraint? = nil,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(.types(types), coder, constraint, wrap, unwrap))
  }

  /// Adds an alternative that neither type nor tag identifies, or keys that no other alternative has: an object with one of
  /// them belongs to this alternative, even if it violates a constraint of the alternative.
  @preconcurrency
  public mutating func alternative<C: JSONCoder>(
    having keys: [String] = [], _ coder: C.Type, satisfying constraint: Constraint? = nil,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(.keys(keys), coder, constraint, wrap, unwrap))
  }

  /// Adds the case for values that match no alternative. Without it, they are an error.
  @preconcurrency
  public mutating func unknown(
    _ wrap: @escaping @Sendable (JSON) -> Root, _ unwrap: @escaping @Sendable (Root) -> JSON?
  ) {
    fallback = Self.make(.keys([]), JSON.self, nil, wrap, unwrap)
  }

  private static func make<C: JSONCoder>(
    _ form: Alternatives.Form, _ coder: C.Type, _ constraint: Constraint?,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) -> Union<Root>.Alternative {
    return Union<Root>.Alternative(
      form: form, coder: C.self,
      constraint: constraint,
      read: { (reader) throws(JSONError) in wrap(try C.read(from: &reader)) },
      write: { (root, writer) throws(JSONError) in
        guard let value = unwrap(root) else { return false }
        try C.write(value, to: &writer)
        return true
      },
      contains: { unwrap($0) != nil }, knows: { unwrap($0).map(isKnown) ?? false },
      isEqual: { left, right in unwrap(left).map { $0 == unwrap(right) } },
      hash: { root, hasher in
        guard let value = unwrap(root) else { return false }
        hasher.combine(value)
        return true
      })
  }
}

/// Whether a value is one that its type knows. Values of most types are.
private func isKnown<Value>(_ value: Value) -> Bool {
  if let value = value as? any OpenEnumeration { return value.isKnown }
  if let value = value as? any JSONUnion { return value.isKnown }
  return true
}

extension JSONUnion {
  /// Whether the value is one of the alternatives, and the alternative's type knows it.
  fileprivate var isKnown: Bool {
    Self.union.alternatives.first { $0.contains(self) }?.knows(self) ?? false
  }
}

extension Union {
  /// Returns the alternatives of which the next object has a unique key. Those with a type or a tag aren't among them.
  func recognized(_ reader: inout JSONReader) throws(JSONError) -> [Int] {
    guard !marked.isEmpty, reader.peek() == .object else { return [] }
    let start = reader.place
    var found: [Int] = []
    if try reader.enterObject() {
      repeat {
        let key = ExactString(try reader.readKey())
        for position in marked {
          guard case .keys(let keys) = alternatives[position].form,
            keys.contains(where: { ExactString($0) == key })
          else { continue }
          if !found.contains(position) { found.append(position) }
        }
        try reader.skipValue()
      } while try reader.continueObject()
    }
    reader.back(to: start)
    return marked.filter { found.contains($0) }
  }
}
