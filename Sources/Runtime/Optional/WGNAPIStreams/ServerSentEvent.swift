/// An event of a stream of server-sent events (HTML Standard, section 9.2.6).
public struct ServerSentEvent<Value: Sendable>: Sendable {
  /// The type of the event; `message` if the server names none.
  public let type: String
  /// The ID of this event or of the last one that had one; empty if none had.
  public let id: String
  /// The decoded data.
  public let value: Value

  /// Creates an event.
  public init(type: String = "message", id: String = "", value: Value) {
    self.type = type
    self.id = id
    self.value = value
  }
}

extension ServerSentEvent: Equatable where Value: Equatable {}
extension ServerSentEvent: Hashable where Value: Hashable {}

/// An event before its data is decoded.
package struct RawEvent: Hashable, Sendable {
  package var type: String
  var id: String
  package var data: [UInt8]
}
