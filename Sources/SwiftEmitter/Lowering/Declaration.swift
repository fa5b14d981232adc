import APIModel
import Diagnostics

/// A Swift type to be declared, with everything that the templates need to write it down.
struct Declaration {
  enum Kind {
    case structure(Structure)
    case tuple(Structure)
    case newtype(Newtype)
    case openEnumeration(Enumerated)
    case closedEnumeration(Enumerated)
    case union(UnionType)
    case alias(Alias)
    case responses(ResponsesByStatus)
    case headers([HeaderField])
  }

  /// The enclosing types' names, outermost first.
  var enclosing: [String]
  var name: String
  var documentation: [String]
  var kind: Kind

  /// The name from the module's top: `VehicleProfile.Gun`.
  var qualifiedName: String { (enclosing + [name]).joined(separator: ".") }

  struct Structure {
    var properties: [StoredProperty]
    /// The map of the keys that no property has.
    var additional: StoredProperty?
    /// Whether other keys are a violation.
    var isClosed = false
    /// Constraints on the object as a whole.
    var constraint: SchemaLiteral?
    /// Whether requests can ask for some of its fields only.
    var isSelectable = false
    var slice: SliceFields?
  }

  /// What a slice is one of.
  struct SliceFields {
    /// The model's type.
    var base: String
    /// Paths of what is kept.
    var fields: [String]
    /// Those that come only when they are asked for as extra ones.
    var extraFields: [String]
  }

  struct Newtype {
    var rawType: SwiftType
    /// The protocols it conforms to.
    var conformances: [String]
    var constraint: SchemaLiteral?
  }

  struct Enumerated {
    struct Constant {
      var name: String
      /// The text, or the text of the number.
      var wireValue: String
    }
    var base: Enumeration.Base
    var constants: [Constant]
    /// What values must satisfy beside being of the raw type, or one of the constants.
    var constraint: SchemaLiteral?
  }

  struct UnionType {
    struct Alternative {
      var name: String
      var type: SwiftType
      var coder: Coder?
      /// How its values are told from those of the others.
      var form: UnionForms.Form
      /// What a value must satisfy beside being of the type.
      var constraint: SchemaLiteral?
      var isIndirect: Bool
    }
    enum Choice {
      /// The wire name of the property that tells.
      case discriminator(String)
      case oneOf
      case anyOf
    }
    var choice: Choice
    var alternatives: [Alternative]
    var isOpen: Bool
    /// What values must satisfy as a whole, beside being of an alternative.
    var constraint: SchemaLiteral?
  }

  struct Alias {
    var type: SwiftType
    var schema: SchemaLiteral
    /// The type that has the schemas of aliases.
    var schemas: String
    /// The name in it.
    var schemaName: String
  }

  /// A header field of an answer, as a property that decodes it.
  struct HeaderField {
    var name: String
    var wireName: String
    var type: SwiftType
    var coder: Coder?
    var constraint: SchemaLiteral?
    var isList: Bool
    var isRequired: Bool
    var documentation: [String]
  }

  struct ResponsesByStatus {
    enum Form { case json, bytes, text }

    struct Case {
      var name: String
      var type: SwiftType?
      var coder: Coder?
      var constraint: SchemaLiteral?
      var statuses: ClosedRange<Int>
      var form = Form.json
      var mediaType: String?
    }
    var cases: [Case]
  }
}

/// A property of a struct as it is declared and as it stands in the table.
struct StoredProperty {
  /// How presence and null are told apart.
  enum Presence: String { case required, optional, nullable, lenient, optionalNullable }

  enum Wrapper: String {
    case boxed = "Boxed"
    case boxedNullable = "BoxedNullable"
    case boxedOptional = "BoxedOptional"
    case nullable = "Nullable"
  }

  /// The Swift name, unescaped.
  var name: String
  /// The wire name.
  var wireName: String
  var type: SwiftType
  var presence: Presence
  var wrapper: Wrapper?
  var coder: Coder?
  var constraint: SchemaLiteral?
  var documentation: [String]
  /// What to use instead, or nothing, if it is deprecated.
  var deprecation: String?
  /// Whether it comes only when it is asked for by name.
  var isExtra = false
  /// The only value that it may have: nobody needs to give it.
  var constant: Code?
  /// What it is where nobody says otherwise: the only value that the spec knows.
  var defaultValue: Code?
  /// Whether it holds the members that have no property of their own.
  var isAdditional = false

  var isOptional: Bool { presence != .required }
  var declaredType: SwiftType { isOptional ? .optional(type) : type }
  /// The name of what is stored: a deprecated property is stored under another name, so that the type itself can use
  /// it without a warning.
  var storedName: String { deprecation == nil ? SwiftName.escaped(name) : "_\(hiddenName)" }
  /// Alone between braces, `_read` and `_modify` begin accessors.
  private var hiddenName: String { ["read", "modify"].contains(name) ? "\(name)Value" : name }
  var keyPath: String {
    wrapper == nil ? "\\.\(storedName)" : deprecation == nil ? "\\._\(name)" : "\\._\(storedName)"
  }
}

extension Declaration {
  /// What must be imported for it.
  var imports: Imports {
    Imports(of: kind.types.map(\.imports) + kind.constraints.map(\.code.imports))
  }

  /// Lets the values be validated by a schema as a whole.
  mutating func constrain(by schema: SchemaLiteral) {
    switch kind {
    case .structure(var structure):
      structure.constraint = schema
      kind = .structure(structure)
    case .tuple(var structure):
      structure.constraint = schema
      kind = .tuple(structure)
    case .union(var union):
      union.constraint = schema
      kind = .union(union)
    case .openEnumeration(var enumerated):
      enumerated.constraint = schema
      kind = .openEnumeration(enumerated)
    case .closedEnumeration(var enumerated):
      enumerated.constraint = schema
      kind = .closedEnumeration(enumerated)
    // A newtype and an alias have that of the type that they stand for.
    case .newtype, .alias, .responses, .headers: break
    }
  }
}

extension Declaration.Kind {
  /// The types that the declaration names.
  fileprivate var types: [SwiftType] {
    switch self {
    case .structure(let structure), .tuple(let structure):
      (structure.properties + (structure.additional.map { [$0] } ?? [])).map(\.type)
    case .newtype(let newtype): [newtype.rawType]
    case .openEnumeration, .closedEnumeration: []
    case .union(let union): union.alternatives.map(\.type)
    case .alias(let alias): [alias.type]
    case .responses(let responses): responses.cases.compactMap(\.type)
    case .headers(let fields): fields.map(\.type)
    }
  }

  /// The schemas that it says values must satisfy.
  fileprivate var constraints: [SchemaLiteral] {
    switch self {
    case .structure(let structure), .tuple(let structure):
      (structure.properties.map(\.constraint) + [structure.additional?.constraint, structure.constraint])
        .compactMap(\.self)
    case .newtype(let newtype): newtype.constraint.map { [$0] } ?? []
    case .openEnumeration(let enumerated), .closedEnumeration(let enumerated):
      enumerated.constraint.map { [$0] } ?? []
    case .union(let union): (union.alternatives.map(\.constraint) + [union.constraint]).compactMap(\.self)
    case .alias(let alias): [alias.schema]
    case .responses(let responses): responses.cases.compactMap(\.constraint)
    case .headers(let fields): fields.compactMap(\.constraint)
    }
  }
}
