import Foundation
import WGNAPICache
import WGNAPIClient

/// The keys read since the last write, in memory. Reads update the LRU order without writing to disk.
///
/// The order matters only for eviction, which is a write, and which writes these notes first. A process that
/// only reads writes them from time to time, for the benefit of other processes.
///
/// Unchecked: all mutable state is behind the lock.
final class UseLog: @unchecked Sendable {
  /// The time after which notes are written without another reason, and their maximum number.
  static let interval = Duration.seconds(60)
  static let limit = 1_000

  private let lock = NSLock()
  private var places: [CacheKey: Int] = [:]
  private var count = 0
  private var since: Duration?

  /// Records that a key was read.
  ///
  /// - Parameter uptime: The time of a clock that never goes back.
  /// - Returns: The keys to write now, least recently used first; empty if it isn't time yet.
  func note(_ key: CacheKey, at uptime: Duration) -> [CacheKey] {
    lock.withLock {
      count += 1
      places[key] = count
      let start = since ?? uptime
      since = start
      return uptime - start >= Self.interval || places.count >= Self.limit ? take() : []
    }
  }

  /// Returns and removes all notes, least recently used first.
  func takeAll() -> [CacheKey] { lock.withLock { take() } }

  private func take() -> [CacheKey] {
    defer {
      places = [:]
      since = nil
    }
    return places.sorted { $0.value < $1.value }.map(\.key)
  }
}
