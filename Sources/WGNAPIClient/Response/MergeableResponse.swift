/// An answer that can be assembled from the answers to a request's parts: an array or a dictionary.
public protocol MergeableResponse {
  /// Returns the parts merged in order; an empty answer if there are no parts.
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
