import WGNAPISupport

/// Keeps removed answers from coming back: an answer requested before a removal isn't cached after it, and an
/// answer that is being stored is removed once it is stored.
///
/// Unchecked: all mutable state is behind the lock.
final class Removals: @unchecked Sendable {
  /// The answers to remove.
  enum Scope {
    case key(CacheKey)
    /// All answers with a URL, by ``CacheKey/resource``.
    case resource(String)
    case several
  }

  private struct Drain {
    /// The pending stores of affected answers, from the time when the removal began.
    var stores: Set<Int>
    let continuation: CheckedContinuation<Void, Never>
  }

  private let mutex = Mutex()
  /// The number of removals of several answers.
  private var several = 0
  /// The number of removals of single answers. Keys with the same hash bucket share a number, so that this
  /// doesn't grow with the number of keys.
  private var single: [Int: Int] = [:]
  /// The number of removals by URL.
  private var resources: [Int: Int] = [:]
  /// The keys of answers that are being stored.
  private var stores: [Int: CacheKey] = [:]
  private var nextID = 0
  private var drains: [Drain] = []

  private static func part(of key: CacheKey) -> Int { key.hashValue & 0xFFF }
  private static func part(of resource: String) -> Int { resource.hashValue & 0xFFF }

  /// Returns how often the answer may have been removed so far.
  func count(for key: CacheKey) -> Int { mutex.withLock { number(key) } }

  /// Runs `body` unless the answer has been removed since there were `count` removals. No removal begins
  /// meanwhile.
  ///
  /// - Returns: false if the answer was removed.
  func unlessRemoved(_ key: CacheKey, since count: Int, _ body: () -> Void) -> Bool {
    mutex.withLock {
      guard number(key) == count else { return false }
      body()
      return true
    }
  }

  /// Stores an answer unless it has been removed since there were `count` removals. Removals that begin
  /// meanwhile wait.
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

  /// Records a removal: answers requested before it aren't cached from now on.
  func note(_ scope: Scope) {
    mutex.withLock {
      switch scope {
      case .key(let key): single[Self.part(of: key), default: 0] += 1
      case .resource(let resource): resources[Self.part(of: resource), default: 0] += 1
      case .several: several += 1
      }
    }
  }

  /// Waits until the stores that were pending at the time of the call have ended.
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
