import WGNAPICache
import WGNAPIRuntime

/// Open at first; while it is closed, those who come wait.
final class Gate: Sendable {
  private struct State {
    var isClosed = false
    var arrivals = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  func close() { state.withLock { $0.isClosed = true } }

  func open() {
    let waiting = state.withLock { state in
      state.isClosed = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state in
        state.arrivals += 1
        if state.isClosed { state.waiting.append(continuation) }
        return state.isClosed
      }
      if !isClosed { continuation.resume() }
    }
  }

  /// Waits until so many have come.
  func waitForArrivals(_ count: Int) async {
    while state.withLock({ $0.arrivals }) < count { await Task.yield() }
  }
}

/// A store in memory whose responses and writes may be held up, after they were found and before they are done.
final class GatedStore: ResponseStore {
  let reading = Gate()
  let writing = Gate()
  private let responses = Locked<[CacheKey: StoredResponse]>([:])

  var count: Int { responses.withLock { $0.count } }
  var all: [StoredResponse] { responses.withLock { Array($0.values) } }

  func response(for key: CacheKey) async throws -> StoredResponse? {
    let found = responses.withLock { $0[key] }
    if found != nil { await reading.pass() }
    return found
  }

  func store(_ response: StoredResponse, for key: CacheKey) async throws {
    await writing.pass()
    responses.withLock { $0[key] = response }
  }

  func remove(_ key: CacheKey) async throws {
    responses.withLock { $0[key] = nil }
  }

  func removeAll(of endpoint: String) async throws {
    responses.withLock { responses in responses = responses.filter { $0.key.endpoint != endpoint } }
  }

  func removeAll() async throws { responses.withLock { $0 = [:] } }
}
