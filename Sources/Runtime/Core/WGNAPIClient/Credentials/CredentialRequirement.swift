import WGNAPISupport

/// The credentials that an endpoint needs: of several alternatives, the one with the most credentials that the client
/// has, and the first of those with equally many.
public struct CredentialRequirement: PolicyValue {
  /// A credential and the scopes that it must have.
  public struct Use: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The credential's name in the API description.
    package let name: String
    /// The scopes that the endpoint needs.
    package let scopes: [String]

    /// Creates a use.
    public init(_ name: String, scopes: [String] = []) {
      self.name = name
      self.scopes = scopes
    }

    /// Creates a use without scopes.
    public init(stringLiteral name: String) { self.init(name) }

    /// A credential with scopes.
    public static func scoped(_ name: String, _ scopes: String...) -> Use { Use(name, scopes: scopes) }
  }

  /// Lists of credentials that must be sent together, those with the most credentials first. An empty list means none.
  package let alternatives: [[Use]]

  init(alternatives: [[Use]]) {
    let order = alternatives.indices.sorted { one, two in
      (alternatives[two].count, one) < (alternatives[one].count, two)
    }
    self.alternatives = order.map { alternatives[$0] }
  }

  /// No credentials.
  public static let none = CredentialRequirement(alternatives: [[]])
  /// All of these together.
  public static func all(_ uses: Use...) -> CredentialRequirement {
    CredentialRequirement(alternatives: [uses])
  }
  /// One of these lists.
  public static func any(_ alternatives: [Use]...) -> CredentialRequirement {
    CredentialRequirement(alternatives: alternatives)
  }
}
