import HTTPTypes
import WGNAPITransport

/// The result of decoding a response: an endpoint's content with its type erased, or an error.
package typealias ResponseReadingResult = Result<any Sendable, APIError>

/// The source of an answer.
public enum ResponseOrigin: String, Hashable, Sendable, Codable {
  /// The server sent the answer for this call.
  case network
  /// The answer comes from the cache and is fresh.
  case cache
  /// The answer comes from the cache, and the server has confirmed it (304).
  case revalidated
  /// The answer comes from the cache and is no longer fresh, but the policy allows its use.
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
  /// The body of a streamed answer, while it arrives; ``body`` is empty then. Nil for any other response, and for
  /// errors.
  public let stream: ResponseBody?
  /// The redirects that the transport followed, in order.
  public var redirects: [HTTPResponse]
  /// The source of the response: network or cache.
  public var origin: ResponseOrigin
  /// The time since the server created the response.
  public var age: Duration
  /// The reason why the server's current response isn't available, if this one is stale; otherwise nil.
  public var staleReason: APIError?
  /// The number of the attempt that it answers, from 1.
  package var attempt = 1
  /// How to get this answer again; nil unless it comes from a cache and is fresh.
  package var shortcut: AnswerShortcut?
  private let call: CallContext
  package private(set) var reading: Lazy<ResponseReadingResult>

  /// Creates a response.
  public init(
    httpResponse: HTTPResponse, body: [UInt8], redirects: [HTTPResponse] = [],
    origin: ResponseOrigin = .network, age: Duration = .zero, stream: ResponseBody? = nil, call: CallContext
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
  /// match the endpoint's description; nil if the response is an answer. The response is decoded once, when
  /// this is first accessed.
  public var failure: APIError? {
    guard case .failure(let error) = reading.value else { return nil }
    return error
  }

  /// Replaces the result with an error, such as that of a later attempt.
  package mutating func fail(with error: APIError) { reading = Lazy(.failure(error)) }

  private func makeReading() -> Lazy<ResponseReadingResult> { Self.reading(httpResponse, body, stream, call) }

  private static func reading(
    _ response: HTTPResponse, _ body: [UInt8], _ stream: ResponseBody?, _ call: CallContext
  ) -> Lazy<ResponseReadingResult> {
    Lazy { call.read(TransportResponse(response: response, body: body), stream) }
  }
}
