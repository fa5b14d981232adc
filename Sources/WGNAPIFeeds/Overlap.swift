/// What a list and a window have in common, and which of it says where the window belongs.
struct Overlap<ID: Hashable> {
  /// The common elements that stand in both in the same order, close to each other.
  struct Anchors {
    /// The indices in the list of the first and of the last of them.
    let first: Int
    let last: Int
    /// The index in the window of the last of them.
    let lastPlace: Int
    let count: Int
  }

  private let isMissing: [Bool]
  private(set) var anchors: Anchors?

  /// Compares.
  ///
  /// An element that was moved on the server may be far from where it was in the list. So those count that agree best:
  /// each speaks for itself, and each element between two of them in the list that the window lacks against them.
  ///
  /// - Parameter prefersLater: which elements of the list are taken where as much speaks for others.
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
    // How many are missing up to each index.
    var counts = [0]
    counts.reserveCapacity(list.count + 1)
    for missing in isMissing { counts.append((counts.last ?? 0) + (missing ? 1 : 0)) }
    anchors = Self.anchors(common, counts, prefersLater: prefersLater)
  }

  /// How far back an element's neighbour is looked for.
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

  /// The indices of the list's elements in a range that the window lacks.
  func missing(in range: Range<Int>) -> [Int] { range.filter { isMissing[$0] } }
}
