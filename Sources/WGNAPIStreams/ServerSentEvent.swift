/// An event of a stream of server-sent events (HTML Standard, section 9.2.6).
public struct ServerSentEvent<Value: Sendable>: Sendable {
  /// The type of the event; `message` if the server names none.
  public let type: String
  /// The ID of this event or of the last one that had one; empty if none had.
  public let id: String
  /// The decoded data.
  public let value: Value
}

/// An event before its data is decoded.
struct RawEvent: Hashable, Sendable {
  var type: String
  var id: String
  var data: [UInt8]
}
