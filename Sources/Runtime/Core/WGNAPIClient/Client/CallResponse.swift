import HTTPTypes
import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// A response to a request, with envelope, status, headers and origin.
public struct CallResponse<Request: APIRequest>: Sendable {
  /// The decoded response.
  public let value: Request.Response
  /// The envelope around the payload, with metadata for example; nil if the response has none.
  public let envelope: Request.ServiceEnvelope?
  /// The HTTP status, such as 201 or `.created`.
  public let status: HTTPResponse.Status
  /// The HTTP header fields.
  public let headers: HTTPFields
  /// The constraints that the response violates, if violations are reported.
  public let violations: [Violation]
  /// The time from sending the request until the response was decoded.
  public let duration: Duration
  /// The ID of the request in the events of the client's observers.
  public var requestID: String { requestNumber.hexadecimal(digits: 16) }
  let requestNumber: UInt64
  /// The source of the response.
  public let origin: ResponseOrigin
  /// The time since the server created the response.
  public let age: Duration
  /// The number of the attempt that was answered, from 1: more than 1 if the request was sent again. It is 1 for a response from
  /// the cache.
  public let attempt: Int
  /// The reason why the server's current response isn't available, if this one is stale; otherwise nil.
  public let staleReason: APIError?
  /// The body, for data that the response's types don't keep: the position of the next page, and the order of
  /// keys.
  package let body: [UInt8]
}
