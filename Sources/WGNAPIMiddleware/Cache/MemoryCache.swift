import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    let freshness: Freshness.Facts

    /// - Parameter freshness: What the fields say; nil to read them.
    init(
      stored: StoredResponse, order: Int, decoding: JSONDecoding, reading: Lazy<ResponseReadingResult>,
      freshness: Freshness.Facts? = nil
    ) {
      self.stored = stored
      self.order = order
      self.decoding = decoding
      self.reading = reading
      self.freshness = freshness ?? Freshness.Facts(stored)
    }

    /// The head of an answer that is used without asking the server. It has an `Age` field (RFC 9111, section 4).
    func head(ofAge seconds: Int64) -> HTTPResponse {
      var head = HTTPResponse(status: .init(code: stored.status), headerFields: stored.headers)
      head.headerFields.replace(.age, with: "\(seconds)")
      return head
    }
  }

  private final class Node: Keyed {
    let key: CacheKey
    var entry: Entry
    var size: Int
    /// The head for an age in seconds, which is often used again within that second.
    var head: (age: Int64, value: HTTPResponse)?
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
  private var nodes = ObjectTable<Node>()
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
      use(node)
      return node.entry
    }
  }

  /// Returns the answer with a key for any request, if it is fresh and was decoded with these options.
  func fresh(
    _ key: CacheKey, _ policy: CachePolicy?, _ decoding: JSONDecoding, now: Date
  ) -> AnswerShortcut.Kept? {
    mutex.withLock {
      guard let node = nodes[key], node.entry.stored.varying.isEmpty, node.entry.decoding == decoding else {
        return nil
      }
      let freshness = Freshness(
        node.entry.stored, facts: node.entry.freshness, policy: policy, now: now)
      guard freshness.isFresh else { return nil }
      use(node)
      let seconds = freshness.age.components.seconds
      let head: HTTPResponse
      if let known = node.head, known.age == seconds {
        head = known.value
      } else {
        head = node.entry.head(ofAge: seconds)
        node.head = (seconds, head)
      }
      return AnswerShortcut.Kept(
        head: head, body: node.entry.stored.body, age: freshness.age, reading: node.entry.reading)
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
      nodes.insert(node)
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
      let all = nodes
      all.visit { if isRemoved($0.key) { drop($0) } }
    }
  }

  private func drop(_ node: Node) {
    unlink(node)
    total -= node.size
    nodes.remove(node)
  }

  /// Makes an answer the last one to be removed.
  private func use(_ node: Node) {
    guard newest !== node else { return }
    unlink(node)
    link(node)
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
