/// A schema that only requires a comparison of a value that has already been read.
///
/// It doesn't include the type: its user knows that the value is an integer, a number, text or an array.
enum SimpleCheck: Sendable {
  /// Integers in a range; numbers with a fractional part are rejected.
  case integerRange(ClosedRange<Int64>)
  /// Integers in a range, and numbers whose doubles are strictly between two others. For other numbers, the
  /// schema must decide, because rounding may have moved them there.
  case numberRange(integers: ClosedRange<Int64>, doubles: (lower: Double, upper: Double))
  /// Text with a number of code points in a range.
  case stringLength(ClosedRange<Int>)
  /// An array with a number of elements in a range.
  case listCount(ClosedRange<Int>)
}

extension Schema {
  /// The schema as a comparison; nil if it isn't one.
  var simpleCheck: SimpleCheck? {
    var types = JSONTypes.all
    var limits: [Keyword] = []
    var lengths = Bounds<Int>(lower: 0, upper: .max)
    var counts = Bounds<Int>(lower: 0, upper: .max)
    var kinds: JSONTypes = []
    guard node.location == nil, node.anchors == nil else { return nil }
    for keyword in node.keywords {
      switch keyword.form {
      case .type(let admitted): types.formIntersection(admitted)
      case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum:
        limits.append(keyword)
        kinds.formUnion(.number)
      case .minLength(let count):
        lengths.lower = max(lengths.lower, count)
        kinds.formUnion(.string)
      case .maxLength(let count):
        lengths.upper = min(lengths.upper, count)
        kinds.formUnion(.string)
      case .minItems(let count):
        counts.lower = max(counts.lower, count)
        kinds.formUnion(.array)
      case .maxItems(let count):
        counts.upper = min(counts.upper, count)
        kinds.formUnion(.array)
      default: return nil
      }
    }
    switch kinds {
    case .number: return types.contains(.integer) ? Self.numberCheck(limits, types) : nil
    case .string: return types.contains(.string) ? lengths.range.map { .stringLength($0) } : nil
    case .array: return types.contains(.array) ? counts.range.map { .listCount($0) } : nil
    default: return nil
    }
  }

  private static func numberCheck(_ limits: [Keyword], _ types: JSONTypes) -> SimpleCheck? {
    let plan = NumberPlan(limits)
    // Integers of more than eighteen digits have the same bounds if these are 64-bit integers.
    guard let integers = plan.integers.range else { return nil }
    return types.contains(.fraction)
      ? .numberRange(integers: integers, doubles: plan.doubleRange) : .integerRange(integers)
  }
}

extension Bounds {
  fileprivate var range: ClosedRange<Value>? { lower <= upper ? lower...upper : nil }
}

extension NumberPlan {
  fileprivate var doubleRange: (lower: Double, upper: Double) { (doubles.lower, doubles.upper) }
}
