extension Parameter {
  /// How a value is written: the styles of OpenAPI 3.1 (RFC 6570), and JSON.
  public struct Style: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      case form, simple, label, matrix, spaceDelimited, pipeDelimited, deepObject, json
    }

    public var kind: Kind
    /// Whether the elements of a list and the members of an object are written separately; ignored for `deepObject`
    /// and `json`.
    public var isExploded: Bool
    /// How a `deepObject` names the elements of lists.
    public var lists: Endpoint.Body.FormLists

    public init(_ kind: Kind, isExploded: Bool? = nil, lists: Endpoint.Body.FormLists = .brackets) {
      self.kind = kind
      self.isExploded = isExploded ?? kind.isExplodedByDefault
      self.lists = lists
    }
  }
}

/// A field of a form that is written otherwise than the form's other fields.
public struct StyledField: Sendable, Hashable, Codable {
  /// The wire name, a property of the form.
  public var name: Name
  public var style: Parameter.Style
  /// Whether reserved characters aren't encoded.
  public var keepsReserved: Bool

  public init(name: Name, style: Parameter.Style, keepsReserved: Bool = false) {
    self.name = name
    self.style = style
    self.keepsReserved = keepsReserved
  }

  /// The field as a parameter with this schema.
  public func parameter(_ schema: Schema) -> Parameter {
    var parameter = Parameter(name: name, location: .form, schema: schema, isRequired: false)
    parameter.style = style
    parameter.keepsReserved = keepsReserved
    return parameter
  }
}

extension Endpoint.Body {
  /// Whether a media type is a range such as `image/*`, or one of several: the caller says which one is sent.
  public static func isRange(_ mediaType: String) -> Bool {
    mediaType.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: ",") }
  }
}

extension Parameter.Style.Kind {
  /// The default in OpenAPI.
  public var isExplodedByDefault: Bool { self == .form || self == .deepObject }

  /// The locations that allow this style. OpenAPI has no form parameters; they are like those in the query.
  public var locations: Set<Parameter.Location> {
    switch self {
    case .form: [.query, .form, .cookie]
    case .simple: [.path, .header]
    case .label, .matrix: [.path]
    case .spaceDelimited, .pipeDelimited, .deepObject: [.query, .form]
    case .json: Set(Parameter.Location.allCases).subtracting([.url])
    }
  }
}

extension Parameter.Location {
  /// OpenAPI's default style for this location.
  public var defaultStyle: Parameter.Style.Kind {
    switch self {
    case .query, .form, .cookie: .form
    case .path, .header, .url: .simple
    }
  }
}
