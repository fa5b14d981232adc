extension Schema {
  /// The numbers, or the lengths of text, that the schema certainly accepts among the values of a JSON type; nil if it
  /// does more than compare them with bounds.
  func bounds(of type: JSONTypes) -> ScalarBounds? {
    guard node.location == nil, node.anchors == nil else { return nil }
    var limits: [Keyword] = []
    var lengths = Bounds<Int64>(lower: 0, upper: .max)
    for keyword in node.keywords {
      switch keyword.form {
      case .type(let admitted): guard admitted.isSuperset(of: type) else { return nil }
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum: limits.append(keyword)
      case .minLength(let count): lengths.lower = max(lengths.lower, Int64(count))
      case .maxLength(let count): lengths.upper = min(lengths.upper, Int64(count))
      default: return nil
      }
    }
    if type == .string { return ScalarBounds(integers: lengths) }
    let plan = NumberPlan(limits)
    // Integers of more than eighteen digits have the same bounds if these are 64-bit integers.
    return ScalarBounds(integers: plan.integers, doubles: plan.doubles)
  }
}
