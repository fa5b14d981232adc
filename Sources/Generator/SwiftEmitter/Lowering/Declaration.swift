import APIModel
import Diagnostics

/// A Swift type to be declared, with everything that the templates need.
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

  /// The names of the enclosing types, outermost first.
  var enclosing: [String]
  var name: String
  var documentation: [String]
  var kind: Kind
  /// Where the spec describes it.
  var span: SourceSpan?
  /// Whether a struct declares its initializer, rather than leaving it to the compiler.
  var hasInitializer = true

  /// The name as seen from the top of the module: `VehicleProfile.Gun`.
  var qualifiedName: String { (enclosing + [name]).joined(separator: ".") }

  struct Structure {
    var properties: [StoredProperty]
    /// The property for keys without a property of their own.
    var additional: StoredProperty?
    /// Whether other keys are violations.
    var isClosed = false
    /// Constraints on the object as a whole.
    var constraint: ConstraintLiteral?
    /// Whether requests can ask for some of its fields.
    var isSelectable = false
    var slice: SliceFields?
  }

  /// The source of a slice.
  struct SliceFields {
    /// The model's type.
    var base: String
    /// The paths of its fields.
    var fields: [String]
    /// The paths that the service sends only if they are requested as extra fields.
    var extraFields: [String]
  }

  struct Newtype {
    var rawType: SwiftType
    /// The protocols it conforms to.
    var conformances: [String]
    var constraint: ConstraintLiteral?
  }

  struct Enumerated {
    struct Constant {
      var name: String
      /// The text, or the text of the number.
      var wireValue: String
      /// What it means, if the spec says so.
      var summary: String?
      /// Where the spec lists it.
      var span: SourceSpan?
    }
    var base: Enumeration.Base
    var constants: [Constant]
    /// The constraints on the raw value, besides its type and the constants.
    var constraint: ConstraintLiteral?
  }

  struct UnionType {
    struct Alternative {
      var name: String
      var type: SwiftType
      var coder: Coder?
      /// How its values are distinguished from those of the others.
      var form: UnionForms.Form
      /// The constraints besides the type.
      var constraint: ConstraintLiteral?
      var isIndirect: Bool
      /// Where the spec describes it.
      var span: SourceSpan?
    }
    /// The wire name of the property that distinguishes objects.
    var discriminator: String?
    var alternatives: [Alternative]
    /// The positions of the alternatives in the order in which they are tried.
    var order: [Int]
    var isOpen: Bool
    /// Whether descriptions and errors hide the value.
    var isSecret = false
    /// The constraints on the value as a whole, besides being one of the alternatives.
    var constraint: ConstraintLiteral?
  }

  struct Alias {
    var type: SwiftType
    /// Whether there is a `typealias`: not for a user-defined type that has the name itself.
    var isDeclared: Bool
    /// Its constraints besides the type.
    var constraint: ConstraintLiteral?
    /// The type that contains the constraints of aliases.
    var constraints: String
    /// The constraint's name there.
    var constraintName: String
  }

  /// A header field of a response, as a property that decodes it.
  struct HeaderField {
    var name: String
    var wireName: String
    var type: SwiftType
    var coder: Coder?
    var constraint: ConstraintLiteral?
    var isList: Bool
    var isRequired: Bool
    var documentation: [String]
    /// Where the spec describes it.
    var span: SourceSpan?
  }

  struct ResponsesByStatus {
    enum Form: Hashable {
      case json, bytes, text
      case decoded(codec: String)
    }

    struct Case {
      var name: String
      var documentation: [String] = []
      var type: SwiftType?
      var coder: Coder?
      var constraint: ConstraintLiteral?
      var statuses: ClosedRange<Int>
      var form = Form.json
      var mediaType: String?
      /// The type of the event, if it is one.
      var event: String?
      /// Where the spec describes it.
      var span: SourceSpan?
    }
    var cases: [Case]
  }
}

/// A property of a struct, with its declaration and its table entry.
struct StoredProperty {
  /// How absence and null are represented.
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
  var constraint: ConstraintLiteral?
  var documentation: [String]
  /// The replacement, or an empty text, if it is deprecated.
  var deprecation: String?
  /// Whether the service sends it only on request.
  var isExtra = false
  /// Whether descriptions and errors hide the value.
  var isSecret = false
  /// The only possible value, which callers needn't pass.
  var constant: Code?
  /// The default argument: the only value that the spec knows.
  var defaultValue: Code?
  /// Whether it contains the members without a property of their own.
  var isAdditional = false
  /// Where the spec describes it.
  var span: SourceSpan?

  var isOptional: Bool { presence != .required }
  var declaredType: SwiftType { isOptional ? .optional(type) : type }
  /// The default of the initializer's parameter; nil if callers must pass it.
  var defaultArgument: String? {
    if isOptional { return "nil" }
    return defaultValue?.text ?? (isAdditional ? "[:]" : nil)
  }
  /// The name of the stored property. A deprecated property is stored under another name, so the type can use it
  /// without a warning.
  var storedName: String { deprecation == nil ? SwiftName.escaped(name) : "_\(hiddenName)" }
  /// Alone between braces, `_read` and `_modify` would begin accessors.
  private var hiddenName: String { ["read", "modify"].contains(name) ? "\(name)Value" : name }
  var keyPath: String {
    wrapper == nil ? "\\.\(storedName)" : deprecation == nil ? "\\._\(name)" : "\\._\(storedName)"
  }
}

extension Declaration {
  /// The imports it needs.
  var imports: Imports {
    let types = Imports(of: kind.types.map(\.imports))
    var isHidden = false
    if case .alias(let alias) = kind { isHidden = !alias.isDeclared }
    return Imports(
      of: [isHidden ? types.hidden : types, kind.isPartial ? .partial : [], kind.isHeaders ? .responses : []]
        + kind.coders.map(\.imports) + kind.constraints.map(\.code.imports))
  }

  /// Adds a schema that validates the value as a whole.
  mutating func constrain(by schema: SchemaLiteral) {
    let constraint = ConstraintLiteral(schema)
    switch kind {
    case .structure(var structure):
      structure.constraint = constraint
      kind = .structure(structure)
    case .tuple(var structure):
      structure.constraint = constraint
      kind = .tuple(structure)
    case .union(var union):
      union.constraint = constraint
      kind = .union(union)
    case .openEnumeration(var enumerated):
      enumerated.constraint = constraint
      kind = .openEnumeration(enumerated)
    case .closedEnumeration(var enumerated):
      enumerated.constraint = constraint
      kind = .closedEnumeration(enumerated)
    // Newtypes and aliases inherit the constraint of their underlying type.
    case .newtype, .alias, .responses, .headers: break
    }
  }
}

extension Declaration.Kind {
  /// The types that the declaration mentions.
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

  /// The coders that it names.
  fileprivate var coders: [Coder] {
    switch self {
    case .structure(let structure), .tuple(let structure):
      (structure.properties + (structure.additional.map { [$0] } ?? [])).compactMap(\.coder)
    case .union(let union): union.alternatives.compactMap(\.coder)
    case .responses(let responses): responses.cases.compactMap(\.coder)
    case .headers(let fields): fields.compactMap(\.coder)
    case .newtype, .openEnumeration, .closedEnumeration, .alias: []
    }
  }

  /// Whether it is a model that can be read with only some of its fields, or a part of one.
  fileprivate var isPartial: Bool {
    guard case .structure(let structure) = self else { return false }
    return structure.isSelectable || structure.slice != nil
  }

  /// Whether it has the header fields of responses.
  fileprivate var isHeaders: Bool { if case .headers = self { true } else { false } }

  /// All constraints in the declaration.
  fileprivate var constraints: [ConstraintLiteral] {
    switch self {
    case .structure(let structure), .tuple(let structure):
      (structure.properties.map(\.constraint) + [structure.additional?.constraint, structure.constraint])
        .compactMap(\.self)
    case .newtype(let newtype): newtype.constraint.map { [$0] } ?? []
    case .openEnumeration(let enumerated), .closedEnumeration(let enumerated):
      enumerated.constraint.map { [$0] } ?? []
    case .union(let union): (union.alternatives.map(\.constraint) + [union.constraint]).compactMap(\.self)
    case .alias(let alias): alias.constraint.map { [$0] } ?? []
    case .responses(let responses): responses.cases.compactMap(\.constraint)
    case .headers(let fields): fields.compactMap(\.constraint)
    }
  }
}
