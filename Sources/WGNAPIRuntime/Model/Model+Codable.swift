// Nothing of `Codable` is synthesized for generated types: it goes through their own reading and writing.

extension JSONModel {
  public init(from decoder: any Decoder) throws { self = try Self.decode(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.encode(self, to: encoder) }
}

extension JSONUnion {
  public init(from decoder: any Decoder) throws { self = try Self.decode(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.encode(self, to: encoder) }
}

extension Newtype {
  public init(from decoder: any Decoder) throws { self = try Self.decode(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.encode(self, to: encoder) }
}

extension OpenEnumeration {
  public init(from decoder: any Decoder) throws { self = try Self.decode(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.encode(self, to: encoder) }
}

extension ClosedEnumeration {
  public init(from decoder: any Decoder) throws { self = try Self.decode(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try Self.encode(self, to: encoder) }
}
