import WGNAPISupport

/// Sees to it that what is removed doesn't come back: an answer that was asked for before isn't kept after, and none
/// that is being stored outlives its removal.
///
/// Unchecked: everything that changes is behind the lock.
final class Removals: @unchecked Sendable {
  /// What is removed.
  enum Scope {
    case key(CacheKey)
    /// All answers of a URL, by ``CacheKey/resource``.
    case resource(String)
    case several
  }

  private struct Drain {
    /// What is still being stored of what was when the removal began.
    var stores: Set<Int>
    let continuation: CheckedContinuation<Void, Never>
  }

  private let mutex = Mutex()
  /// How often several answers were removed,
  private var several = 0
  /// and how often single ones. Keys with the same part count together, so that this doesn't grow with their number.
  private var single: [Int: Int] = [:]
  /// The same for URLs.
  private var resources: [Int: Int] = [:]
  /// The keys that are being stored.
  private var stores: [Int: CacheKey] = [:]
  private var nextID = 0
  private var drains: [Drain] = []

  private static func part(of key: CacheKey) -> Int { key.hashValue & 0xFFF }
  private static func part(of resource: String) -> Int { resource.hashValue & 0xFFF }

  /// How often the answer may have been removed so far.
  func count(for key: CacheKey) -> Int { mutex.withLock { number(key) } }

  /// Does something, unless the answer was removed since there were `count` removals; none begins in the meantime.
  ///
  /// - Returns: false where it was removed.
  func unlessRemoved(_ key: CacheKey, since count: Int, _ body: () -> Void) -> Bool {
    mutex.withLock {
      guard number(key) == count else { return false }
      body()
      return true
    }
  }

  /// Stores an answer, unless it was removed since there were `count` removals. Removals that begin in the meantime wait.
  func store(_ key: CacheKey, since count: Int, _ body: () async -> Void) async {
    let begun = mutex.withLock { () -> Int? in
      guard number(key) == count else { return nil }
      nextID += 1
      stores[nextID] = key
      return nextID
    }
    guard let begun else { return }
    await body()
    end(begun)
  }

  /// Notes a removal: what was asked for before isn't kept from now on.
  func note(_ scope: Scope) {
    mutex.withLock {
      switch scope {
      case .key(let key): single[Self.part(of: key), default: 0] += 1
      case .resource(let resource): resources[Self.part(of: resource), default: 0] += 1
      case .several: several += 1
      }
    }
  }

  /// Waits until nothing is being stored any more of what was when it was called.
  func waitForStores(_ scope: Scope) async {
    await withCheckedContinuation { continuation in
      let isDone = mutex.withLock { () -> Bool in
        let current =
          switch scope {
          case .key(let key): stores.filter { $0.value == key }
          case .resource(let resource): stores.filter { $0.value.resource == resource }
          case .several: stores
          }
        guard !current.isEmpty else { return true }
        drains.append(Drain(stores: Set(current.keys), continuation: continuation))
        return false
      }
      if isDone { continuation.resume() }
    }
  }

  private func number(_ key: CacheKey) -> Int {
    several + (single[Self.part(of: key)] ?? 0) + (resources[Self.part(of: key.resource)] ?? 0)
  }

  private func end(_ store: Int) {
    let done = mutex.withLock { () -> [CheckedContinuation<Void, Never>] in
      stores[store] = nil
      guard !drains.isEmpty else { return [] }
      for index in drains.indices { drains[index].stores.remove(store) }
      defer { drains.removeAll { $0.stores.isEmpty } }
      return drains.filter(\.stores.isEmpty).map(\.continuation)
    }
    for continuation in done { continuation.resume() }
  }
}
