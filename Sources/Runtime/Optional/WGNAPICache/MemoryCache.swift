import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPIOptionalSupport
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A memory cache of responses with their decoded values. It removes the least recently used responses first.
///
/// Unchecked: all mutable state is behind the lock.
final class MemoryCache: @unchecked Sendable {
  /// A response with its decoded value and the options used for decoding.
  struct Entry: Sendable {
    let stored: StoredResponse
    /// The number of the exchange that fetched the response; 0 if it comes from the store.
    let order: Int
    let decoding: JSONDecoding
    let reading: Lazy<ResponseReadingResult>
    let freshness: Freshness.Facts
    /// The size in bytes: of the response, and of the decoded value, which counts as the body at least.
    let size: Int

    /// Creates an entry, and decodes its value to learn its size.
    ///
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
      var value = 0
      if case .success(let content) = reading.value {
        // Looking at a value takes as long as a request, and JSON's was counted while it was read.
        value = content.memory.map { $0 + stored.body.count } ?? MemoryEstimate.bytes(of: content)
      }
      size = stored.size + min(max(stored.body.count, value), 1 << 60)
    }

    /// The head of a response that is used without asking the server. It has an `Age` field (RFC 9111, section 4).
    func head(ofAge seconds: Int64) -> HTTPResponse {
      var head = HTTPResponse(status: .init(code: stored.status), headerFields: stored.headers)
      head.headerFields.replace(.age, "\(seconds)")
      return head
    }
  }

  private final class Node: Keyed {
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
  private var nodes = ObjectTable<Node>()
  private var newest: Node?
  private var oldest: Node?
  private var total = 0
  private var lastOrder = 0

  init(limit: Int) { self.limit = limit }

  /// The total size in bytes. Each response counts with its header, its body, and its decoded value.
  var size: Int { mutex.withLock { total } }
  var count: Int { mutex.withLock { nodes.count } }

  subscript(key: CacheKey) -> Entry? {
    mutex.withLock {
      guard let node = nodes[key] else { return nil }
      use(node)
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
    let size = entry.size
    return mutex.withLock {
      if let node = nodes[key] {
        guard node.entry.order <= entry.order else { return false }
        drop(node)
      }
      // A single response must not evict all others.
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

  /// Makes a response the last one to be removed.
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

/// Keeps removed responses from coming back: a response requested before a removal isn't cached after it, and a
/// response that is being stored is removed once it is stored.
///
/// Unchecked: all mutable state is behind the lock.
final class Removals: @unchecked Sendable {
  /// The responses to remove.
  enum Scope {
    case key(CacheKey)
    /// All responses with a URL, by ``CacheKey/resource``.
    case resource(String)
    case several
  }

  /// A response that is being stored.
  private final class Storing {
    let key: CacheKey

    init(_ key: CacheKey) { self.key = key }
  }

  /// A removal that waits.
  private final class Drain {
    /// The pending stores of affected responses, from the time when the removal began.
    var stores: [Storing]
    let continuation: CheckedContinuation<Void, Never>

    init(_ stores: [Storing], _ continuation: CheckedContinuation<Void, Never>) {
      self.stores = stores
      self.continuation = continuation
    }
  }

  private let mutex = Mutex()
  /// The number of removals of several responses.
  private var several = 0
  /// The numbers of removals of single responses and of URLs; empty before the first one. Those with the same hash
  /// bucket share a number, so that this doesn't grow with the number of keys.
  private var counts: [Int] = []
  private var stores: [Storing] = []
  private var drains: [Drain] = []

  private static let partCount = 4096
  private static func part(of key: CacheKey) -> Int { key.hashValue & (partCount - 1) }
  private static func part(of resource: String) -> Int { resource.hashValue & (partCount - 1) }

  /// Returns how often the response may have been removed so far.
  func count(for key: CacheKey) -> Int { mutex.withLock { number(key) } }

  /// Runs `body` unless the response has been removed since there were `count` removals. No removal begins
  /// meanwhile.
  ///
  /// - Returns: false if the response was removed.
  func unlessRemoved(_ key: CacheKey, since count: Int, _ body: () -> Void) -> Bool {
    mutex.withLock {
      guard number(key) == count else { return false }
      body()
      return true
    }
  }

  /// Stores a response unless it has been removed since there were `count` removals. Removals that begin
  /// meanwhile wait.
  func store(_ key: CacheKey, since count: Int, _ body: () async -> Void) async {
    let begun = mutex.withLock { () -> Storing? in
      guard number(key) == count else { return nil }
      let storing = Storing(key)
      stores.append(storing)
      return storing
    }
    guard let begun else { return }
    await body()
    end(begun)
  }

  /// Records a removal: responses requested before it aren't cached from now on.
  func note(_ scope: Scope) {
    mutex.withLock {
      switch scope {
      case .key(let key): increment(Self.part(of: key))
      case .resource(let resource): increment(Self.part(of: resource))
      case .several: several += 1
      }
    }
  }

  /// Waits until the stores that were pending at the time of the call have ended.
  func waitForStores(_ scope: Scope) async {
    await withCheckedContinuation { continuation in
      let isDone = mutex.withLock { () -> Bool in
        var current: [Storing] = []
        for storing in stores {
          let isAffected =
            switch scope {
            case .key(let key): storing.key == key
            case .resource(let resource): storing.key.resource == resource
            case .several: true
            }
          if isAffected { current.append(storing) }
        }
        guard !current.isEmpty else { return true }
        drains.append(Drain(current, continuation))
        return false
      }
      if isDone { continuation.resume() }
    }
  }

  private func number(_ key: CacheKey) -> Int {
    counts.isEmpty ? several : several + counts[Self.part(of: key)] + counts[Self.part(of: key.resource)]
  }

  private func increment(_ part: Int) {
    if counts.isEmpty { counts = [Int](repeating: 0, count: Self.partCount) }
    counts[part] += 1
  }

  private func end(_ storing: Storing) {
    let done = mutex.withLock { () -> [Drain] in
      Self.remove(storing, from: &stores)
      var (waiting, done): ([Drain], [Drain]) = ([], [])
      for drain in drains {
        Self.remove(storing, from: &drain.stores)
        if drain.stores.isEmpty { done.append(drain) } else { waiting.append(drain) }
      }
      drains = waiting
      return done
    }
    for drain in done { drain.continuation.resume() }
  }

  @inline(never)
  private static func remove(_ storing: Storing, from stores: inout [Storing]) {
    if let index = stores.firstIndex(where: { $0 === storing }) { stores.remove(at: index) }
  }
}
