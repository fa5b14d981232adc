/// Elements with their identities, none of which stands twice.
struct FeedList<Item: Hashable & Sendable, ID: Hashable & Sendable>: Sendable {
  private(set) var items: [Item]
  private(set) var ids: [ID]

  /// A list of elements; of those with one identity, the first.
  init(_ elements: [Item], id: (Item) throws -> ID) rethrows {
    items = []
    ids = []
    var known: Set<ID> = []
    for element in elements {
      let id = try id(element)
      guard known.insert(id).inserted else { continue }
      items.append(element)
      ids.append(id)
    }
  }

  private init(_ parts: [(list: FeedList, indices: [Int])]) {
    items = parts.flatMap { part in part.indices.map { part.list.items[$0] } }
    ids = parts.flatMap { part in part.indices.map { part.list.ids[$0] } }
  }

  var count: Int { items.count }

  /// Part of a list that an operation has put together.
  struct Splice {
    let list: FeedList
    /// How many elements stand after those that were put in.
    let rest: Int
  }

  /// This list with a window: what the server's list has, without a gap, at some place.
  ///
  /// What stands before the first element that both have is kept; what stood between such elements and isn't in the window
  /// has gone. So has what stood after them, where the window goes on with something else.
  ///
  /// - Parameters:
  ///   - isTop: whether the window begins where the server's list does.
  ///   - isEnd: whether it ends where that does.
  /// - Returns: nil where the window has too little in common with this list to say where it belongs.
  func splicing(_ window: FeedList, isTop: Bool, isEnd: Bool) -> Splice? {
    let overlap = Overlap(of: ids, with: window.ids, prefersLater: true)
    guard let anchors = overlap.anchors else { return nil }
    let before = isTop ? [] : overlap.missing(in: 0..<anchors.first)
    var after = overlap.missing(in: anchors.last + 1..<count)
    if isEnd {
      // It would have to stand in the window.
      after = []
    } else if anchors.lastPlace < window.count - 1, !after.isEmpty {
      if after.count <= anchors.count {
        after = []
      } else if !isTop {
        // An element that was moved far down looks like this.
        return nil
      }
    }
    let list = FeedList([(self, before), (window, Array(window.ids.indices)), (self, after)])
    return Splice(list: list, rest: after.count)
  }

  /// This list below what the server's list begins with; nil where that isn't known to reach down to this list.
  func joining(top: FeedList) -> Splice? {
    let overlap = Overlap(of: ids, with: top.ids, prefersLater: false)
    guard let anchors = overlap.anchors, anchors.count >= overlap.missing(in: 0..<anchors.last).count else {
      return nil
    }
    let after = overlap.missing(in: anchors.last + 1..<count)
    return Splice(list: FeedList([(top, Array(top.ids.indices)), (self, after)]), rest: after.count)
  }

  /// This list with the elements of another one behind it, wherever they stood before.
  func appending(_ page: FeedList) -> FeedList {
    let new = Set(page.ids)
    return FeedList([
      (self, ids.indices.filter { !new.contains(ids[$0]) }), (page, Array(page.ids.indices)),
    ])
  }
}
