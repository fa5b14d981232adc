/// The changes to a feed's visible elements, in the form that list views need for animations.
///
/// As in `UICollectionView` and `CollectionDifference`, the offsets of removed elements refer to the list
/// before the change, and those of inserted elements to the list after it.
public struct FeedChange<Item: Hashable & Sendable>: Hashable, Sendable {
  /// An element that was inserted, removed or updated.
  public struct Entry: Hashable, Sendable {
    /// The offset: before the change for a removed element, otherwise after it.
    public let offset: Int
    /// The element.
    public let element: Item
  }

  /// A remaining element that was moved relative to other remaining ones.
  public struct Move: Hashable, Sendable {
    /// The offset before the change.
    public let from: Int
    /// The offset after the change.
    public let to: Int
  }

  /// The removed elements, by ascending offset before the change.
  public let removed: [Entry]
  /// The inserted elements, by ascending offset after the change.
  public let inserted: [Entry]
  /// The smallest set of moves that brings the remaining elements into their new order, by ascending `to`.
  public let moved: [Move]
  /// The elements with the same identity and different content, by ascending offset after the change.
  public let updated: [Entry]
  /// All visible elements after the change.
  public let elements: [Item]
  /// Whether the server's list may have more elements.
  public let hasMore: Bool
  /// Whether the feed was loaded again from the beginning: on request, after reordering, or because there
  /// were too many new elements.
  public let isReload: Bool

  /// Whether nothing changed.
  public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }

  /// Applies the change to a list.
  ///
  /// - Parameter list: The feed's visible elements before the change. For other lists, as much as possible is
  ///   applied.
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
  /// Creates the difference of two lists without duplicate identities.
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

  /// Returns, for each number, whether it belongs to a longest ascending subsequence (patience sorting).
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
