import WGNAPIClient
import WGNAPIJSON

/// The types of a stream's events, and how to decode the data of each.
///
/// ```swift
/// response: .events {
///   $0.json("update", Status.self) { Event.update($0) }
///   $0.text("delete") { Event.delete($0) }
///   $0.unknown { Event.unknown($0) }
/// }
/// ```
///
/// The name of an event without a type is `message`. `*` stands for all types without an entry of their own.
public struct EventTypes<Value: Sendable>: Sendable {
  fileprivate var decoders: [String: ElementDecoder<Value>] = [:]
  fileprivate var unknown: (@Sendable (ServerSentEvent<String>) -> Value)?

  /// Adds events whose data is JSON that `coder` decodes, and that satisfies `constraint` as a whole.
  public mutating func json<Coder: JSONCoder>(
    _ type: String, _ coder: Coder.Type, _ constraint: Constraint? = nil,
    _ make: @escaping @Sendable (Coder.Decoded) -> Value
  ) {
    decoders[type] = ElementDecoder(coder, constraint, make)
  }

  /// Adds events whose data is text.
  public mutating func text(_ type: String, _ make: @escaping @Sendable (String) -> Value) {
    decoders[type] = ElementDecoder(text: make)
  }

  /// Adds events whose data isn't read.
  public mutating func empty(_ type: String, _ make: @escaping @Sendable () -> Value) {
    decoders[type] = ElementDecoder { _ in make() }
  }

  /// Adds all events whose types have no entry.
  public mutating func unknown(_ make: @escaping @Sendable (ServerSentEvent<String>) -> Value) {
    unknown = make
  }
}

/// Decodes an event by its type.
struct EventDecoder<Value: Sendable>: Sendable {
  private let types: EventTypes<Value>

  init(_ types: EventTypes<Value>) { self.types = types }

  /// All events have the same type of data.
  init(_ decoder: ElementDecoder<Value>) {
    var types = EventTypes<Value>()
    types.decoders["*"] = decoder
    self.types = types
  }

  func value(of event: RawEvent, in response: StreamingResponse, number: Int) throws -> Value {
    if let decoder = types.decoders[event.type] ?? types.decoders["*"] {
      return try decoder.value(of: event.data, in: response, number: number)
    }
    if let make = types.unknown {
      let data = String(decoding: event.data, as: UTF8.self)
      return make(ServerSentEvent(type: event.type, id: event.id, value: data))
    }
    let message = "the endpoint describes no event of this type"
    throw response.error(JSONError(.unknownValue, message).of(element: number), in: event.data)
  }
}
