/// The shortest edit script from one list of lines to another, as replaced ranges.
///
/// Source: E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, in its linear space form. Ranges
/// that differ too much are replaced as a whole, so time is bounded, too.
struct LineDifference {
  /// Lines of `old` that are replaced by lines of `new`; one of the two may be empty.
  struct Change: Equatable {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// In order, and never adjacent.
  private(set) var changes: [Change] = []

  private let old: [Int]
  private let new: [Int]
  private let maximumCost: Int
  private var forward: [Int]
  private var backward: [Int]

  /// Compares lines, given as numbers: equal numbers are equal lines.
  ///
  /// - Parameter maximumCost: the maximum number of insertions and deletions to search from both ends of a range.
  init(old: [Int], new: [Int], maximumCost: Int = 2000) {
    self.old = old
    self.new = new
    self.maximumCost = maximumCost
    let diagonals = 2 * min(maximumCost, old.count + new.count) + 3
    forward = Array(repeating: 0, count: diagonals)
    backward = forward
    compare(0..<old.count, 0..<new.count)
    forward = []
    backward = []
  }

  private mutating func compare(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var (oldStart, oldEnd) = (oldRange.lowerBound, oldRange.upperBound)
    var (newStart, newEnd) = (newRange.lowerBound, newRange.upperBound)
    while oldStart < oldEnd, newStart < newEnd, old[oldStart] == new[newStart] {
      oldStart += 1
      newStart += 1
    }
    while oldStart < oldEnd, newStart < newEnd, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    let (oldRest, newRest) = (oldStart..<oldEnd, newStart..<newEnd)
    if oldRest.isEmpty && newRest.isEmpty { return }
    guard !oldRest.isEmpty, !newRest.isEmpty, let middle = middle(oldRest, newRest) else {
      return add(Change(old: oldRest, new: newRest))
    }
    compare(oldStart..<middle.old, newStart..<middle.new)
    compare(middle.old..<oldEnd, middle.new..<newEnd)
  }

  private mutating func add(_ change: Change) {
    if let last = changes.last, last.old.upperBound == change.old.lowerBound,
      last.new.upperBound == change.new.lowerBound
    {
      changes[changes.count - 1] = Change(
        old: last.old.lowerBound..<change.old.upperBound, new: last.new.lowerBound..<change.new.upperBound)
    } else {
      changes.append(change)
    }
  }

  /// A point on a shortest path, found from both ends at once; nil if it is too far away, or is a corner, which
  /// wouldn't split the range.
  private mutating func middle(_ oldRange: Range<Int>, _ newRange: Range<Int>) -> (old: Int, new: Int)? {
    let (oldCount, newCount) = (oldRange.count, newRange.count)
    let difference = oldCount - newCount
    let limit = min(maximumCost, (oldCount + newCount + 1) / 2)
    let origin = forward.count / 2
    for index in (origin - min(origin, limit + 1))...(origin + min(origin, limit + 1))
    where index < forward.count {
      forward[index] = -1
      backward[index] = -1
    }
    forward[origin + 1] = 0
    backward[origin + 1] = 0
    for cost in 0...limit {
      for diagonal in stride(from: -cost, through: cost, by: 2) {
        var x = furthest(forward, diagonal, cost, origin)
        while x < oldCount, x - diagonal < newCount,
          old[oldRange.lowerBound + x] == new[newRange.lowerBound + x - diagonal]
        {
          x += 1
        }
        forward[origin + diagonal] = x
        // On the same diagonal, counted from the other end.
        let other = difference - diagonal
        if difference % 2 != 0, abs(other) < cost, x + backward[origin + other] >= oldCount {
          return split(x, x - diagonal, oldRange, newRange)
        }
      }
      for diagonal in stride(from: -cost, through: cost, by: 2) {
        var x = furthest(backward, diagonal, cost, origin)
        while x < oldCount, x - diagonal < newCount,
          old[oldRange.upperBound - 1 - x] == new[newRange.upperBound - 1 - x + diagonal]
        {
          x += 1
        }
        backward[origin + diagonal] = x
        let other = difference - diagonal
        if difference % 2 == 0, abs(other) <= cost, x + forward[origin + other] >= oldCount {
          return split(oldCount - x, newCount - x + diagonal, oldRange, newRange)
        }
      }
    }
    return nil
  }

  /// How far one more step goes on a diagonal: a deletion from the one below, or an insertion from the one above.
  private func furthest(_ ends: [Int], _ diagonal: Int, _ cost: Int, _ origin: Int) -> Int {
    let (below, above) = (ends[origin + diagonal - 1], ends[origin + diagonal + 1])
    return diagonal == -cost || (diagonal != cost && below < above) ? above : below + 1
  }

  private func split(
    _ x: Int, _ y: Int, _ oldRange: Range<Int>, _ newRange: Range<Int>
  ) -> (old: Int, new: Int)? {
    guard (0...oldRange.count).contains(x), (0...newRange.count).contains(y) else { return nil }
    guard x + y > 0, x + y < oldRange.count + newRange.count else { return nil }
    return (oldRange.lowerBound + x, newRange.lowerBound + y)
  }
}
