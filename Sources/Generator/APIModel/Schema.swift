import Diagnostics

/// A JSON Schema (2020-12) with the additions of the spec language.
///
/// Absent keywords are `nil` or empty. A schema with a `reference` may have other keywords, too: both apply.
public struct Schema: Sendable, Hashable, Codable {
  public var span: SourceSpan
  /// The author's title, which can name a type that has no other name.
  public var title: String?
  public var documentation = Documentation()
  /// The schema `false`, which rejects everything.
  public var isNever = false
  /// The JSON types that are allowed beside null (see `isNullable`); empty for any. `[.null]` alone is the type `null`.
  ///
  /// The language's own types are JSON types with a format: `timestamp`, `timestampMilliseconds` and `flag` are
  /// `[.integer]`; `date`, `date-time`, `uri`, `uuid` and `bytes` are `[.string]`; `decimal` is `[.number]`; `empty`
  /// is `[.object]`. `any` has neither. A list has `items`. A map has `additionalProperties` and, if its keys aren't
  /// plain strings, `object.keys`.
  public var types: [JSONType] = []
  /// Whether null is allowed as well: `T?`, `type: [string, "null"]`, null among `enum`.
  public var isNullable = false
  /// A named schema that also applies (`$ref`, or a name in a type expression).
  public var reference: Name?
  /// JSON Schema's `format`, or one of the language's own (`timestamp`, `flag`, …).
  public var format: Format?
  /// Whether text must have the `format`, if no Swift type ensures that (JSON Schema Validation, section 7.2.2).
  public var isFormatChecked = false
  /// The schema of a document that validates the values, if this one only describes their form and no enclosing
  /// schema is validated.
  public var validator: SchemaNode.ID?
  /// The place of the payload in an envelope.
  public var isPayloadHole = false

  // Any type (JSON Schema Validation, section 6.1)
  public var enumeration: Enumeration?
  public var const: Literal?

  // Other assertions (JSON Schema Validation, section 6)
  public var limits: [LimitKeyword: NumberText] = [:]
  public var counts: [CountKeyword: Int] = [:]
  public var pattern: String?
  public var array = ArrayKeywords()
  public var object = ObjectKeywords()

  // Applicators (JSON Schema Core, sections 10 and 11)
  public var allOf: [Schema] = []
  public var anyOf: [Schema] = []
  public var oneOf: [Schema] = []
  private var subschemas: [Applicator: Schema] = [:]

  /// What a document demands that neither Swift types nor the validator check: the values of keywords, as JSON. `required/name` and
  /// `properties/name` are about one key.
  public var unchecked: [String: String] = [:]

  // Annotations
  public var defaultValue: Literal?
  public var examples: [Literal] = []
  public var isReadOnly = false
  public var isWriteOnly = false
  public var contentEncoding: String?
  public var contentMediaType: String?

  // The language's own
  public var swiftName: Name?
  private var swiftType: Indirect<OwnType>?
  public var isNewtype = false
  /// `nil` if the spec doesn't set it, which means open.
  public var isOpen: Bool?
  public var discriminator: Discriminator?
  /// The indices in `oneOf` and `anyOf` of alternatives that are stored in a box, because they are large or contain
  /// the union.
  public var indirectAlternatives: [Int] = []
  public var lenience: Set<Lenience> = []
  public var isSecret = false
  /// Whether clients make the value of a property, a new one for each object.
  public var isAutomatic = false

  public init(span: SourceSpan) { self.span = span }

  /// The user-defined Swift type for the values; nil for what the schema itself implies.
  public var ownType: OwnType? {
    get { swiftType?.value }
    set { swiftType = newValue.map(Indirect.init) }
  }

  /// The subschema under a keyword.
  public subscript(applicator: Applicator) -> Schema? {
    get { subschemas[applicator] }
    set { subschemas[applicator] = newValue }
  }

  public struct ArrayKeywords: Sendable, Hashable, Codable {
    public var prefixItems: [Schema] = []
    /// The names of the tuple's elements; empty if the spec doesn't set them.
    public var elementNames: [Name] = []
    /// The indices of the tuple's elements that are stored in a box, because the tuple would contain itself.
    public var indirectElements: [Int] = []
    public var uniqueItems = false
    public init() {}
  }

  public struct ObjectKeywords: Sendable, Hashable, Codable {
    public var properties: [Property] = []
    public var patternProperties: [SchemaEntry<Schema>] = []
    /// The type of a map's keys.
    public var keys: Indirect<Schema>?
    /// Required names without a property.
    public var requiredOthers: [String] = []
    public var dependentRequired: [PropertyDependency] = []
    public var dependentSchemas: [SchemaEntry<Schema>] = []
    public init() {}
  }

  public struct Property: Sendable, Hashable, Codable {
    /// The wire name.
    public var name: Name
    public var schema: Schema
    public var isRequired: Bool
    /// Whether the API requires it, and it is read as one that may be absent because it is deprecated.
    public var isRelaxed = false
    /// Whether it is only sent on request.
    public var isExtra = false
    /// Whether it is stored in a box; `nil` lets size and recursion decide.
    public var isIndirect: Bool?

    public init(name: Name, schema: Schema, isRequired: Bool) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
    }
  }
}

/// The types of JSON values (JSON Schema Core, section 4.2.1) and `integer`.
public enum JSONType: String, Sendable, Hashable, Codable, CaseIterable {
  case null, boolean, integer, number, string, array, object
}

extension Set<JSONType> {
  /// The types that are allowed by both. An integer is a number, too.
  package func common(with other: Set<JSONType>) -> Set<JSONType> {
    var common = intersection(other)
    if contains(.number) && other.contains(.integer) || contains(.integer) && other.contains(.number) {
      common.insert(.integer)
    }
    return common
  }
}

/// The form of a value within its JSON type.
public enum Format: Sendable, Hashable, Codable {
  case int32, int64, uint32, uint64
  case float, double, decimal
  case timestamp, timestampMilliseconds
  case dateTime, date
  case uri, uuid, bytes
  /// Bytes with the alphabet for URLs (RFC 4648, section 5).
  case base64URL
  /// A boolean as 0 or 1.
  case flag
  /// An object whose members don't matter.
  case empty
  /// A format without a Swift type.
  case other(String)
}

/// Known values of a type.
public struct Enumeration: Sendable, Hashable, Codable {
  public struct Case: Sendable, Hashable, Codable {
    public var value: Literal
    /// The Swift name, if the spec sets one.
    public var swiftName: Name?
    /// What the value means, if the spec says so.
    public var summary: String?
    public var span: SourceSpan

    public init(value: Literal, swiftName: Name? = nil, summary: String? = nil, span: SourceSpan) {
      self.value = value
      self.swiftName = swiftName
      self.summary = summary
      self.span = span
    }

    /// The text of a string, or of a number as it is written; nil for any other value.
    public var wireText: String? {
      switch value {
      case .string(let text): text
      case .number(let number): number.text
      default: nil
      }
    }
  }
  public var cases: [Case]

  public init(cases: [Case]) { self.cases = cases }
}

/// How the alternatives of a union are distinguished.
public struct Discriminator: Sendable, Hashable, Codable {
  /// The wire name of a property that all alternatives have.
  public var property: Name
  /// The names of schemas by wire value.
  public var mapping: [Mapping]

  public init(property: Name, mapping: [Mapping] = []) {
    self.property = property
    self.mapping = mapping
  }

  public struct Mapping: Sendable, Hashable, Codable {
    public var value: Name
    public var schema: Name

    public init(value: Name, schema: Name) {
      self.value = value
      self.schema = schema
    }
  }
}

/// Known irregularities of an API.
public enum Lenience: String, Sendable, Hashable, Codable, CaseIterable {
  case numberInString, numberAsString, emptyListAsMap, singleAsList, nullAsAbsent, emptyAsNull

  /// Whether it says how numbers are written, and so applies wherever they are.
  public var isForNumbers: Bool { self == .numberInString || self == .numberAsString }
}

/// A number as written, without loss of precision.
public struct NumberText: Sendable, Hashable, Codable {
  /// A JSON number (RFC 8259, section 6).
  public var text: String

  public init(_ text: String) { self.text = text }

  /// Creates a number from a text; nil if it isn't one in JSON's syntax.
  public init?(json text: String) {
    var rest = Substring(text).utf8
    func skip(_ characters: String) -> Bool {
      guard let first = rest.first, characters.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func skipDigits() -> Bool {
      let count = rest.count
      while skip("0123456789") {}
      return rest.count < count
    }
    _ = skip("-")
    guard skip("0") || skipDigits() else { return nil }
    if skip("."), !skipDigits() { return nil }
    if skip("eE") {
      _ = skip("+-")
      guard skipDigits() else { return nil }
    }
    guard rest.isEmpty else { return nil }
    self.init(text)
  }
}

/// A JSON value written in a spec.
public indirect enum Literal: Sendable, Hashable, Codable {
  case null
  case boolean(Bool)
  case number(NumberText)
  case string(String)
  case array([Literal])
  case object([Member])

  public struct Member: Sendable, Hashable, Codable {
    public var name: String
    public var value: Literal

    public init(name: String, value: Literal) {
      self.name = name
      self.value = value
    }
  }
}

/// A box, so that a schema can contain schemas.
public indirect enum Indirect<Value: Sendable & Hashable & Codable>: Sendable, Hashable {
  case box(Value)

  public init(_ value: Value) { self = .box(value) }

  public var value: Value {
    get {
      switch self {
      case .box(let value): value
      }
    }
    set { self = .box(newValue) }
  }
}

extension Indirect: Codable {
  public init(from decoder: any Decoder) throws { self = .box(try Value(from: decoder)) }
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension NumberText {
  /// Whether the number is more than 0, however small.
  public var isPositive: Bool {
    !text.hasPrefix("-") && text.prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
  }
}

extension Literal {
  /// The type of the value.
  public var type: JSONType {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .number(let number): Int64(number.text) == nil ? .number : .integer
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
