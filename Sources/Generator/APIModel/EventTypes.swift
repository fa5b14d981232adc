import Diagnostics

/// The types of server-sent events (HTML Standard, section 9.2), by their names.
public struct EventTypes: Sendable, Hashable, Codable {
  /// What the data of an event is.
  public enum Content: Sendable, Hashable, Codable {
    case json(Schema)
    case text
    /// It isn't read.
    case empty

    public var schema: Schema? {
      if case .json(let schema) = self { schema } else { nil }
    }
  }

  /// The events of one name.
  public struct EventType: Sendable, Hashable, Codable {
    public var name: Name
    public var content: Content

    public init(name: Name, content: Content) {
      self.name = name
      self.content = content
    }
  }

  /// Empty if all events are ``others``.
  public var types: [EventType]
  /// The events with other names; nil if nothing is known of them.
  public var others: Content?
  /// The data of the event that ends the stream.
  public var end: String?

  public init(types: [EventType], others: Content? = nil, end: String? = nil) {
    self.types = types
    self.others = others
    self.end = end
  }

  /// The schemas of data in JSON.
  public var schemas: [Schema] { (types.map(\.content) + [others].compactMap(\.self)).compactMap(\.schema) }

  mutating func changeSchemas(_ change: (inout Schema) -> Void) {
    for position in types.indices { types[position].content.changeSchema(change) }
    others?.changeSchema(change)
  }
}

extension EventTypes.Content {
  fileprivate mutating func changeSchema(_ change: (inout Schema) -> Void) {
    guard case .json(var schema) = self else { return }
    change(&schema)
    self = .json(schema)
  }
}
