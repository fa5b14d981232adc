import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

/// A memory cache of answers with their decoded values. It removes the least recently used answers first.
///
/// Unchecked: all mutable state is behind the lock.
final class MemoryCache: @unchecked Sendable {
  /// An answer with its decoded value and the options used for decoding.
  struct Entry: Sendable {
    let stored: StoredResponse
    /// The number of the exchange that fetched the answer; 0 if it comes from the store.
    let order: Int
    let decoding: JSONDecoding
    let reading: Lazy<ResponseReadingResult>
  }

  private final class Node {
    let key: CacheKey
    var entry: Entry
    var size: Int
    unowned(unsafe) var newer: Node?
    unowned(unsafe) var older: Node?

    init(_ key: CacheKey, _ entry: Entry, _ size: Int) {
      self.key = key
      self.entry = entry
      self.size = size
    }
  }

  private let mutex = Mutex()
  private let limit: Int
  private var nodes: [CacheKey: Node] = [:]
  private var newest: Node?
  private var oldest: Node?
  private var total = 0
  private var lastOrder = 0

  init(limit: Int) { self.limit = limit }

  /// The total size in bytes. Each answer counts with its header and twice its body, once for the decoded
  /// value.
  var size: Int { mutex.withLock { total } }
  var count: Int { mutex.withLock { nodes.count } }

  subscript(key: CacheKey) -> Entry? {
    mutex.withLock {
      guard let node = nodes[key] else { return nil }
      unlink(node)
      link(node)
      return node.entry
    }
  }

  /// Returns the number for a new exchange.
  func nextOrder() -> Int {
    mutex.withLock {
      lastOrder += 1
      return lastOrder
    }
  }

  /// Inserts an entry; returns false, without inserting, if there is an entry of an exchange that began
  /// later.
  @discardableResult
  func insert(_ entry: Entry, for key: CacheKey) -> Bool {
    let size = entry.stored.size + entry.stored.body.count
    return mutex.withLock {
      if let node = nodes[key] {
        guard node.entry.order <= entry.order else { return false }
        drop(node)
      }
      // A single answer must not evict all others.
      guard size <= limit / 2 else { return true }
      let node = Node(key, entry, size)
      nodes[key] = node
      link(node)
      total += size
      while total > limit, let oldest { drop(oldest) }
      return true
    }
  }

  func remove(_ key: CacheKey) {
    mutex.withLock { if let node = nodes[key] { drop(node) } }
  }

  func removeAll(where isRemoved: (CacheKey) -> Bool) {
    mutex.withLock {
      for node in nodes.values where isRemoved(node.key) { drop(node) }
    }
  }

  private func drop(_ node: Node) {
    unlink(node)
    total -= node.size
    nodes[node.key] = nil
  }

  private func link(_ node: Node) {
    node.older = newest
    newest?.newer = node
    newest = node
    if oldest == nil { oldest = node }
  }

  private func unlink(_ node: Node) {
    if newest === node { newest = node.older }
    if oldest === node { oldest = node.newer }
    node.newer?.older = node.older
    node.older?.newer = node.newer
    node.newer = nil
    node.older = nil
  }
}
