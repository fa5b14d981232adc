import WGNAPIJSON
import WGNAPISupport

/// Values grouped by type, so that scalars can be looked up by their bytes.
struct ValueSet {
  private(set) var hasNull = false
  private(set) var hasTrue = false
  private(set) var hasFalse = false
  /// The integers, sorted.
  private var integers: [Int64] = []
  private(set) var numbers: [JSONNumber] = []
  private(set) var arrays: [JSON] = []
  private(set) var objects: [JSON] = []
  private let strings: KeyIndex?

  init(_ values: [JSON]) {
    var texts = KeyCollection()
    for value in values {
      switch value {
      case .null: hasNull = true
      case .bool(let value): if value { hasTrue = true } else { hasFalse = true }
      case .number(let number):
        numbers.append(number)
        if let integer = number.int64 { integers.append(integer) }
      case .string(let text):
        _ = texts.index(text)
      case .array: arrays.append(value)
      case .object: objects.append(value)
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
