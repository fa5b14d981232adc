import Diagnostics

/// A JSON Schema (2020-12) with what the spec language adds to it.
///
/// Keywords that are absent are `nil` or empty. A schema whose `reference` is set may have keywords beside it: both hold.
public struct Schema: Sendable, Hashable, Codable {
  public var span: SourceSpan
  /// What its author calls it; serves where a type that it needs has no name.
  public var title: String?
  public var documentation = Documentation()
  /// The schema `false`: nothing is valid.
  public var isNever = false
  /// The JSON types that are allowed beside null (see `isNullable`); empty for any. `[.null]` alone is the type `null`.
  ///
  /// A type that the language adds stands as its JSON types and a format: `timestamp`, `timestampMilliseconds` and
  /// `flag` as `[.integer]`; `date`, `date-time`, `uri`, `uuid` and `bytes` as `[.string]`; `decimal` as
  /// `[.number]`; `empty` as `[.object]`. `any` has neither. A list has `items`; a map has `additionalProperties` and, where they are
  /// no plain strings, `object.keys`.
  public var types: [JSONType] = []
  /// Whether null is allowed in addition to what the rest says: `T?`, `type: [string, "null"]`, null among `enum`.
  public var isNullable = false
  /// A named schema that holds as well (`$ref`, or a name in a type expression).
  public var reference: Name?
  /// JSON Schema's `format`, or one of the language's own (`timestamp`, `flag`, …).
  public var format: Format?
  /// Whether text that isn't in `format` is invalid, where no Swift type sees to that (JSON Schema Validation,
  /// section 7.2.2).
  public var isFormatChecked = false
  /// The schema of a document that says all that values must satisfy, where this one says only what they look like and
  /// no schema around it is validated.
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

  // Annotations
  public var defaultValue: Literal?
  public var examples: [Literal] = []
  public var isReadOnly = false
  public var isWriteOnly = false
  public var contentEncoding: String?
  public var contentMediaType: String?

  // The language's own
  public var swiftName: Name?
  public var isNewtype = false
  /// `nil` where the spec says nothing: open.
  public var isOpen: Bool?
  public var discriminator: Discriminator?
  /// Positions among `oneOf` and `anyOf` of alternatives that are stored in a box, because they are large or contain
  /// the union.
  public var indirectAlternatives: [Int] = []
  public var lenience: Set<Lenience> = []
  public var isSecret = false

  public init(span: SourceSpan) { self.span = span }

  /// The subschema under a keyword.
  public subscript(applicator: Applicator) -> Schema? {
    get { subschemas[applicator] }
    set { subschemas[applicator] = newValue }
  }

  public struct ArrayKeywords: Sendable, Hashable, Codable {
    public var prefixItems: [Schema] = []
    /// What the elements of the tuple are called; empty where the spec names none.
    public var elementNames: [Name] = []
    /// Positions of the tuple's elements that are stored in a box, because the tuple would contain itself.
    public var indirectElements: [Int] = []
    public var uniqueItems = false
    public init() {}
  }

  public struct ObjectKeywords: Sendable, Hashable, Codable {
    public var properties: [Property] = []
    public var patternProperties: [SchemaEntry<Schema>] = []
    /// The type of a map's keys.
    public var keys: Indirect<Schema>?
    /// Names that must be there beside the required ones among `properties`.
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
    /// Comes only when asked for by name.
    public var isExtra = false
    /// Whether to store it in a box; `nil` to let size and recursion decide.
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

/// How a value is written within its JSON type.
public enum Format: Sendable, Hashable, Codable {
  case int32, int64, uint32, uint64
  case float, double, decimal
  case timestamp, timestampMilliseconds
  case dateTime, date
  case uri, uuid, bytes
  /// A boolean as 0 or 1.
  case flag
  /// An object whose members don't matter.
  case empty
  /// A format that asks for no Swift type of its own.
  case other(String)
}

/// Known values of a type.
public struct Enumeration: Sendable, Hashable, Codable {
  public struct Case: Sendable, Hashable, Codable {
    public var value: Literal
    /// The Swift name, where the spec sets one.
    public var swiftName: Name?
    public var span: SourceSpan

    public init(value: Literal, swiftName: Name? = nil, span: SourceSpan) {
      self.value = value
      self.swiftName = swiftName
      self.span = span
    }
  }
  public var cases: [Case]

  public init(cases: [Case]) { self.cases = cases }
}

/// What tells the alternatives of a union apart.
public struct Discriminator: Sendable, Hashable, Codable {
  /// The wire name of a property that all alternatives have.
  public var property: Name
  /// Wire value to the name of a schema.
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

/// Ways in which an API is untidy.
public enum Lenience: String, Sendable, Hashable, Codable, CaseIterable {
  case numberInString, emptyListAsMap, singleAsList, nullAsAbsent
}

/// A number as it was written, so that nothing is lost.
public struct NumberText: Sendable, Hashable, Codable {
  /// A JSON number (RFC 8259, section 6).
  public var text: String

  public init(_ text: String) { self.text = text }
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
