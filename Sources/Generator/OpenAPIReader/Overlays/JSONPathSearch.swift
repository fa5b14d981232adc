import SpecReader
import SpecYAML

/// Finds the values that paths mean, each once, with the way to it.
struct JSONPathSearch {
  /// A value that was found on the way, or at its end.
  struct Found {
    var value: EditableValue
    /// Its parent among those that were found; -1 for the root.
    var parent: Int
    /// Its position in the parent.
    var position: Int
  }

  /// The search would take too long.
  struct TooMuch: Error {}

  private struct Step: Hashable {
    var parent: Int
    var position: Int
  }

  private(set) var found: [Found]
  private var known: [Step: Int] = [:]
  /// How many more values may be looked at.
  private var budget: Int
  private let wholeBudget: Int

  /// How many values have been looked at.
  var looked: Int { wholeBudget - budget }

  init(_ root: EditableValue, budget: Int = 5_000_000) {
    found = [Found(value: root, parent: -1, position: 0)]
    self.budget = budget
    wholeBudget = budget
  }

  /// The positions in ``found`` of what a path means.
  mutating func select(_ path: JSONPath) throws(TooMuch) -> [Int] {
    var current = [0]
    for segment in path.segments {
      let starts = segment.isDescendant ? try descendants(of: current) : current
      var next: [Int] = []
      var seen: Set<Int> = []
      for start in starts {
        for selector in segment.selectors {
          for position in try positions(selector, in: found[start].value) {
            guard let child = child(of: start, at: position), seen.insert(child).inserted else { continue }
            next.append(child)
          }
        }
      }
      current = next
    }
    return current
  }

  /// How many values one of ``found`` is in.
  func depth(of position: Int) -> Int {
    var depth = 0
    var parent = found[position].parent
    while parent >= 0 {
      depth += 1
      parent = found[parent].parent
    }
    return depth
  }

  // MARK: Steps

  private mutating func look() throws(TooMuch) {
    budget -= 1
    if budget < 0 { throw TooMuch() }
  }

  private mutating func child(of parent: Int, at position: Int) -> Int? {
    if let known = known[Step(parent: parent, position: position)] { return known }
    guard let value = found[parent].value.value(at: position) else { return nil }
    found.append(Found(value: value, parent: parent, position: position))
    known[Step(parent: parent, position: position)] = found.count - 1
    return found.count - 1
  }

  /// The values and all within them.
  private mutating func descendants(of starts: [Int]) throws(TooMuch) -> [Int] {
    var seen: Set<Int> = []
    var list: [Int] = []
    var pending = Array(starts.reversed())
    while let start = pending.popLast() {
      try look()
      guard seen.insert(start).inserted else { continue }
      list.append(start)
      for position in (0..<found[start].value.count).reversed() {
        if let child = child(of: start, at: position) { pending.append(child) }
      }
    }
    return list
  }

  private mutating func positions(_ selector: JSONPath.Selector, in value: EditableValue) throws(TooMuch)
    -> [Int]
  {
    try look()
    switch selector {
    case .name(let name): return value.position(of: name).map { [$0] } ?? []
    case .wildcard: return Array(0..<value.count)
    case .index(let index):
      guard let count = value.itemCount else { return [] }
      let position = index < 0 ? count + index : index
      return (0..<count).contains(position) ? [position] : []
    case .slice(let start, let end, let step): return slice(start, end, step, of: value.itemCount ?? 0)
    case .filter(let filter):
      var list: [Int] = []
      for position in 0..<value.count {
        if let inner = value.value(at: position), try holds(filter, for: inner) { list.append(position) }
      }
      return list
    }
  }

  private func slice(_ start: Int?, _ end: Int?, _ step: Int, of count: Int) -> [Int] {
    func bounded(_ position: Int, _ range: ClosedRange<Int>) -> Int {
      min(max(position < 0 ? max(position, -count) + count : position, range.lowerBound), range.upperBound)
    }
    guard step != 0, count > 0 else { return [] }
    if step > 0 {
      let (first, last) = (bounded(start ?? 0, 0...count), bounded(end ?? count, 0...count))
      return Array(stride(from: first, to: max(first, last), by: min(step, count)))
    }
    let first = bounded(start ?? count - 1, -1...count - 1)
    let last = end.map { $0 < -count ? -1 : bounded($0, -1...count - 1) } ?? -1
    return Array(stride(from: first, to: min(first, last), by: max(step, -count)))
  }

  // MARK: Filters

  private mutating func holds(_ filter: JSONPath.Filter, for value: EditableValue) throws(TooMuch) -> Bool {
    try look()
    switch filter {
    case .and(let left, let right):
      guard try holds(left, for: value) else { return false }
      return try holds(right, for: value)
    case .or(let left, let right):
      if try holds(left, for: value) { return true }
      return try holds(right, for: value)
    case .not(let inner): return try !holds(inner, for: value)
    case .exists(let query): return try !values(query, for: value).isEmpty
    case .comparison(let left, let comparison, let right):
      return comparison.holds(try operand(left, for: value), try operand(right, for: value))
    }
  }

  private mutating func operand(_ operand: JSONPath.Operand, for value: EditableValue) throws(TooMuch)
    -> ComparedValue
  {
    switch operand {
    case .text(let text): return .text(text)
    case .number(let number): return .number(number)
    case .boolean(let flag): return .boolean(flag)
    case .null: return .null
    case .query(let query):
      let values = try values(query, for: value)
      return values.count == 1 ? ComparedValue(values[0]) : .nothing
    }
  }

  private mutating func values(_ query: JSONPath.Query, for value: EditableValue) throws(TooMuch)
    -> [EditableValue]
  {
    var current = [query.isFromRoot ? found[0].value : value]
    for segment in query.segments {
      var next: [EditableValue] = []
      if segment.isDescendant {
        var pending = current
        current = []
        while let value = pending.popLast() {
          try look()
          current.append(value)
          pending += (0..<value.count).compactMap(value.value)
        }
      }
      for value in current {
        for selector in segment.selectors {
          let list = try positions(selector, in: value)
          budget -= list.count
          next += list.compactMap(value.value)
        }
      }
      current = next
    }
    return current
  }
}

/// A value that a condition compares.
private enum ComparedValue {
  case text(String)
  case number(Double)
  case boolean(Bool)
  case null, nothing, structured

  init(_ value: EditableValue) {
    guard let scalar = value.scalar else {
      self = .structured
      return
    }
    switch scalar.coreType {
    case .null: self = .null
    case .boolean: self = .boolean(scalar.asBool ?? false)
    // `007` is no number in JSON.
    case .integer, .float:
      self = jsonNumber(of: scalar).flatMap { Double($0.text) }.map { .number($0) } ?? .text(scalar.text)
    case .string: self = .text(scalar.text)
    }
  }
}

extension JSONPath.Comparison {
  fileprivate func holds(_ left: ComparedValue, _ right: ComparedValue) -> Bool {
    switch self {
    case .equal: isEqual(left, right)
    case .notEqual: !isEqual(left, right)
    case .less: isLess(left, right)
    case .greater: isLess(right, left)
    case .atMost: isLess(left, right) || isEqual(left, right)
    case .atLeast: isLess(right, left) || isEqual(left, right)
    }
  }

  private func isEqual(_ left: ComparedValue, _ right: ComparedValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.boolean(let left), .boolean(let right)): left == right
    case (.null, .null), (.nothing, .nothing): true
    default: false
    }
  }

  private func isLess(_ left: ComparedValue, _ right: ComparedValue) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.number(let left), .number(let right)): left < right
    default: false
    }
  }
}
