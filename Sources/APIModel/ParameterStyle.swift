extension Parameter {
  /// How a value is written: the styles of OpenAPI 3.1 (RFC 6570), and JSON.
  public struct Style: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      case form, simple, label, matrix, spaceDelimited, pipeDelimited, deepObject, json
    }

    public var kind: Kind
    /// Whether each element of a list and each member of an object is written on its own; no meaning for `deepObject`
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
  /// What OpenAPI assumes.
  public var isExplodedByDefault: Bool { self == .form || self == .deepObject }

  /// Where a parameter can have this style. OpenAPI doesn't know form fields as parameters; they are like the query.
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
  /// The style of OpenAPI where a parameter doesn't say any.
  public var defaultStyle: Parameter.Style.Kind {
    switch self {
    case .query, .form, .cookie: .form
    case .path, .header: .simple
    }
  }
}
