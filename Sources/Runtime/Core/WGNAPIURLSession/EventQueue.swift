import Foundation
import WGNAPISupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
  /// Delivers a session's events to its delegate, in order, on its own queue.
  ///
  /// FoundationNetworking creates an operation for each event, which costs more than the event, and continues
  /// reading however many are waiting: a body to be rejected would be in memory before its first portion is
  /// checked. With this queue, the session waits for its delegate.
  final class EventQueue: OperationQueue, @unchecked Sendable {
    private let queue = DispatchQueue(label: "URLSessionTransport")
    /// Portions are at most 16 KiB, so this many are a megabyte.
    private let places = DispatchSemaphore(value: 64)
    /// The maximum time that the session waits for a place.
    private let patience: DispatchTimeInterval
    private let mutex = Mutex()
    /// The waiting events, and whether each has a place.
    private var events: [(block: @Sendable () -> Void, hasPlace: Bool)] = []
    private var isDraining = false

    /// - Parameter patience: The maximum time that the session waits for its delegate.
    init(patience: DispatchTimeInterval = .milliseconds(20)) { self.patience = patience }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      // With a time limit: if an event waits for the session, both continue.
      let hasPlace = places.wait(timeout: .now() + patience) == .success
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
    /// FoundationNetworking stops the process if a task ends by itself while it is being cancelled. Reading
    /// the priority returns after the session has processed all available data, so if the body has ended
    /// meanwhile, the end of the task is among the events delivered before `cancel`. The wait is on another
    /// queue, because the session may be waiting for this one.
    func giveUp(_ task: URLSessionTask, cancel: @escaping @Sendable () -> Void) {
      DispatchQueue.sessionCalls.async { [self] in
        _ = task.priority
        addOperation(cancel)
      }
    }
  }

  extension DispatchQueue {
    /// For calls of sessions and tasks. These wait for a queue that all sessions of the process share, and that may be
    /// decompressing a body: no task may wait with them, because its time limit couldn't end that.
    static let sessionCalls = DispatchQueue(label: "URLSessionTransport.calls")
  }
#else
  /// Delivers a session's events to its delegate one after the other.
  final class EventQueue: OperationQueue, @unchecked Sendable {
    /// - Parameter patience: Only FoundationNetworking needs it.
    init(patience: DispatchTimeInterval = .never) {
      super.init()
      maxConcurrentOperationCount = 1
    }

    /// Ends a task in the middle of its body.
    func giveUp(_ task: URLSessionTask, cancel: () -> Void) { cancel() }
  }
#endif
