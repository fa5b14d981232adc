/// A header field with a constant value.
public struct ConstantHeader: Sendable, Hashable, Codable {
  public var name: Name
  public var value: String

  public init(name: Name, value: String) {
    self.name = name
    self.value = value
  }
}
