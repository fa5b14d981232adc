import WGNAPIClient

/// What came of a request that was sent in parts, some of which may have failed.
public struct BatchResult<Request: APIRequest>: Sendable where Request.Response: MergeableResponse {
  /// A part that failed.
  public struct Failure: Sendable {
    /// The request with this part of the list.
    public let request: Request
    /// Why it failed: an ``APIError``, or what a middleware of yours threw.
    public let error: any Error
  }

  /// What the other parts' answers make together; empty where all failed.
  public let value: Request.Response
  /// The parts that failed, in the order of the list.
  public let failures: [Failure]
}
