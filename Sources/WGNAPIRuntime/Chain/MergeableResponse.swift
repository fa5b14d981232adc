/// An answer that the answers to a request's parts can be made into: a list or a map.
public protocol MergeableResponse {
  /// The answer that several make together, in the order of the parts; of none, an empty one.
  static func merged(_ parts: [Self]) -> Self
}

extension Array: MergeableResponse {
  /// One list after the other.
  public static func merged(_ parts: [Self]) -> Self { Array(parts.joined()) }
}

extension Dictionary: MergeableResponse {
  /// All entries; of those with the same key, the last one.
  public static func merged(_ parts: [Self]) -> Self {
    var result = parts.first ?? [:]
    result.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts.dropFirst() { result.merge(part) { _, last in last } }
    return result
  }
}

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
