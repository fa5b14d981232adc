import HTTPTypes
import WGNAPIJSON

/// A request's answer with everything that came with it.
public struct Answer<Request: APIRequest>: Sendable {
  /// What the endpoint answers.
  public let value: Request.Response
  /// What was around the payload, such as the meta data; nil for a response without an envelope.
  public let envelope: Request.ServiceEnvelope?
  /// The HTTP status.
  public let status: Int
  /// The HTTP header fields.
  public let headers: HTTPFields
  /// The constraints it breaks, where these are reported.
  public let violations: [Violation]
  /// The time from sending to the end of reading.
  public let duration: Duration
  /// The id that the client's observers saw the request under.
  public let requestID: String
  /// Where it came from.
  public let origin: ResponseOrigin
  /// How old it is: the time since the server made it.
  public let age: Duration
  /// Where a stale answer stands in for the server's: why that one couldn't be had.
  public let staleReason: APIError?
  /// The body, for what the answer's types don't hold: where the next page is, and the order of keys.
  package let body: [UInt8]
}
