import WGNAPISupport

/// An enumeration whose cases are the alternatives of `oneOf` or `anyOf`.
///
/// It declares one table, ``union``, from which reading, writing, equality, hashing, `Codable` and the schema
/// are derived.
public protocol JSONUnion: JSONValue, Codable {
  /// The alternatives and the rules for choosing one.
  static var union: Union<Self> { get }
}

extension JSONUnion {
  public static var schema: JSONSchema { union.schema }

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

  public static var schema: JSONSchema { union.schema.hidden }

  public static func read(from reader: inout JSONReader) throws(JSONError) -> Self {
    try reader.hiding { (reader) throws(JSONError) in try union.read(from: &reader) }
  }

  public static func write(_ value: Self, to writer: inout JSONWriter) throws(JSONError) {
    if writer.hidesSecrets { return writer.write(redactionMark) }
    try union.write(value, to: &writer)
  }
}

/// The table of a ``JSONUnion``: its alternatives, and the rules for choosing one.
///
/// A value that is read belongs to the alternative that fits it best:
///
/// 1. the one with the value's JSON type, if no other alternative has it (`of:`);
/// 2. for objects of a union with a discriminator, the one with the discriminator's tag;
/// 3. the first of the others whose schema accepts the value; those with a key in it that no other alternative has (`having:`)
///    come first, because only they keep it, and those that would read it as an unknown value come last;
/// 4. if there is none, the only one with such a key.
///
/// A value that matches an alternative is read as that alternative, and its errors are reported. Only a value
/// that matches none is unknown.
///
/// A value is written as its case, even if it would be read as another one. Only a discriminator must have a tag of the
/// case, or of no other one if the case has none.
public final class Union<Root: Sendable>: Sendable {
  let alternatives: [Alternative]
  /// The properties that identify alternatives.
  let table: Alternatives
  /// Those that only schemas identify, and that have a key of their own.
  let marked: [Int]
  let fallback: Alternative?
  /// The constraint on a value as a whole.
  let constraint: JSONSchema?

  /// The schema derived from the table. The alternative that matches a value must accept it; a value that
  /// matches none is valid if the union accepts unknown values.
  public let schema: JSONSchema

  struct Alternative: Sendable {
    let form: Alternatives.Form
    /// The complete schema of the alternative's values.
    let schema: JSONSchema
    /// The schema of the values that an open enumeration or union knows; nil for others, and if it isn't needed.
    let known: JSONSchema?
    /// The constraint in addition to those of the coder.
    let constraint: JSONSchema?
    let read: @Sendable (inout JSONReader) throws(JSONError) -> Root
    /// Writes the value if it belongs to this alternative; otherwise returns false.
    let write: @Sendable (Root, inout JSONWriter) throws(JSONError) -> Bool
    let contains: @Sendable (Root) -> Bool
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
    let own = UnionSchema(
      table: table, alternatives: alternatives.map { ($0.form, $0.schema) }, isOpen: builder.fallback != nil
    ).schema
    schema = builder.constraint.map { [.ref { own }, .allOf([$0])] } ?? own
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
  var constraint: JSONSchema?

  /// Adds a constraint on a value as a whole, in addition to those of its alternative.
  public mutating func constrained(by schema: JSONSchema) {
    constraint = constraint.map { [.allOf([$0, schema])] } ?? schema
  }

  /// Adds the alternative for the discriminator's value `tag`. Numbers and booleans can be tags, too, by
  /// their text.
  @preconcurrency
  public mutating func alternative<C: JSONCoder>(
    _ tag: String, _ coder: C.Type, satisfying constraint: JSONSchema? = nil,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(.tag(tag), coder, constraint, wrap, unwrap))
  }

  /// Adds the only alternative with certain JSON types.
  @preconcurrency
  public mutating func alternative<C: JSONCoder>(
    of types: JSONTypes, _ coder: C.Type, satisfying constraint: JSONSchema? = nil,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) {
    alternatives.append(Self.make(.types(types), coder, constraint, wrap, unwrap))
  }

  /// Adds an alternative that only its schema identifies, or keys that no other alternative has: an object with one of
  /// them belongs to this alternative, even if its schema rejects the object.
  @preconcurrency
  public mutating func alternative<C: JSONCoder>(
    having keys: [String] = [], _ coder: C.Type, satisfying constraint: JSONSchema? = nil,
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
    _ form: Alternatives.Form, _ coder: C.Type, _ constraint: JSONSchema?,
    _ wrap: @escaping @Sendable (C.Decoded) -> Root, _ unwrap: @escaping @Sendable (Root) -> C.Decoded?
  ) -> Union<Root>.Alternative {
    func constrained(_ schema: JSONSchema) -> JSONSchema {
      constraint.map { .merged([schema, $0]) } ?? schema
    }
    return Union<Root>.Alternative(
      form: form, schema: constrained(C.schemaReference),
      known: form.isUntold ? Union<Root>.knownValues(of: C.Decoded.self).map(constrained) : nil,
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

/// Creates the schema of a union. As in reading, the alternative that matches a value determines the schema
/// that applies to it.
struct UnionSchema {
  let table: Alternatives
  let alternatives: [(form: Alternatives.Form, schema: JSONSchema)]
  let isOpen: Bool

  var schema: JSONSchema {
    let rest = rest
    let tries = table.untold.count > 1 && !rest.node.keywords.isEmpty
    guard tries || table.untold.count < alternatives.count else { return rest }
    return [JSONSchema.Keyword(.alternatives(table, alternatives.map(\.schema) + [rest]))]
  }

  /// The schema of values whose alternative neither type nor tag determines.
  private var rest: JSONSchema {
    var schemas: [JSONSchema] = []
    var marks: [JSONSchema] = []
    for case (.keys(let keys), let schema) in alternatives {
      schemas.append(schema)
      marks += keys.map { [.type(.object), .required([$0])] }
    }
    if schemas.isEmpty { return isOpen ? .any : refusal }
    guard isOpen else { return [.anyOf(schemas)] }
    // Only values that resemble an alternative must belong to one.
    return marks.isEmpty ? .any : [.if([.anyOf(marks)]), .then([.anyOf(schemas)])]
  }

  /// The schema for the case that no other value is valid. It describes the valid ones, for better messages.
  private var refusal: JSONSchema {
    var types: JSONTypes = []
    var tags: [String] = []
    for alternative in alternatives {
      switch alternative.form {
      case .types(let own): types.formUnion(own)
      case .tag(let tag):
        types.formUnion(.object)
        tags.append(tag)
      case .keys: break
      }
    }
    var keywords: [JSONSchema.Keyword] = [.type(types)]
    if let discriminator = table.discriminator, !tags.isEmpty {
      keywords += [
        .required([discriminator]), .properties([discriminator: [.enumeration(JSONSchema.tagValues(tags))]]),
      ]
    }
    return JSONSchema(keywords)
  }
}

extension JSONSchema {
  /// Returns the scalars with these texts.
  fileprivate static func tagValues(_ tags: [String]) -> [JSON] {
    tags.map { JSON.string($0) } + tags.compactMap(otherScalar)
  }

  private static func otherScalar(_ tag: String) -> JSON? {
    if let value = IntegerText.int64(tag), String(value) == tag { return .number(JSONNumber(value)) }
    return tag == "true" ? true : tag == "false" ? false : nil
  }
}

extension Union {
  /// Returns the alternatives, among those that only schemas identify, that have a unique key in the next
  /// object.
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
