/// The candidate of which `word` is most likely a misspelling.
///
/// The distance is Damerau-Levenshtein (optimal string alignment): an insertion, a deletion, a substitution and a
/// swap of two neighbours cost one each. A candidate qualifies up to a distance of a third of the word's length (at
/// least 1) if it shares something with the word. Of equally close candidates, the alphabetically first is returned,
/// so the result doesn't depend on their order.
///
/// - Returns: nil if nothing is close, or the word is longer than any sensible name.
public func closestMatch(to word: String, in candidates: some Collection<String>) -> String? {
  let wanted = Array(word.unicodeScalars.prefix(longestName + 1))
  guard !wanted.isEmpty, wanted.count <= longestName else { return nil }
  var bound = max(1, wanted.count / 3)
  var best: String?
  for candidate in candidates where candidate != word {
    let scalars = Array(candidate.unicodeScalars.prefix(longestName + 1))
    guard abs(scalars.count - wanted.count) <= bound else { continue }
    guard let distance = editDistance(wanted, scalars, bound: bound) else { continue }
    // "a" isn't a misspelling of "b".
    guard distance < max(wanted.count, scalars.count) else { continue }
    if distance < bound || best.map({ candidate < $0 }) ?? true {
      best = candidate
      bound = distance
    }
  }
  return best
}

private let longestName = 100

/// Nil if the distance is greater than `bound`.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], bound: Int) -> Int? {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    var smallest = row + 1
    for column in right.indices {
      let substituted = previous[column] + (left[row] == right[column] ? 0 : 1)
      var cost = min(previous[column + 1] + 1, current[column] + 1, substituted)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, beforePrevious[column - 1] + 1)
      }
      current.append(cost)
      smallest = min(smallest, cost)
    }
    // A swap reaches back two rows, so a row must exceed the bound by more than one to end the search.
    if smallest > bound + 1 { return nil }
    beforePrevious = previous
    previous = current
  }
  let distance = previous[right.count]
  return distance <= bound ? distance : nil
}
