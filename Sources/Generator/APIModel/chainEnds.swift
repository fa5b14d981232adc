/// What is at the ends of chains in which each name leads to the next, however long they are.
///
/// Each name is looked at once. Names that lead in a circle have no end.
///
/// - Parameters:
///   - names: where chains begin.
///   - next: the name that one leads to, or nil at the end of a chain.
///   - last: the value of a chain's last name; nil if it has none.
///   - before: the value of a name, from that of the next one; nil if it has none.
/// - Returns: the values of all names on the chains.
package func chainEnds<Value>(
  of names: some Sequence<String>, next: (String) -> String?, last: (String) -> Value?,
  before: (String, Value) -> Value?
) -> [String: Value] {
  var ends: [String: Value] = [:]
  var seen: Set<String> = []
  for start in names {
    var path: [String] = []
    var name: String? = start
    while let current = name, seen.insert(current).inserted {
      path.append(current)
      name = next(current)
    }
    var end: Value?
    if let known = name {
      // A name that was seen has no value if it is on this path, which is a circle then, or leads to one, or if the end
      // of its chain has none. Neither has any name before it.
      end = ends[known]
    } else if let current = path.popLast() {
      end = last(current)
      ends[current] = end
    }
    for current in path.reversed() {
      guard let next = end else { break }
      end = before(current, next)
      ends[current] = end
    }
  }
  return ends
}

/// The names that lead back to themselves, each looked at once (Tarjan's strongly connected components, without
/// recursion).
///
/// - Parameter targets: the names that one leads to.
package func namesInCircles(_ names: some Sequence<String>, targets: (String) -> [String]) -> Set<String> {
  var circular: Set<String> = []
  var numbers: [String: Int] = [:]
  /// The lowest number that is reachable, while the name's component isn't complete.
  var lowest: [String: Int] = [:]
  var component: [String] = []
  var path: [(name: String, targets: ArraySlice<String>)] = []
  func enter(_ name: String) {
    numbers[name] = numbers.count
    lowest[name] = numbers[name]
    component.append(name)
    path.append((name, targets(name)[...]))
  }
  for start in names where numbers[start] == nil {
    enter(start)
    while let last = path.indices.last {
      let name = path[last].name
      if let target = path[last].targets.popFirst() {
        if target == name { circular.insert(name) }
        if numbers[target] == nil {
          enter(target)
        } else if let number = lowest[target], let known = lowest[name] {
          lowest[name] = min(known, number)
        }
        continue
      }
      path.removeLast()
      guard let low = lowest[name] else { continue }
      if let outer = path.last?.name, let known = lowest[outer] { lowest[outer] = min(known, low) }
      guard low == numbers[name], let first = component.lastIndex(of: name) else { continue }
      if component.count - first > 1 { circular.formUnion(component[first...]) }
      for complete in component[first...] { lowest[complete] = nil }
      component.removeSubrange(first...)
    }
  }
  return circular
}
