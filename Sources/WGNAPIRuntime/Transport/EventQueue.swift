#if canImport(FoundationNetworking)
  import Foundation

  /// Hands a session's events to its delegate, in order, on a queue of its own.
  ///
  /// FoundationNetworking makes an operation for each event, which costs more than the event, and goes on reading
  /// however many wait: a body that is to be refused would be in memory before its first portion is looked at. Here a
  /// session waits for its delegate.
  final class EventQueue: OperationQueue, @unchecked Sendable {
    private let queue = DispatchQueue(label: "URLSessionTransport")
    /// Portions have 16 KiB at most, so this many are a megabyte.
    private let places = DispatchSemaphore(value: 64)

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      // Not for ever: should an event ever wait for the session, both go on.
      let hasPlace = places.wait(timeout: .now() + .milliseconds(100)) == .success
      queue.async { [places] in
        block()
        if hasPlace { places.signal() }
      }
    }
  }
#endif
