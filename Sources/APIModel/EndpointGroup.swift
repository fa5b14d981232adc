import Diagnostics

/// What the spec says of a group of endpoints. A group that it says nothing of has no such description.
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
  /// The name with those of its groups, by which it is known throughout the module: `repos.releases.list`.
  public var operation: String { (group + [name]).map(\.text).joined(separator: ".") }
}
