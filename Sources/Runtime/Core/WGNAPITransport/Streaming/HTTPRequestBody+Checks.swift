import WGNAPISupport

extension HTTPRequestBody {
  /// Begins to read, and compares the number of bytes with the announced one.
  ///
  /// The portion that completes the announced length is returned when nothing follows it: more bytes would be taken for
  /// another request (RFC 9112, section 6.3). Reading throws ``TransportError`` if there are fewer or more.
  package func openChecked() throws -> NextPortion {
    let next = try open()
    guard bytes == nil else { return next }
    // Empty portions are no progress.
    let nextPortion: NextPortion = {
      while let portion = try await next() {
        try Task.checkCancellation()
        if !portion.isEmpty { return portion }
      }
      return nil
    }
    guard let length else { return nextPortion }
    var count: Int64 = 0
    var hasEnded = false
    return {
      guard !hasEnded else { return nil }
      var last: [UInt8]?
      while let portion = try await nextPortion() {
        count += Int64(portion.count)
        guard count <= length else { throw TransportError.wrongLength(count, announced: length) }
        guard count == length else { return portion }
        last = (last ?? []) + portion
      }
      guard count == length else { throw TransportError.wrongLength(count, announced: length) }
      hasEnded = true
      return last
    }
  }

  /// Reads the whole body before it is sent.
  ///
  /// A source that stalls or ignores its cancellation doesn't hold the caller. It is left behind, and may still call `take`
  /// once.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time without a portion.
  ///   - take: Called with each portion.
  /// - Throws: ``TransportError``, the errors of the source and of `take`, and `CancellationError`.
  package func forEachPortion(
    within timeout: Duration, _ take: @escaping @Sendable ([UInt8]) throws -> Void
  ) async throws {
    let result = AwaitedResult<Void>()
    let progress = LastProgress()
    let task = Task {
      do {
        let next = try openChecked()
        while let portion = try await next() {
          try Task.checkCancellation()
          try take(portion)
          progress.report()
        }
        try Task.checkCancellation()
        result.finish(.success(()))
      } catch {
        result.finish(.failure(error))
      }
    }
    let deadline = StreamDeadline(Self.deadlines)
    deadline.expire(after: timeout) {
      let rest = timeout - progress.timeSince
      guard rest <= .zero else { return rest }
      result.finish(.failure(TransportError.timedOut))
      return nil
    }
    defer {
      deadline.remove()
      task.cancel()
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in _ = result.begin(continuation) }
    } onCancel: {
      result.finish(.failure(CancellationError()))
    }
  }

  /// The deadlines of all bodies.
  private static let deadlines = Deadlines()
}

/// When something last went on.
///
/// Unchecked: the time is behind the lock.
package final class LastProgress: @unchecked Sendable {
  private let mutex = Mutex()
  private var last = ContinuousClock.now

  package init() {}

  /// The time since the last progress.
  package var timeSince: Duration { mutex.withLock { last }.duration(to: .now) }

  package func report() { mutex.withLock { last = .now } }
}
