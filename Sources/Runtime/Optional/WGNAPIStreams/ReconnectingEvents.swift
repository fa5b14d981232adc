import HTTPTypes
import WGNAPIClient

extension APIClient {
  /// Returns the events of an endpoint, with the request sent again whenever the stream breaks off or ends (HTML Standard,
  /// section 9.2.3).
  ///
  /// A repeated request names the last event's ID (`Last-Event-ID`), after the time that the server asks for or three
  /// seconds, and longer after failures in a row. Nothing is sent until the sequence is iterated. It ends with the event
  /// that ends the stream, if the endpoint describes one, and with status 204.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - options: The options of each call.
  ///   - attempts: The maximum number of failures in a row; the last one is thrown.
  public func reconnectingEvents<Request: APIRequest, Value>(
    _ request: Request, options: CallOptions = CallOptions(), attempts: Int = 10
  ) -> ReconnectingEvents<Request, Value> where Request.Response == EventStream<Value> {
    ReconnectingEvents(core: core, request: request, options: options, attempts: attempts)
  }
}

/// The events of an endpoint across broken connections. Each iteration sends requests of its own.
public struct ReconnectingEvents<Request: APIRequest, Value: Sendable>: UnreadableHandling
where Request.Response == EventStream<Value> {
  /// An event.
  public typealias Element = ServerSentEvent<Value>

  let core: ClientCore
  let request: Request
  let options: CallOptions
  let attempts: Int
  private var handling: ElementHandling?

  init(core: ClientCore, request: Request, options: CallOptions, attempts: Int) {
    self.core = core
    self.request = request
    self.options = options
    self.attempts = attempts
  }

  public func onUnreadable(
    _ choice: UnreadableElements, report: (@Sendable (APIError) -> Void)? = nil
  ) -> Self {
    var sequence = self
    sequence.handling = ElementHandling(choice: choice, report: report)
    return sequence
  }

  /// Returns the iterator.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Reads events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let sequence: ReconnectingEvents
    private var events: EventStream<Value>.Events.AsyncIterator?
    private var lastEventID = ""
    private var pause = Duration.seconds(3)
    private var failures = 0
    private var hasConnected = false
    private var hasEnded = false

    init(_ sequence: ReconnectingEvents) { self.sequence = sequence }

    /// Returns the next event; nil at the end.
    ///
    /// - Throws: `APIError` if sending the request again wouldn't help, or after too many failures; `CancellationError`
    ///   when the task is cancelled.
    public mutating func next() async throws -> ServerSentEvent<Value>? {
      while !hasEnded {
        do {
          if let event = try await nextOfConnection() {
            failures = 0
            return event
          }
        } catch let error as APIError where error.isRetryable || error.isBreak {
          failures += 1
          guard failures < sequence.attempts else {
            hasEnded = true
            throw error
          }
        } catch {
          hasEnded = true
          throw error
        }
      }
      return nil
    }

    private mutating func nextOfConnection() async throws -> ServerSentEvent<Value>? {
      if events == nil { try await connect() }
      guard var current = events else { return nil }
      // Put back only as long as the connection is good.
      events = nil
      defer {
        lastEventID = current.lastEventID
        pause = current.retry ?? pause
      }
      guard let event = try await current.next() else {
        // Its own end is the end of the sequence; the end of the connection isn't.
        if current.hasOwnEnd { hasEnded = true }
        return nil
      }
      events = current
      return event
    }

    private mutating func connect() async throws {
      if hasConnected {
        let factor = 1 << Swift.min(failures, 5)
        // A server that wants no pause gets a short one: it may end each connection at once.
        try await sequence.core.configuration.clock.sleep(for: Swift.max(pause, .milliseconds(100)) * factor)
        try Task.checkCancellation()
      }
      hasConnected = true
      var options = sequence.options
      if !lastEventID.isEmpty, let name = HTTPField.Name("Last-Event-ID"),
        HTTPField.isValidValue(lastEventID)
      {
        options.headerFields[name] = lastEventID
      }
      let response = try await sequence.core.response(to: sequence.request, options: options)
      if response.status == .noContent { hasEnded = true }
      var stream = response.value
      if let handling = sequence.handling { stream.handling = handling }
      events = EventStream.Events.AsyncIterator(stream, lastEventID: lastEventID)
    }
  }
}

extension APIError {
  /// Whether a stream ended before it was complete.
  fileprivate var isBreak: Bool {
    switch kind {
    case .incomplete, .timedOut, .transport: true
    default: false
    }
  }
}
