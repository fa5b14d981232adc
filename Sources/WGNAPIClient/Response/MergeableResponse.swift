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
