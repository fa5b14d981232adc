import Diagnostics

/// A user-defined Swift type that stands for the values of a schema.
public struct OwnType: Sendable, Hashable, Codable {
  /// The type as Swift spells it: `Money`, `Payments.Money`, `Tagged<User, Int>`.
  public var type: Name
  /// The module to import; nil if the type is in the generated module, or visible there anyway.
  public var module: Name?
  /// The `JSONCoder` that reads and writes the type; nil if the type is its own (`JSONValue`).
  public var coder: Name?
  /// A value in JSON that the type is known to accept; nil if the examples of schemas are all that is known.
  public var example: Literal?

  public init(type: Name, module: Name? = nil, coder: Name? = nil, example: Literal? = nil) {
    self.type = type
    self.module = module
    self.coder = coder
    self.example = example
  }

  /// The first name of each type's path, which Swift looks up: `Tagged`, `App` and `Int` for `Tagged<App.User, Int>`.
  public var roots: Set<String> {
    var roots: Set<String> = []
    for text in [type.text, coder?.text].compactMap(\.self) {
      for path in text.split(whereSeparator: { "<>, ".contains($0) }) {
        // What follows an argument list, as in `Outer<Int>.Inner`, is looked up in a type.
        guard !path.hasPrefix("."), let root = path.split(separator: ".").first else { continue }
        roots.insert(String(root))
      }
    }
    return roots
  }

  /// Whether the type is in a module of the system, which can't have a coder of the user's.
  public var isOfSystem: Bool { ["Foundation", "FoundationEssentials", "Swift"].contains(module?.text) }

  /// Whether both name the same type, wherever they are written.
  public func isSame(as other: OwnType) -> Bool { withoutPlaces == other.withoutPlaces }

  var withoutPlaces: OwnType {
    OwnType(type: type.withoutPlace, module: module?.withoutPlace, coder: coder?.withoutPlace)
  }
}

/// A user-defined type for all values of a format.
public struct FormatType: Sendable, Hashable, Codable {
  /// The format's name as the module writes it.
  public var name: Name
  /// The format.
  public var format: Format
  public var type: OwnType

  public init(name: Name, format: Format, type: OwnType) {
    self.name = name
    self.format = format
    self.type = type
  }

  /// Whether schemas with this format get the type.
  public func covers(_ format: Format) -> Bool { format == self.format || format == .other(name.text) }
}

/// A user-defined type for a model of a JSON Schema document.
public struct ModelType: Sendable, Hashable, Codable {
  /// The model's name.
  public var name: Name
  public var type: OwnType

  public init(name: Name, type: OwnType) {
    self.name = name
    self.type = type
  }
}

extension SchemaIndex {
  /// The form that generated code sees: a scalar if the schema has a user-defined type.
  public func typeShape(of schema: Schema) -> SchemaShape {
    schema.ownType == nil ? shape(of: schema) : .scalar
  }

  /// The user-defined type for a schema, or for the one that it is only another name for.
  public func ownType(of schema: Schema) -> OwnType? {
    var schema = schema
    var seen: Set<String> = []
    while schema.ownType == nil, let name = schema.reference?.text, case .reference = shape(of: schema),
      seen.insert(name).inserted, let target = self[name]
    {
      schema = target
    }
    return schema.ownType
  }
}
