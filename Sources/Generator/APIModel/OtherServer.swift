/// A server besides the module's own, for some of its endpoints.
public struct OtherServer: Sendable, Hashable, Codable {
  /// Its URL for one of the module's servers, or for all of them. It may contain the server's variables.
  public struct Address: Sendable, Hashable, Codable {
    /// The name of the module's server; nil for all servers without an address of their own.
    public var server: Name?
    /// The complete URL, without the module's base path.
    public var url: String

    public init(server: Name? = nil, url: String) {
      self.server = server
      self.url = url
    }
  }

  /// The name that endpoints refer to; the URL if it belongs to one endpoint and has no name.
  public var name: Name
  public var isNamed: Bool
  public var addresses: [Address]
  /// The names of the credentials, and the wire names of the client's secret parameters, that are sent to it.
  public var secrets: [Name]
  public var documentation: Documentation

  public init(
    name: Name, isNamed: Bool = true, addresses: [Address], secrets: [Name] = [],
    documentation: Documentation = .init()
  ) {
    self.name = name
    self.isNamed = isNamed
    self.addresses = addresses
    self.secrets = secrets
    self.documentation = documentation
  }

  /// The URL for one of the module's servers.
  public func address(on server: Server) -> String? {
    (addresses.first { $0.server?.text == server.name.text } ?? addresses.first { $0.server == nil })?.url
  }
}
