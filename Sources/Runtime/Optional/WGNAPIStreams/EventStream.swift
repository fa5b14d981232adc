import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

/// The response of an endpoint that sends server-sent events: an asynchronous sequence of their decoded data.
///
/// ```swift
/// for try await chunk in try await client.chat(payload: question) {
///   print(chunk.text, terminator: "")
/// }
/// ```
///
/// Events are decoded and validated when they arrive. The server is slowed down to the speed of the loop, and ending the
/// loop ends the request. It can be read once, by one task. Iterate ``events`` for the types and IDs of the events.
/// One that can't be read ends the stream with an error, or is left out, as the API description says; to choose for a
/// call, see ``UnreadableHandling``.
public struct EventStream<Value: Sendable>: UnreadableHandling {
  /// The data of an event.
  public typealias Element = Value

  let response: StreamingResponse
  let decoder: EventDecoder<Value>
  let end: StreamEnd?
  var handling: ElementHandling

  public func onUnreadable(
    _ choice: UnreadableElements, report: (@Sendable (APIError) -> Void)? = nil
  ) -> Self {
    var stream = self
    stream.handling = ElementHandling(choice: choice, report: report)
    return stream
  }

  /// Returns the iterator.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(events: Events(stream: self).makeAsyncIterator())
  }

  /// The events with their types and IDs.
  public var events: Events { Events(stream: self) }

  /// Reads the data of events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var events: Events.AsyncIterator

    /// Returns the data of the next event; nil at the end.
    ///
    /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> Value? { try await events.next()?.value }
  }

  /// The events of a stream with their types and IDs.
  public struct Events: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent<Value>

    let stream: EventStream

    /// Returns the iterator.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream) }

    /// Reads events.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private let stream: EventStream
      private var reading: Reading<EventParser>

      /// - Parameter lastEventID: The ID of the last event of the connection before, if there was one.
      init(_ stream: EventStream, lastEventID: String = "") {
        self.stream = stream
        reading = Reading(
          stream.response, EventParser(limit: stream.response.elementSizeLimit, lastEventID: lastEventID))
      }

      /// The ID of the last event, which may be that of an event before; empty if there is none.
      public var lastEventID: String { reading.parser.lastEventID }

      /// The time that the server asks to wait before the request is sent again; nil if it didn't.
      public var retry: Duration? { reading.parser.retry }

      /// Whether the event that ends the stream has come.
      private(set) var hasOwnEnd = false

      /// Returns the next event; nil at the end.
      ///
      /// - Throws: `APIError`, and `CancellationError` when the task is cancelled.
      public mutating func next() async throws -> ServerSentEvent<Value>? {
        while !reading.hasEnded {
          guard let event = try await reading.next() else {
            reading.end()
            if let end = stream.end, !end.isOptional { throw stream.response.breaksOff(before: end.data) }
            return nil
          }
          if let end = stream.end, event.data.elementsEqual(end.data.utf8) {
            reading.end()
            hasOwnEnd = true
            return nil
          }
          do {
            let value = try stream.decoder.value(of: event, in: stream.response, number: reading.count)
            return ServerSentEvent(type: event.type, id: event.id, value: value)
          } catch {
            try skip(error)
          }
        }
        return nil
      }

      private func skip(_ error: any Error) throws {
        do {
          try stream.handling.skip(error, in: stream.response)
        } catch {
          reading.end()
          throw error
        }
      }
    }
  }
}

/// The event that ends a stream.
struct StreamEnd {
  let data: String
  /// Whether the stream may also end without it.
  let isOptional: Bool

  /// - Parameters:
  ///   - required: The data of an event without which the stream isn't complete.
  ///   - optional: The data of an event that ends the stream if it comes.
  init?(_ required: String?, or optional: String?) {
    guard let data = required ?? optional else { return nil }
    self.data = data
    isOptional = required == nil
  }
}
