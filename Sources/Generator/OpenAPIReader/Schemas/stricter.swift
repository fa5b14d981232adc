import APIModel
import SchemaValues

/// The stricter of two limits with the same keyword: a value that satisfies it satisfies both.
///
/// - Parameters:
///   - one: The limit known so far; nil if there is none.
///   - other: Another limit. For `multipleOf`, where neither has to be stricter, this one is returned.
func stricter(_ keyword: LimitKeyword, _ one: NumberText?, _ other: NumberText) -> NumberText {
  guard let one else { return other }
  return switch keyword {
  case .minimum, .exclusiveMinimum: other.isLess(than: one) ? one : other
  case .maximum, .exclusiveMaximum: one.isLess(than: other) ? one : other
  case .multipleOf: other
  }
}

/// The stricter of two counts with the same keyword: the larger minimum, or the smaller maximum.
///
/// - Parameter one: The count known so far; nil if there is none.
func stricter(_ keyword: CountKeyword, _ one: Int?, _ other: Int) -> Int {
  guard let one else { return other }
  return keyword.rawValue.hasPrefix("min") ? max(one, other) : min(one, other)
}
