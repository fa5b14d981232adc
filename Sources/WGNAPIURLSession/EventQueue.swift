import Foundation
import WGNAPISupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
  /// Hands a session's events to its delegate, in order, on a queue of its own.
  ///
  /// FoundationNetworking makes an operation for each event, which costs more than the event, and goes on reading
  /// however many wait: a body that is to be refused would be in memory before its first portion is looked at. Here a
  /// session waits for its delegate.
  final class EventQueue: OperationQueue, @unchecked Sendable {
    private let queue = DispatchQueue(label: "URLSessionTransport")
    /// Portions have 16 KiB at most, so this many are a megabyte.
    private let places = DispatchSemaphore(value: 64)
    private let mutex = Mutex()
    /// The events that wait, and whether each has a place.
    private var events: [(block: @Sendable () -> Void, hasPlace: Bool)] = []
    private var isDraining = false

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      // Not for ever: where an event waits for the session, both go on.
      let hasPlace = places.wait(timeout: .now() + .milliseconds(20)) == .success
      let isFirst = mutex.withLock { () -> Bool in
        events.append((block, hasPlace))
        defer { isDraining = true }
        return !isDraining
      }
      if isFirst { queue.async { [self] in drain() } }
    }

    private func drain() {
      while true {
        let batch = mutex.withLock { () -> [(block: @Sendable () -> Void, hasPlace: Bool)] in
          isDraining = !events.isEmpty
          defer { events = [] }
          return events
        }
        guard !batch.isEmpty else { return }
        for event in batch {
          event.block()
          if event.hasPlace { places.signal() }
        }
      }
    }

    /// Ends a task in the middle of its body.
    ///
    /// FoundationNetworking stops the process where a task that is being cancelled ends by itself. So it is looked whether
    /// the body has ended meanwhile: the priority is told when the session has taken what there was to read, and an end
    /// of the task is then among the events that come before `cancel`. Waiting is done elsewhere, because the session may
    /// be waiting for this queue.
    func giveUp(_ task: URLSessionTask, cancel: @escaping @Sendable () -> Void) {
      DispatchQueue.global().async { [self] in
        _ = task.priority
        addOperation { DispatchQueue.global().async(execute: cancel) }
      }
    }
  }
#else
  /// Hands a session's events to its delegate one after the other.
  final class EventQueue: OperationQueue, @unchecked Sendable {
    override init() {
      super.init()
      maxConcurrentOperationCount = 1
    }

    /// Ends a task in the middle of its body.
    func giveUp(_ task: URLSessionTask, cancel: () -> Void) { cancel() }
  }
#endif
