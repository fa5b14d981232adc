import HTTPTypes
import WGNAPISupport
import WGNAPITransport

/// A step between a client's call and its transport.
///
/// A middleware can change the request, return a response without sending, send several times, or change the
/// response:
///
/// ```swift
/// struct Tracing: APIMiddleware {
///   func send(_ request: MiddlewareRequest, next: Next) async throws -> MiddlewareResponse {
///     var request = request
///     request.httpRequest.headerFields[.traceparent] = …
///     return try await next(request)
///   }
/// }
///
/// // After the cache, to which a field that differs every time would make every request a different one.
/// ClientConfiguration(middleware: Client.middleware + [Tracing()])
/// ```
///
/// The first of ``ClientConfiguration/middleware`` is the outermost: it sees a request first and its response last.
public protocol APIMiddleware: Sendable {
  /// The rest of the chain: the next middleware or, at the end, the transport.
  typealias Next = @Sendable (MiddlewareRequest) async throws -> MiddlewareResponse

  /// Sends a request and returns its response.
  ///
  /// If the status or the envelope of a response indicates failure, return the response instead of throwing;
  /// ``MiddlewareResponse/failure`` is the error. Throw only if there is no response.
  ///
  /// - Throws: ``APIError`` if there is no response, `CancellationError` when the task is cancelled, and any
  ///   error of your own middlewares.
  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse
}

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
    var streamedBody: HTTPRequestBody?
    var options: TransportOptions
    var attempt: Int
    let call: CallContext

    init(
      _ httpRequest: HTTPRequest, _ body: [UInt8], _ streamedBody: HTTPRequestBody?,
      _ options: TransportOptions,
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
    httpRequest: HTTPRequest, body: [UInt8], streamedBody: HTTPRequestBody? = nil, options: TransportOptions,
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
  public var streamedBody: HTTPRequestBody? {
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

/// The result of decoding a response: an endpoint's content with its type erased, or an error.
package typealias ResponseReadingResult = Result<any ReadContent, APIError>

/// An endpoint's content.
package protocol ReadContent: Sendable {
  /// The memory of its value in bytes, without text; nil if it wasn't counted.
  var memory: Int? { get }
}

/// The source of a response.
public enum ResponseOrigin: String, Hashable, Sendable, Codable {
  /// The server sent the response for this call.
  case network
  /// The response comes from the cache and is fresh.
  case cache
  /// The response comes from the cache, and the server has confirmed it (304).
  case revalidated
  /// The response comes from the cache and has expired, but the policy allows stale responses.
  case stale
}

/// A response on its way back through a client's middlewares.
public struct MiddlewareResponse: Sendable {
  /// The status and the header fields.
  public var httpResponse: HTTPResponse {
    // Of the header fields, decoding depends on the media type only.
    didSet {
      let fields = (httpResponse.headerFields, oldValue.headerFields)
      if httpResponse.status != oldValue.status || fields.0[.contentType] != fields.1[.contentType] {
        reading = makeReading()
      }
    }
  }
  /// The body, decompressed.
  public var body: [UInt8] {
    didSet { reading = makeReading() }
  }
  /// The body of a streamed response, while it arrives; ``body`` is empty then. Nil for any other response, and for
  /// errors.
  public let stream: HTTPResponseBody?
  /// The redirects that the transport followed, in order.
  public var redirects: [HTTPResponse]
  /// The source of the response.
  public var origin: ResponseOrigin
  /// The time since the server created the response.
  public var age: Duration
  /// The reason why the server's current response isn't available, if this one is stale; otherwise nil.
  public var staleReason: APIError?
  /// The number of the attempt that it answers, from 1.
  package var attempt = 1
  private let call: CallContext
  package private(set) var reading: Lazy<ResponseReadingResult>

  /// Creates a response.
  public init(
    httpResponse: HTTPResponse, body: [UInt8], redirects: [HTTPResponse] = [],
    origin: ResponseOrigin = .network, age: Duration = .zero, stream: HTTPResponseBody? = nil,
    call: CallContext
  ) {
    self.httpResponse = httpResponse
    self.body = body
    self.stream = stream
    self.redirects = redirects
    self.origin = origin
    self.age = age
    self.call = call
    reading = Self.reading(httpResponse, body, stream, call)
  }

  /// Creates a response that has already been decoded.
  package init(
    httpResponse: HTTPResponse, body: [UInt8], origin: ResponseOrigin, age: Duration, call: CallContext,
    reading: Lazy<ResponseReadingResult>
  ) {
    self.httpResponse = httpResponse
    self.body = body
    stream = nil
    redirects = []
    self.origin = origin
    self.age = age
    self.call = call
    self.reading = reading
  }

  /// The error in the response: a failure status, an error in the service's envelope, or a body that doesn't
  /// match the endpoint's description; nil if there is none. The response is decoded once, when
  /// this is first accessed.
  public var failure: APIError? {
    guard case .failure(let error) = reading.value else { return nil }
    return error
  }

  /// Replaces the result with an error, such as that of a later attempt.
  package mutating func fail(with error: APIError) { reading = Lazy(.failure(error)) }

  private func makeReading() -> Lazy<ResponseReadingResult> { Self.reading(httpResponse, body, stream, call) }

  private static func reading(
    _ response: HTTPResponse, _ body: [UInt8], _ stream: HTTPResponseBody?, _ call: CallContext
  ) -> Lazy<ResponseReadingResult> {
    Lazy { call.read(TransportResponse(response: response, body: body), stream) }
  }
}
