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
    case .json: Set(Parameter.Location.allCases)
    }
  }
}

extension Parameter.Location {
  /// OpenAPI's default style for this location.
  public var defaultStyle: Parameter.Style.Kind {
    switch self {
    case .query, .form, .cookie: .form
    case .path, .header: .simple
    }
  }
}
