/// A set of code points, as sorted, non-adjacent ranges.
///
/// Surrogates may be members; they match nothing because they don't occur in UTF-8.
struct ScalarSet: Hashable, Sendable {
  private(set) var ranges: [ClosedRange<UInt32>]

  static let last: UInt32 = 0x10FFFF
  static let all = ScalarSet([0...last])

  /// The union of ranges in any order.
  init(_ unordered: [ClosedRange<UInt32>]) {
    ranges = []
    for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let previous = ranges.last, range.lowerBound <= previous.upperBound + 1 {
        ranges[ranges.count - 1] = previous.lowerBound...max(previous.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  init(_ scalar: UInt32) { ranges = [scalar...scalar] }

  /// All code points that aren't in the set.
  var complement: ScalarSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= Self.last { gaps.append(next...Self.last) }
    return ScalarSet(gaps)
  }

  func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= scalar
  }
}

extension ScalarSet {
  /// `\d`
  static let digit = ScalarSet([0x30...0x39])
  /// `\w`; without the `i` flag it is ASCII (ECMA-262, section 22.2.2.9.3).
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// `\s`: white space and line terminators (ECMA-262, sections 12.2 and 12.3).
  static let space = ScalarSet([
    0x9...0xD, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  /// `.`: anything but line terminators.
  static let dot = ScalarSet([0xA...0xA, 0xD...0xD, 0x2028...0x2029]).complement
}
