/// What an operation did to a feed's visible elements, as a list view animates it.
///
/// Offsets of what goes are those before the change, offsets of what comes are those after it, as `UICollectionView` and
/// `CollectionDifference` have it.
public struct FeedChange<Item: Hashable & Sendable>: Hashable, Sendable {
  /// An element that came or went.
  public struct Entry: Hashable, Sendable {
    /// Its place: after the change for one that came, before it for one that went.
    public let offset: Int
    /// The element.
    public let element: Item
  }

  /// An element at another place among those that stayed.
  public struct Move: Hashable, Sendable {
    /// Its place before the change.
    public let from: Int
    /// Its place after it.
    public let to: Int
  }

  /// The elements that went, by ascending offsets before the change.
  public let removed: [Entry]
  /// The elements that came, by ascending offsets after the change.
  public let inserted: [Entry]
  /// The fewest elements whose moving brings those that stayed into their new order, by ascending `to`.
  public let moved: [Move]
  /// The elements that have the same identity and other content, by ascending offsets after the change.
  public let updated: [Entry]
  /// All visible elements after the change.
  public let elements: [Item]
  /// Whether the server's list may have more.
  public let hasMore: Bool
  /// Whether the feed was read again from the beginning: it was asked to, the list was ranked anew, or too much was new.
  public let isReload: Bool

  /// Whether nothing is different.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }

  /// Does to a list what was done to the feed's elements.
  ///
  /// - Parameter list: the feed's elements as they were before; of others, what can be done is done.
  public func apply(to list: inout [Item]) {
    let gone = Set(removed.map(\.offset) + moved.map(\.from))
    let old = list
    list = old.indices.filter { !gone.contains($0) }.map { old[$0] }
    let moves = moved.compactMap { move in
      old.indices.contains(move.from) ? Entry(offset: move.to, element: old[move.from]) : nil
    }
    for entry in (inserted + moves).sorted(by: { $0.offset < $1.offset }) {
      list.insert(entry.element, at: min(entry.offset, list.count))
    }
    for entry in updated where list.indices.contains(entry.offset) { list[entry.offset] = entry.element }
  }
}

extension FeedChange {
  /// The difference of two lists, in each of which no identity stands twice.
  init<ID: Hashable>(
    from old: [Item], ids oldIDs: [ID], to new: [Item], ids newIDs: [ID], hasMore: Bool, isReload: Bool
  ) {
    let oldPlaces = Dictionary(zip(oldIDs, oldIDs.indices)) { first, _ in first }
    let kept = Set(newIDs)
    removed = zip(old, oldIDs).enumerated().compactMap { offset, pair in
      kept.contains(pair.1) ? nil : Entry(offset: offset, element: pair.0)
    }
    var inserted: [Entry] = []
    var updated: [Entry] = []
    var stayed: [Move] = []
    for (offset, (element, id)) in zip(new, newIDs).enumerated() {
      guard let place = oldPlaces[id] else {
        inserted.append(Entry(offset: offset, element: element))
        continue
      }
      stayed.append(Move(from: place, to: offset))
      if old[place] != element { updated.append(Entry(offset: offset, element: element)) }
    }
    let unmoved = Self.longestAscent(stayed.map(\.from))
    moved = zip(stayed, unmoved).compactMap { $1 ? nil : $0 }
    self.inserted = inserted
    self.updated = updated
    elements = new
    self.hasMore = hasMore
    self.isReload = isReload
  }

  /// Which numbers belong to a longest ascending subsequence of them (patience sorting).
  private static func longestAscent(_ numbers: [Int]) -> [Bool] {
    var tails: [Int] = []
    var before = [Int?](repeating: nil, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[tails[middle]] < number { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? tails[low - 1] : nil
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var belongs = [Bool](repeating: false, count: numbers.count)
    var next = tails.last
    while let index = next {
      belongs[index] = true
      next = before[index]
    }
    return belongs
  }
}
