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
  private(set) var integers: Set<Int64> = []
  private(set) var numbers: [JSONNumber] = []
  private(set) var arrays: [JSON] = []
  private(set) var objects: [JSON] = []
  private let strings: KeyIndex?

  init(_ values: [JSON]) {
    var texts: [ExactString: Void] = [:]
    var unique: [String] = []
    for value in values {
      switch value {
      case .null: hasNull = true
      case .bool(let value): if value { hasTrue = true } else { hasFalse = true }
      case .number(let number):
        numbers.append(number)
        if let integer = number.int64 { integers.insert(integer) }
      case .string(let text):
        if texts.updateValue((), forKey: ExactString(text)) == nil { unique.append(text) }
      case .array: arrays.append(value)
      case .object: objects.append(value)
      }
    }
    strings = unique.isEmpty ? nil : KeyIndex(unique)
  }

  func contains(_ text: UnsafeBufferPointer<UInt8>) -> Bool { strings?.find(text) != nil }
}
