import WGNAPISupport

/// A bounded buffer between a transport, which writes from any thread, and the task that reads a response's body.
///
/// A transport asks for room before it writes and, if there is none, reads no more from its connection until it is
/// called back. So a slow reader slows the server down, and memory stays bounded.
///
/// Unchecked: all mutable state is behind the lock.
package final class BodyChannel: @unchecked Sendable {
  /// The maximum number of unread bytes. Beyond it, the transport waits.
  private static let full = 256 << 10
  /// The number of unread bytes at which a waiting transport continues.
  private static let low = 64 << 10
  /// The deadlines of all readers.
  private static let deadlines = Deadlines()

  private enum State {
    case open
    /// Everything has been written, or an error has ended the body.
    case ended((any Error)?)
    /// Nobody reads any more.
    case closed
  }

  private let mutex = Mutex()
  private var state = State.open
  private var portions: ArraySlice<[UInt8]> = []
  private var count = 0
  private var reader: CheckedContinuation<[UInt8]?, any Error>?
  /// The number of times that a reader had to wait.
  private var waits = 0
  private var isWriterWaiting = false
  private let onRoom: @Sendable () -> Void
  private let onClose: @Sendable () -> Void

  /// - Parameters:
  ///   - onRoom: Called when a transport that found no room can continue.
  ///   - onClose: Called once if nobody reads any more, before the end was written.
  package init(onRoom: @escaping @Sendable () -> Void, onClose: @escaping @Sendable () -> Void) {
    self.onRoom = onRoom
    self.onClose = onClose
  }

  // MARK: Writing

  /// Whether nobody reads any more.
  package var isClosed: Bool {
    mutex.withLock { if case .closed = state { true } else { false } }
  }

  /// Returns whether there is room for more. If not, `onRoom` will be called once.
  package func hasRoom() -> Bool {
    mutex.withLock {
      guard case .open = state else { return true }
      isWriterWaiting = count >= Self.full
      return !isWriterWaiting
    }
  }

  /// Adds a portion, even if there is no room for it.
  package func write(_ portion: [UInt8]) {
    guard !portion.isEmpty else { return }
    let waiting = mutex.withLock { () -> CheckedContinuation<[UInt8]?, any Error>? in
      guard case .open = state else { return nil }
      if let reader {
        self.reader = nil
        return reader
      }
      portions.append(portion)
      count += portion.count
      return nil
    }
    waiting?.resume(returning: portion)
  }

  /// Ends the body. The first end counts.
  package func end(_ error: (any Error)? = nil) {
    let waiting = mutex.withLock { () -> CheckedContinuation<[UInt8]?, any Error>? in
      guard case .open = state else { return nil }
      state = .ended(error)
      defer { reader = nil }
      return reader
    }
    if let error { waiting?.resume(throwing: error) } else { waiting?.resume(returning: nil) }
  }

  // MARK: Reading

  /// Returns the next portion; nil at the end.
  ///
  /// - Parameter patience: The maximum time to wait for it; nil for any time.
  /// - Throws: ``TransportError``, and `CancellationError` if the task is cancelled, which closes the channel.
  package func next(waiting patience: Duration?) async throws -> [UInt8]? {
    if Task.isCancelled {
      close()
      throw CancellationError()
    }
    if let taken = mutex.withLock({ take() }) {
      let (portion, wakesWriter) = try taken.get()
      if wakesWriter { onRoom() }
      return portion
    }
    var deadline: Int?
    defer { if let deadline { Self.deadlines.remove(deadline) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard let wait = begin(continuation), let patience else { return }
        deadline = Self.deadlines.add(after: patience) { [weak self] in self?.expire(wait) }
      }
    } onCancel: {
      close(with: CancellationError())
    }
  }

  /// Returns what there is, and whether the writer can continue; nil if the reader has to wait. Call it with the lock
  /// held.
  private func take() -> Result<(portion: [UInt8]?, wakesWriter: Bool), any Error>? {
    if let first = portions.popFirst() {
      count -= first.count
      let wakesWriter = isWriterWaiting && count <= Self.low
      if wakesWriter { isWriterWaiting = false }
      return .success((first, wakesWriter))
    }
    switch state {
    case .open: return nil
    case .ended(nil): return .success((nil, false))
    case .ended(let error?): return .failure(error)
    case .closed: return .failure(CancellationError())
    }
  }

  /// Waits for a portion; returns the number of the wait, or nil if there is none because the continuation has been
  /// resumed.
  private func begin(_ continuation: CheckedContinuation<[UInt8]?, any Error>) -> Int? {
    let (taken, wait) = mutex.withLock {
      () -> (Result<(portion: [UInt8]?, wakesWriter: Bool), any Error>?, Int) in
      if let taken = take() { return (taken, waits) }
      // A second reader would get an arbitrary part of the portions.
      guard reader == nil else { return (.failure(TransportError.failed(Self.twoReaders)), waits) }
      reader = continuation
      waits += 1
      return (nil, waits)
    }
    guard let taken else { return wait }
    if case .success((_, wakesWriter: true)) = taken { onRoom() }
    continuation.resume(with: taken.map(\.portion))
    return nil
  }

  static let twoReaders = TransportFailure(
    .other, message: "two tasks read the same response's body at the same time")

  /// Ends reading, and with it the exchange.
  package func close() { close(with: CancellationError()) }

  /// Ends a wait that takes too long, unless its portion has arrived: a deadline may be due at the same moment.
  package func expire(_ wait: Int) {
    close(with: TransportError.timedOut) { reader != nil && waits == wait }
  }

  /// - Parameter condition: Whether to close, asked with the lock held.
  private func close(with error: any Error, if condition: () -> Bool = { true }) {
    let (wasOpen, waiting) = mutex.withLock { () -> (Bool, CheckedContinuation<[UInt8]?, any Error>?) in
      guard condition() else { return (false, nil) }
      var wasOpen = false
      switch state {
      case .open:
        wasOpen = true
        // Reading again gives the same error.
        state = error is CancellationError ? .closed : .ended(error)
      case .ended: state = .closed
      case .closed: break
      }
      portions = []
      count = 0
      defer { reader = nil }
      return (wasOpen, reader)
    }
    if wasOpen { onClose() }
    waiting?.resume(throwing: error)
  }
}
