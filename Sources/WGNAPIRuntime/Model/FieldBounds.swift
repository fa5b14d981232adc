extension Schema {
  /// The integers that the schema accepts, if it says nothing else. (temporary)
  var integerBounds: ClosedRange<Int64>? {
    var low = Int64.min, high = Int64.max
    for a in node.assertions {
      switch a {
      case .minimum(let n, let e): guard let v = n.int64 else { return nil }; low = max(low, e ? v + 1 : v)
      case .maximum(let n, let e): guard let v = n.int64 else { return nil }; high = min(high, e ? v - 1 : v)
      default: return nil
      }
    }
    return low <= high ? low...high : nil
  }
}
