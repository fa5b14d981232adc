import WGNAPIClient
import WGNAPIJSON

extension Policy {
  /// A list in `parameter` with more than `maximum` elements can be split into several requests.
  public static func batch(_ parameter: String, maximum: Int) -> Policy {
    Policy(BatchPolicy(parameter: parameter, maximum: maximum))
  }
}

/// A list parameter that can be split into several requests.
public struct BatchPolicy: PolicyValue {
  /// The list parameter's wire name.
  public let parameter: String
  /// The maximum number of elements per request, at least 1.
  public let maximum: Int

  /// Creates the policy.
  public init(parameter: String, maximum: Int) {
    self.parameter = parameter
    self.maximum = max(maximum, 1)
  }

  /// Returns the advice to split a list that is too long for one request.
  public func advice<Request: APIRequest>(on violation: Violation, in request: Request.Type) -> String? {
    guard violation.keyword == "maxItems", violation.instanceLocation == "/\(parameter)",
      Request.Response.self is any MergeableResponse.Type
    else { return nil }
    return "batched() splits it"
  }
}

/// A response that can be assembled from the responses to a request's parts: an array or a dictionary.
public protocol MergeableResponse {
  /// Returns the parts merged in order; an empty response if there are no parts.
  static func merged(_ parts: [Self]) -> Self
}

extension Array: MergeableResponse {
  /// Returns the concatenation of the arrays.
  public static func merged(_ parts: [Self]) -> Self { Array(parts.joined()) }
}

extension Dictionary: MergeableResponse {
  /// Returns all entries. If a key occurs in several parts, its last value is used.
  public static func merged(_ parts: [Self]) -> Self {
    var result = parts.first ?? [:]
    result.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts.dropFirst() { result.merge(part) { _, last in last } }
    return result
  }
}
