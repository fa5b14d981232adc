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
  }

  /// The enclosing types' names, outermost first.
  var enclosing: [String]
  var name: String
  var documentation: [String]
  var kind: Kind
  var needsFoundation: Bool

  /// The name from the module's top: `VehicleProfile.Gun`.
  var qualifiedName: String { (enclosing + [name]).joined(separator: ".") }

  struct Structure {
    var properties: [StoredProperty]
    /// The map of the keys that no property has.
    var additional: StoredProperty?
    /// Whether other keys are a violation.
    var isClosed = false
    /// Constraints on the object as a whole.
    var constraint: String?
    /// Whether requests can ask for some of its fields only.
    var isSelectable = false
    var slice: SliceFields?
  }

  /// What a slice is one of.
  struct SliceFields {
    /// The model's type.
    var base: String
    /// Swift literals of paths.
    var fields: [String]
    /// Those that come only when they are asked for as extra ones.
    var extraFields: [String]
  }

  struct Newtype {
    var rawType: String
    var conformance: String
    var constraint: String?
  }

  struct Enumerated {
    struct Constant {
      var name: String
      /// The wire value as a Swift literal.
      var value: String
      var documentation: [String]
    }
    var rawType: String
    var constants: [Constant]
    /// What values must satisfy beside being of the raw type, or one of the constants.
    var constraint: String?
  }

  struct UnionType {
    struct Alternative {
      var name: String
      var type: String
      var coder: String?
      /// How its values are told from those of the others.
      var form: UnionForms.Form
      /// What a value must satisfy beside being of the type.
      var constraint: String?
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
    var constraint: String?
  }

  struct Alias {
    var type: String
    /// An expression of type `Schema`.
    var schema: String
    /// The name under `Schemas`.
    var schemaName: String
  }

  struct ResponsesByStatus {
    struct Case {
      var name: String
      var type: String?
      var coder: String?
      var constraint: String?
      var statuses: ClosedRange<Int>
      var isBytes = false
    }
    var cases: [Case]
  }
}

/// A property of a struct as it is declared and as it stands in the table.
struct StoredProperty {
  /// How presence and null are told apart.
  enum Presence: String { case required, optional, nullable, lenient, optionalNullable }

  /// The Swift name, unescaped.
  var name: String
  /// The wire name.
  var wireName: String
  var type: String
  var presence: Presence
  /// The property wrapper: `Boxed`, `BoxedOptional`, `Nullable`, `BoxedNullable`.
  var wrapper: String?
  var coder: String?
  var constraint: String?
  var documentation: [String]
  /// What the initializer says of it, on one line.
  var summary: String?
  /// What to use instead, or nothing, if it is deprecated.
  var deprecation: String?
  /// Whether it comes only when it is asked for by name.
  var isExtra = false
  /// The only value that it may have, as a Swift literal: nobody needs to give it.
  var constant: String?
  /// What it is where nobody says otherwise: the only value that the spec knows.
  var defaultValue: String?
  /// Whether it holds the members that have no property of their own.
  var isAdditional = false

  var isOptional: Bool { presence != .required }
  var declaredType: String { isOptional ? "\(type)?" : type }
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
  /// Lets the values be validated by a schema as a whole, where the type has a place for that.
  mutating func constrain(by schema: String) {
    guard case .structure(var structure) = kind else { return }
    structure.constraint = schema
    kind = .structure(structure)
  }
}
