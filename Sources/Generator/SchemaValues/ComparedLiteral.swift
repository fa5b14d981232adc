import APIModel

/// A value that is equal to another one if JSON Schema says so (`Literal.isEqual(to:)`).
struct ComparedLiteral: Hashable {
  let value: Literal

  static func == (left: Self, right: Self) -> Bool { left.value.isEqual(to: right.value) }

  func hash(into hasher: inout Hasher) {
    switch value {
    case .null: hasher.combine(0)
    case .boolean(let flag): hasher.combine(flag)
    // Equal numbers may be written differently.
    case .number(let number): hasher.combine(Double(number.text))
    case .string(let text): hasher.combine(text)
    case .array(let items):
      hasher.combine(items.count)
      for item in items { hasher.combine(Self(value: item)) }
    case .object(let members):
      // In any order.
      var sum = members.count
      for member in members {
        var own = Hasher()
        own.combine(member.name)
        own.combine(Self(value: member.value))
        sum ^= own.finalize()
      }
      hasher.combine(sum)
    }
  }
}
