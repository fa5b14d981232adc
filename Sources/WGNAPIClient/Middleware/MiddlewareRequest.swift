import HTTPTypes
import WGNAPITransport

/// A request on its way through a client's middlewares.
///
/// Its description shows the redacted URL; ``httpRequest`` and ``body`` contain secrets as they are sent.
public struct MiddlewareRequest: Sendable, CustomStringConvertible, CustomReflectable {
  /// One object, because each step passes the request on. Changing a shared request copies it.
  ///
  /// Unchecked: it changes only while it is uniquely referenced.
  private final class Parts: @unchecked Sendable {
    var httpRequest: HTTPRequest
    var body: [UInt8]
    var streamedBody: RequestBody?
    var options: TransportOptions
    var attempt: Int
    let call: CallContext

    init(
      _ httpRequest: HTTPRequest, _ body: [UInt8], _ streamedBody: RequestBody?, _ options: TransportOptions,
      _ attempt: Int, _ call: CallContext
    ) {
      self.httpRequest = httpRequest
      self.body = body
      self.streamedBody = streamedBody
      self.options = options
      self.attempt = attempt
      self.call = call
    }
  }

  private var parts: Parts

  init(
    httpRequest: HTTPRequest, body: [UInt8], streamedBody: RequestBody? = nil, options: TransportOptions,
    attempt: Int = 1, call: CallContext
  ) {
    parts = Parts(httpRequest, body, streamedBody, options, attempt, call)
  }

  /// The method, URL and header fields.
  public var httpRequest: HTTPRequest {
    get { parts.httpRequest }
    _modify {
      makeOwn()
      yield &parts.httpRequest
    }
  }

  /// The body; empty if there is none, or if it is streamed.
  public var body: [UInt8] {
    get { parts.body }
    _modify {
      makeOwn()
      yield &parts.body
    }
  }

  /// The body of an upload, which is read while it is sent; nil if ``body`` is the body.
  public var streamedBody: RequestBody? {
    get { parts.streamedBody }
    _modify {
      makeOwn()
      yield &parts.streamedBody
    }
  }

  /// Whether the request can be sent again.
  package var isReplayable: Bool { parts.streamedBody?.isReplayable ?? true }

  /// The limits for each exchange, which the transport enforces.
  public var options: TransportOptions {
    get { parts.options }
    _modify {
      makeOwn()
      yield &parts.options
    }
  }

  /// The number of the attempt, from 1.
  public var attempt: Int {
    get { parts.attempt }
    _modify {
      makeOwn()
      yield &parts.attempt
    }
  }

  /// Information about the call.
  public var call: CallContext { parts.call }

  /// Notifies the client's observers before a wait that the server asked for.
  package func reportWait(_ duration: Duration) {
    guard !call.observers.isEmpty else { return }
    let event = ClientObserver.WaitEvent(request: call.requestEvent, duration: duration)
    for observer in call.observers { observer.onWait?(event) }
  }

  private mutating func makeOwn() {
    guard !isKnownUniquelyReferenced(&parts) else { return }
    parts = Parts(
      parts.httpRequest, parts.body, parts.streamedBody, parts.options, parts.attempt, parts.call)
  }

  /// The method and the redacted URL.
  public var description: String { "\(httpRequest.method.rawValue) \(call.redactedURL)" }
  /// The method and the redacted URL.
  public var customMirror: Mirror {
    Mirror(self, children: ["method": httpRequest.method.rawValue, "url": call.redactedURL])
  }
}
