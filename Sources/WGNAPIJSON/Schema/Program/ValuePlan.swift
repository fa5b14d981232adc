import WGNAPISupport

/// The sets of `enum` and `const`. A value must be in all of them.
final class ValuePlan {
  let sets: [ValueSet]
  init(_ sets: [ValueSet]) { self.sets = sets }
}

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

  func contains(_ value: Int64) -> Bool {
    var (low, high) = (0, integers.count)
    while low < high {
      let middle = (low + high) / 2
      if integers[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < integers.count && integers[low] == value
  }

  func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool { strings?.find(text) != nil }
}
