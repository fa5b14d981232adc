import Foundation
import WGNAPISupport

/// The order in which lanes have their turns. Every lane with requests has one before any of them has the next, and a turn is
/// a limited number of requests, so a lane that is never empty doesn't keep others waiting. Nor does a slow one, because a turn
/// that takes long no longer counts among those that there may be at the same time.
struct LaneTurns {
  /// The maximum number of requests of a turn.
  static let length = 16
  /// The time after which a turn takes long.
  static let longTime = Duration.milliseconds(500)
  /// The maximum number of turns at the same time that don't take long.
  private static let concurrency = 4
  /// The maximum number of all turns at the same time. Transports have no more connections to a host, and a request that
  /// waits for one must not run out of time.
  private static let greatestConcurrency = 8

  private var next: ArraySlice<String> = []
  /// The lanes that have their turn, and whether it takes long.
  private var current: [String: Bool] = [:]
  /// The lanes that have nothing to send before a date.
  private var waits: [String: Date] = [:]

  /// Whether any lane has its turn.
  var areAny: Bool { !current.isEmpty }

  private var hasRoom: Bool {
    current.count < Self.greatestConcurrency && current.values.filter { !$0 }.count < Self.concurrency
  }

  /// Whether more lanes may begin than are known.
  var needLanes: Bool { next.isEmpty && hasRoom }

  /// The date on which a lane has something to send; nil if there is none.
  var nextDate: Date? { waits.values.filter { $0 < .distantFuture }.min() }

  /// Adds lanes after all others, except those that have their turn or wait.
  mutating func add(_ lanes: [String], at date: Date) {
    waits = waits.filter { $0.value > date }
    next += lanes.filter { current[$0] == nil && waits[$0] == nil }
  }

  /// Begins a turn; nil if there is no lane, or no room for another turn.
  mutating func begin() -> String? {
    guard hasRoom, let lane = next.popFirst() else { return nil }
    current[lane] = false
    return lane
  }

  /// Notes that a turn takes long.
  mutating func noteLongTurn(of lane: String) { if current[lane] != nil { current[lane] = true } }

  /// Ends a turn.
  mutating func end(_ lane: String) { current[lane] = nil }

  /// Lets a lane wait until a date, or until all may be tried again.
  mutating func wait(_ lane: String, until date: Date = .distantFuture) { waits[lane] = date }

  /// Ends the waits of all lanes.
  mutating func endWaits() { waits = [:] }
}

/// What happens to turns, for the task that began them.
///
/// Unchecked: all mutable state is behind the lock.
final class TurnLog: @unchecked Sendable {
  enum Event: Sendable {
    /// A lane's turn takes long.
    case isLong(String)
    /// A lane's turn has ended.
    case ended(String, Result<Replayer.End, any Error>)
  }

  private let mutex = Mutex()
  private var events: [Event] = []

  func add(_ event: Event) { mutex.withLock { events.append(event) } }

  /// Returns the events since the last call.
  func take() -> [Event] {
    mutex.withLock {
      defer { events = [] }
      return events
    }
  }
}
