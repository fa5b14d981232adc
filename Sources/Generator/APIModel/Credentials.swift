import Diagnostics

/// A credential of the client.
public struct CredentialDefinition: Sendable, Hashable, Codable {
  public enum Scheme: Sendable, Hashable, Codable {
    case bearer
    case basic
    case apiKey(Place, name: Name, prefix: String?)
    case oauth2(OAuth2)
  }

  public enum Place: String, Sendable, Hashable, Codable, CaseIterable {
    case header, query, cookie, path, form
  }

  /// The URLs of a service that issues tokens, and the names of its scopes.
  public struct OAuth2: Sendable, Hashable, Codable {
    public var authorizationURL: String?
    public var tokenURL: String?
    public var deviceURL: String?
    public var scopes: [Name]

    public init(
      authorizationURL: String? = nil, tokenURL: String? = nil, deviceURL: String? = nil, scopes: [Name] = []
    ) {
      self.authorizationURL = authorizationURL
      self.tokenURL = tokenURL
      self.deviceURL = deviceURL
      self.scopes = scopes
    }
  }

  /// Its name in braces in a path; nil if it isn't part of a path.
  public var pathName: String? {
    guard case .apiKey(.path, let name, _) = scheme else { return nil }
    return name.text
  }

  public var name: Name
  public var swiftName: Name?
  public var documentation: Documentation
  public var scheme: Scheme
  /// The statuses with which the service refuses it; nil for the default.
  public var refusalStatuses: [Int]?
  /// The errors with which the service refuses it, whatever the status.
  public var refusalErrors: [Policies.ErrorReference]

  public init(
    name: Name, swiftName: Name? = nil, documentation: Documentation = .init(), scheme: Scheme,
    refusalStatuses: [Int]? = nil, refusalErrors: [Policies.ErrorReference] = []
  ) {
    self.name = name
    self.swiftName = swiftName
    self.documentation = documentation
    self.scheme = scheme
    self.refusalStatuses = refusalStatuses
    self.refusalErrors = refusalErrors
  }
}

/// A credential that an endpoint needs, with the required scopes.
public struct CredentialUse: Sendable, Hashable, Codable {
  public var name: Name
  public var scopes: [Name]

  public init(name: Name, scopes: [Name] = []) {
    self.name = name
    self.scopes = scopes
  }
}

extension [[CredentialUse]] {
  /// Whether both need the same, wherever they are written.
  public func asksForTheSame(as other: Self) -> Bool {
    func texts(_ uses: Self) -> [[[String]]] {
      uses.map { $0.map { [$0.name.text] + $0.scopes.map(\.text) } }
    }
    return texts(self) == texts(other)
  }

  /// The names of the credentials that every request needs.
  public var indispensable: Set<String> {
    dropFirst().reduce(Set((first ?? []).map(\.name.text))) { $0.intersection($1.map(\.name.text)) }
  }
}

/// A part of a server's URL that the client's user chooses.
public struct ServerVariable: Sendable, Hashable, Codable {
  public var name: Name
  /// The listed values; empty if any value is allowed.
  public var values: [Name]
  public var defaultValue: String?
  public var documentation: Documentation

  public init(
    name: Name, values: [Name] = [], defaultValue: String? = nil, documentation: Documentation = .init()
  ) {
    self.name = name
    self.values = values
    self.defaultValue = defaultValue
    self.documentation = documentation
  }
}
