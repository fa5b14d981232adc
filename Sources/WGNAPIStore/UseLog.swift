import Foundation
import WGNAPIClient
import WGNAPIMiddleware

/// What was read since the last write, in memory: a read is no write.
///
/// The order of use matters only when something is evicted, which a write does, and it writes the notes
/// first. So that other processes get to know of them too, a process that only reads writes them once in a
/// while.
///
/// Unchecked: everything that changes is behind the lock.
final class UseLog: @unchecked Sendable {
  /// After how long notes are written without another reason, and how many are kept at most.
  static let interval = Duration.seconds(60)
  static let limit = 1_000

  private let lock = NSLock()
  private var places: [CacheKey: Int] = [:]
  private var count = 0
  private var since: Duration?

  /// Notes that a key was read.
  ///
  /// - Parameter uptime: the time, by a clock that never goes back.
  /// - Returns: what to write now, with the least recently used first; empty where there is time yet.
  func note(_ key: CacheKey, at uptime: Duration) -> [CacheKey] {
    lock.withLock {
      count += 1
      places[key] = count
      let start = since ?? uptime
      since = start
      return uptime - start >= Self.interval || places.count >= Self.limit ? take() : []
    }
  }

  /// All notes, with the least recently used first; they are forgotten here.
  func takeAll() -> [CacheKey] { lock.withLock { take() } }

  private func take() -> [CacheKey] {
    defer {
      places = [:]
      since = nil
    }
    return places.sorted { $0.value < $1.value }.map(\.key)
  }
}
