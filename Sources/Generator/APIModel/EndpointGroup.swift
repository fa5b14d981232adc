import Diagnostics

/// The documentation of a group of endpoints. Groups without documentation have no such value.
public struct EndpointGroup: Sendable, Hashable, Codable {
  /// The names from the outermost group to this one: `repos`, `releases`.
  public var path: [Name]
  public var documentation: Documentation

  public init(path: [Name], documentation: Documentation = .init()) {
    self.path = path
    self.documentation = documentation
  }
}

extension Endpoint {
  /// The full name within the module: `repos.releases.list`.
  public var operation: String { (group + [name]).map(\.text).joined(separator: ".") }
}
