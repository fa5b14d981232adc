import APIModel
import Diagnostics

/// The declarations of a generated module that other modules can use, with what each of them is on the wire.
package struct ModuleSurface: Sendable {
  package var module: Name
  package var access: AccessLevel
  /// Where the specs say who can use it; nil for the default.
  package var accessSpan: SourceSpan?
  /// In the order of the spec; nested types follow the types that contain them.
  package var types: [SurfaceType]
  /// What the module's files import, as one file would.
  package var importStatements: String
}

/// A type, or the members that a module adds to one.
package struct SurfaceType: Sendable {
  /// The role of the type in the API, or its name in the spec: what stays the same if its Swift name changes.
  package enum Identity: Sendable, Hashable {
    case schema(String)
    case slice(String)
    case envelope(String)
    case endpoint(EndpointIdentity)
    /// The names of a group and of the groups around it.
    case group([String])
    case client, server, errorCodes, events, constraints
    /// The values of a variable of servers.
    case serverValues(String)
    /// A JSON Schema document.
    case document(String)
  }

  package enum Kind: String, Sendable {
    case structure, newtype, openEnumeration, closedEnumeration, union, alias
    /// An enumeration whose cases are responses, bodies or events.
    case cases
    case headers, request, client, server, errorCodes, envelope, group, constraints, document

    /// Whether it is an `enum`, so that a `switch` must have all of its cases.
    package var isClosed: Bool { [.closedEnumeration, .union, .cases].contains(self) }
  }

  /// The names of the enclosing types, and its own.
  package var path: [String]
  /// Nil for a nested type, which is known by the member that has it.
  package var identity: Identity?
  package var kind: Kind
  package var members: [SurfaceMember]
  /// Of a request: the types of its failures' bodies, with the statuses that have them.
  package var failureBodies: [(type: String, statuses: [String])] = []
  /// Of a slice: the type of which it has some properties.
  package var slicedType: String?
  package var span: SourceSpan?

  /// The name as seen from the top of the module: `VehicleProfile.Gun`.
  package var name: String { path.joined(separator: ".") }
}

/// What an endpoint is on the wire.
package struct EndpointIdentity: Sendable, Hashable {
  /// `GET`; the first is preferred.
  package var methods: [String]
  /// Without the names of parameters: `items/{}`.
  package var path: String
  /// The path as the spec writes it.
  package var shownPath: String
  /// The name in the spec, with its groups.
  package var operation: String
  /// What is the same in all of its requests, besides method and path, and may tell it from others.
  package var constants: [String]

  /// `GET items/{id}`
  package var route: String { "\(methods.joined(separator: " or ")) \(shownPath.isEmpty ? "/" : shownPath)" }
}

/// A member of a type, with its signature.
package struct SurfaceMember: Sendable {
  package enum Kind: String, Sendable {
    case property
    /// A member of the type itself, without arguments.
    case constant
    /// A case of an enumeration.
    case enumerationCase
    case initializer
    /// A method of a value.
    case method
    /// A method of the type itself.
    case function
    case associatedType
    /// A protocol that the type conforms to.
    case conformance
  }

  package var kind: Kind
  /// What it is on the wire: the key, value, or name of a field; unique among members of its kind.
  package var identity: String
  /// The Swift name without backticks.
  package var name: String
  /// The type of a property, of a case's value or of a result; nil for none.
  package var type: SwiftType?
  package var parameters: [SurfaceParameter] = []
  /// Whether it can be assigned to.
  package var isMutable = false
  package var isThrowing = false
  /// Whether an initializer returns an optional.
  package var isFailable = false
  /// Of an endpoint's method: the type that has it, and the properties that lead there from the client.
  package var owner: [String] = []
  package var receiver: [String] = []
  package var isDeprecated = false
  package var span: SourceSpan?
}

/// A parameter of an initializer or a method.
package struct SurfaceParameter: Sendable {
  /// What it is on the wire.
  package var identity: String
  package var name: String
  package var type: SwiftType
  /// What it is if it is left out, as an expression; nil if it can't be.
  package var defaultValue: String?
  package var span: SourceSpan?

  /// Whether it can be left out.
  package var hasDefault: Bool { defaultValue != nil }
}

/// How generated code writes names.
package enum SurfaceText {
  /// A name between backticks, where Swift needs them.
  package static func escaped(_ name: String) -> String { SwiftName.escaped(name) }
  /// A name as the label of an argument.
  package static func label(_ name: String) -> String { SwiftName.label(name) }
  /// A variable for a value of a type: `vehicleProfile`.
  package static func variable(ofType name: String) -> String { SwiftName.member(name) }
}
