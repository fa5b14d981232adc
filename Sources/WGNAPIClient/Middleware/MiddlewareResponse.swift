import HTTPTypes
import WGNAPITransport

/// What a response is read into: an endpoint's content, its type erased, or the error it stands for.
package typealias ResponseReadingResult = Result<any Sendable, APIError>

/// Where an answer came from.
public enum ResponseOrigin: String, Hashable, Sendable, Codable {
  /// The server sent it for this call.
  case network
  /// It was kept, and is still fresh.
  case cache
  /// It was kept, and the server has just said that it still holds (304).
  case revalidated
  /// It was kept, is no longer fresh, and is given nevertheless, as the policy allows.
  case stale
}

/// A response on its way back through a client's middlewares.
public struct MiddlewareResponse: Sendable {
  /// The status and the header fields.
  public var httpResponse: HTTPResponse {
    // The other fields have no part in how it is read.
    didSet { if httpResponse.status != oldValue.status { reading = makeReading() } }
  }
  /// The body, decompressed.
  public var body: [UInt8] {
    didSet { reading = makeReading() }
  }
  /// The redirects that the transport followed on the way to it, in their order.
  public var redirects: [HTTPResponse]
  /// Where it came from.
  public var origin: ResponseOrigin
  /// How old it is: the time since the server made it.
  public var age: Duration
  /// Where a stale response stands in for the server's: why that one couldn't be had.
  public var staleReason: APIError?
  /// Which attempt it answers, from 1.
  package var attempt = 1
  private let call: CallContext
  package private(set) var reading: Lazy<ResponseReadingResult>

  /// Makes a response.
  public init(
    httpResponse: HTTPResponse, body: [UInt8], redirects: [HTTPResponse] = [],
    origin: ResponseOrigin = .network, age: Duration = .zero, call: CallContext
  ) {
    self.httpResponse = httpResponse
    self.body = body
    self.redirects = redirects
    self.origin = origin
    self.age = age
    self.call = call
    reading = Self.reading(httpResponse, body, call)
  }

  /// A response that has been read already.
  package init(
    httpResponse: HTTPResponse, body: [UInt8], origin: ResponseOrigin, age: Duration, call: CallContext,
    reading: Lazy<ResponseReadingResult>
  ) {
    self.httpResponse = httpResponse
    self.body = body
    redirects = []
    self.origin = origin
    self.age = age
    self.call = call
    self.reading = reading
  }

  /// The error that the response stands for: a status that says so, a service's error in its envelope, or a body that
  /// isn't what the endpoint describes; nil for an answer. The response is read for that, once.
  public var failure: APIError? {
    guard case .failure(let error) = reading.value else { return nil }
    return error
  }

  /// Has the response stand for another error, as one of a later attempt.
  package mutating func fail(with error: APIError) { reading = Lazy(.failure(error)) }

  private func makeReading() -> Lazy<ResponseReadingResult> { Self.reading(httpResponse, body, call) }

  private static func reading(
    _ response: HTTPResponse, _ body: [UInt8], _ call: CallContext
  ) -> Lazy<ResponseReadingResult> {
    Lazy { call.read(TransportResponse(response: response, body: body)) }
  }
}
