import WGNAPIClient
import WGNAPIPolicies

/// The result of a request sent in parts, some of which may have failed.
public struct BatchResult<Request: APIRequest>: Sendable where Request.Response: MergeableResponse {
  /// A part that failed.
  public struct Failure: Sendable {
    /// The request with this part of the list.
    public let request: Request
    /// The error: an `APIError`, or any error that one of your middlewares threw.
    public let error: any Error
  }

  /// The merged responses of the other parts; empty if all parts failed.
  public let value: Request.Response
  /// The parts that failed, in the order of the list.
  public let failures: [Failure]
}
