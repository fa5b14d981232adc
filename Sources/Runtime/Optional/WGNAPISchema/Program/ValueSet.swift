import WGNAPIJSON
import WGNAPISupport

/// The values of `enum` or `const`. Common scalars are looked up by their bytes, all other values by their hashes.
struct ValueSet {
  private(set) var hasNull = false
  private(set) var hasTrue = false
  private(set) var hasFalse = false
  /// The integers, sorted.
  private var integers: [Int64] = []
  private let strings: KeyIndex?
  private let all: ValueIndex

  init(_ values: [JSON]) {
    all = ValueIndex(values)
    var texts = KeyCollection()
    for value in values {
      switch value {
      case .null: hasNull = true
      case .bool(let value): if value { hasTrue = true } else { hasFalse = true }
      case .number(let number): if let integer = number.int64 { integers.append(integer) }
      case .string(let text): _ = texts.index(text)
      case .array, .object: break
      }
    }
    strings = texts.texts.isEmpty ? nil : KeyIndex(texts.texts)
    let unsorted = integers
    integers = []
    for position in sortedPositions(unsorted.count, by: { unsorted[$0] < unsorted[$1] }) {
      integers.append(unsorted[position])
    }
  }

  func contains(_ value: Int64) -> Bool { integers.sortedPosition(of: value) != nil }

  func contains(_ value: JSON) -> Bool { all.contains(value) }

  func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool { strings?.find(text) != nil }
}

extension [Int64] {
  /// The position of a number in sorted ones; nil if it isn't there.
  func sortedPosition(of value: Int64) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low] == value ? low : nil
  }
}
