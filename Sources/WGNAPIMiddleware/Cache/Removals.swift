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

  /// An answer that is being stored.
  private final class Storing {
    let key: CacheKey

    init(_ key: CacheKey) { self.key = key }
  }

  /// A removal that waits.
  private final class Drain {
    /// The pending stores of affected answers, from the time when the removal began.
    var stores: [Storing]
    let continuation: CheckedContinuation<Void, Never>

    init(_ stores: [Storing], _ continuation: CheckedContinuation<Void, Never>) {
      self.stores = stores
      self.continuation = continuation
    }
  }

  private let mutex = Mutex()
  /// The number of removals of several answers.
  private var several = 0
  /// The numbers of removals of single answers and of URLs; empty before the first one. Those with the same hash
  /// bucket share a number, so that this doesn't grow with the number of keys.
  private var counts: [Int] = []
  private var stores: [Storing] = []
  private var drains: [Drain] = []

  private static let partCount = 4096
  private static func part(of key: CacheKey) -> Int { key.hashValue & (partCount - 1) }
  private static func part(of resource: String) -> Int { resource.hashValue & (partCount - 1) }

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

  /// Records a removal: answers requested before it aren't cached from now on.
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
