/// The elements that a list and a window have in common, and those among them that determine the window's
/// place.
struct Overlap<ID: Hashable> {
  /// Common elements that are close together and in the same order in both.
  struct Anchors {
    /// The indices of the first and the last of them in the list.
    let first: Int
    let last: Int
    /// The index of the last of them in the window.
    let lastPlace: Int
    let count: Int
  }

  private let isMissing: [Bool]
  private(set) var anchors: Anchors?

  /// Compares a list with a window.
  ///
  /// An element that was moved on the server may be far from its place in the list. Therefore the largest
  /// consistent group determines the place: each of its elements adds one point, and each element between two
  /// of them in the list that is missing from the window subtracts one.
  ///
  /// - Parameter prefersLater: Whether to prefer later elements of the list if several groups have the same
  ///   score.
  init(of list: [ID], with window: [ID], prefersLater: Bool) {
    let indices = Dictionary(zip(list, list.indices)) { first, _ in first }
    var isMissing = [Bool](repeating: true, count: list.count)
    var common: [(place: Int, index: Int)] = []
    for (place, id) in window.enumerated() {
      guard let index = indices[id] else { continue }
      common.append((place, index))
      isMissing[index] = false
    }
    self.isMissing = isMissing
    guard !common.isEmpty else { return }
    // The number of missing elements up to each index.
    var counts = [0]
    counts.reserveCapacity(list.count + 1)
    for missing in isMissing { counts.append((counts.last ?? 0) + (missing ? 1 : 0)) }
    anchors = Self.anchors(common, counts, prefersLater: prefersLater)
  }

  /// How far back to look for an element's predecessor.
  private static var reach: Int { 64 }

  private static func anchors(
    _ common: [(place: Int, index: Int)], _ counts: [Int], prefersLater: Bool
  ) -> Anchors? {
    var chains: [(score: Int, start: Int, count: Int)] = []
    chains.reserveCapacity(common.count)
    var best = 0
    for (number, element) in common.enumerated() {
      var chain = (score: 1, start: element.index, count: 1)
      for other in stride(from: number - 1, through: max(number - reach, 0), by: -1)
      where common[other].index < element.index {
        let gap = counts[element.index] - counts[common[other].index + 1]
        let score = chains[other].score + 1 - gap
        if score > chain.score { chain = (score, chains[other].start, chains[other].count + 1) }
      }
      chains.append(chain)
      let isEqual = chain.score == chains[best].score
      let isLater = element.index > common[best].index
      if chain.score > chains[best].score || isEqual && isLater == prefersLater { best = number }
    }
    guard chains.indices.contains(best) else { return nil }
    return Anchors(
      first: chains[best].start, last: common[best].index, lastPlace: common[best].place,
      count: chains[best].count)
  }

  /// Returns the indices in a range of those elements of the list that are missing from the window.
  func missing(in range: Range<Int>) -> [Int] { range.filter { isMissing[$0] } }
}
