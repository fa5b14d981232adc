/// A list of elements with unique identities.
struct FeedList<Item: Hashable & Sendable, ID: Hashable & Sendable>: Sendable {
  private(set) var items: [Item]
  private(set) var ids: [ID]

  /// Creates a list from elements. Of elements with the same identity, the first one is kept.
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

  /// The result of combining two lists.
  struct Splice {
    let list: FeedList
    /// The number of elements after the inserted ones.
    let rest: Int
  }

  /// Returns this list with a window inserted. A window is a contiguous part of the server's list.
  ///
  /// Elements before the first common element are kept. Elements between common elements that aren't in the
  /// window have been removed; so have elements after them, if the window continues with different ones.
  ///
  /// - Parameters:
  ///   - isTop: Whether the window begins at the top of the server's list.
  ///   - isEnd: Whether it ends at the end of the server's list.
  /// - Returns: nil if the window and this list have too little in common to locate the window.
  func splicing(_ window: FeedList, isTop: Bool, isEnd: Bool) -> Splice? {
    let overlap = Overlap(of: ids, with: window.ids, prefersLater: true)
    guard let anchors = overlap.anchors else { return nil }
    let before = isTop ? [] : overlap.missing(in: 0..<anchors.first)
    var after = overlap.missing(in: anchors.last + 1..<count)
    if isEnd {
      // These elements would have to be in the window.
      after = []
    } else if anchors.lastPlace < window.count - 1, !after.isEmpty {
      if after.count <= anchors.count {
        after = []
      } else if !isTop {
        // This may also be an element that was moved far down.
        return nil
      }
    }
    let list = FeedList([(self, before), (window, Array(window.ids.indices)), (self, after)])
    return Splice(list: list, rest: after.count)
  }

  /// Returns this list below the top of the server's list; nil if the top may not reach down to this list.
  func joining(top: FeedList) -> Splice? {
    let overlap = Overlap(of: ids, with: top.ids, prefersLater: false)
    guard let anchors = overlap.anchors, anchors.count >= overlap.missing(in: 0..<anchors.last).count else {
      return nil
    }
    let after = overlap.missing(in: anchors.last + 1..<count)
    return Splice(list: FeedList([(top, Array(top.ids.indices)), (self, after)]), rest: after.count)
  }

  /// Returns this list followed by the elements of another one, which are removed from their previous places.
  func appending(_ page: FeedList) -> FeedList {
    let new = Set(page.ids)
    return FeedList([
      (self, ids.indices.filter { !new.contains(ids[$0]) }), (page, Array(page.ids.indices)),
    ])
  }
}
