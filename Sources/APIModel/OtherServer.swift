/// An address beside a module's servers where some of its endpoints are.
public struct OtherServer: Sendable, Hashable, Codable {
  /// The URL on one of the module's servers, or on all of them. It may have the server's variables in it.
  public struct Address: Sendable, Hashable, Codable {
    /// The name of the module's server; nil for all that have no address of their own.
    public var server: Name?
    /// The whole address, to which the module's base path isn't added.
    public var url: String

    public init(server: Name? = nil, url: String) {
      self.server = server
      self.url = url
    }
  }

  /// The name by which endpoints refer to it; the URL where only one endpoint has it and it has no name.
  public var name: Name
  public var isNamed: Bool
  public var addresses: [Address]
  /// The names of the credentials, and the wire names of the client's secret parameters, that are sent there.
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

  /// The address for one of the module's servers.
  public func address(on server: Server) -> String? {
    (addresses.first { $0.server?.text == server.name.text } ?? addresses.first { $0.server == nil })?.url
  }
}
