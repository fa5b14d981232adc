import Foundation
import HTTPTypes
import WGNAPIClient
import WGNAPIStore
import WGNAPISupport

/// A change in a ``RequestQueue``.
public enum QueueChange: Sendable {
  /// A request was stored.
  case added(QueueEntry)
  /// A waiting request was changed.
  case replaced(QueueEntry)
  /// A waiting request was removed.
  case cancelled(QueueEntry)
  /// A request is being sent.
  case sending(QueueEntry)
  /// The server accepted a request, which is no longer in the queue.
  case delivered(QueueEntry, status: HTTPResponse.Status?)
  /// A request wasn't accepted, and will be sent again.
  case postponed(QueueEntry)
  /// A request won't be sent again.
  case failed(DeadLetter)
  /// A dead letter is a waiting request again.
  case revived(QueueEntry)
  /// A dead letter was removed.
  case discarded(DeadLetter)
  /// A damaged database was replaced.
  case recovered(QueueRecovery)
  /// The database couldn't be written, for example because the disk is full. A running queue tries again.
  case storeFailed(StoreError)
  /// Another process changed the queue. Only a running queue notices.
  case changedElsewhere
  /// What ``RequestQueue/start()`` began has ended with an error: a ``QueueError`` if a newer version of the queue has taken
  /// over, or an error of your ``Reachability``.
  case stopped(any Error)
}

/// The result of reading a damaged database.
public struct QueueRecovery: Hashable, Sendable {
  /// The damaged database. The queue keeps the last three until ``RequestQueue/removeAll()``.
  public let damagedFile: URL
  /// The number of requests and dead letters that were saved.
  public let savedCount: Int
  /// The number of those that are damaged themselves, which are now dead letters.
  public let damagedCount: Int
  /// The number of others that the database's indexes name. They couldn't be read; the damaged file still has what is left of
  /// them.
  public let lostCount: Int
}

/// Counts of requests since the queue was created. `accepted` is the sum of the others.
public struct QueueStatistics: Hashable, Sendable {
  /// The requests that were stored.
  public var accepted = 0
  /// The requests that the server accepted.
  public var delivered = 0
  /// The requests that the server refused while `send` waited, which threw the error.
  public var refused = 0
  /// The requests that were removed before they were sent.
  public var cancelled = 0
  /// The dead letters that were removed.
  public var discarded = 0
  /// The requests that are waiting or being sent.
  public var waiting = 0
  /// The dead letters.
  public var deadLetters = 0
}

/// Passes changes on to the queue's observers.
///
/// Unchecked: all mutable state is behind the lock.
final class ChangeHub: @unchecked Sendable {
  /// The maximum number of changes that wait for a slow observer, which loses older ones.
  static let bufferSize = 256

  private let mutex = Mutex()
  private var observers: [Int: AsyncStream<QueueChange>.Continuation] = [:]
  private var nextID = 0

  func stream() -> AsyncStream<QueueChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: QueueChange.self, bufferingPolicy: .bufferingNewest(Self.bufferSize))
    let id = mutex.withLock {
      nextID += 1
      observers[nextID] = continuation
      return nextID
    }
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      mutex.withLock { observers[id] = nil }
    }
    return stream
  }

  func publish(_ changes: [QueueChange]) {
    guard !changes.isEmpty else { return }
    let observers = mutex.withLock { Array(self.observers.values) }
    for observer in observers {
      for change in changes { observer.yield(change) }
    }
  }

  func publish(_ change: QueueChange) { publish([change]) }

  deinit { for (_, observer) in observers { observer.finish() } }
}
