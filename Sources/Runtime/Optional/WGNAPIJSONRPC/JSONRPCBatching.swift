import HTTPTypes
import WGNAPISupport
import WGNAPITransport

/// A transport that joins concurrent calls of JSON-RPC 2.0 to batches, and sends these with another transport.
///
/// ```swift
/// let transport = JSONRPCBatching(around: ClientConfiguration().transport)
/// let configuration = ClientConfiguration(transport: transport)
/// ```
///
/// A batch is one HTTP request whose body is an array of calls (JSON-RPC 2.0, section 6). Calls are joined if their requests
/// have the method POST, the same URL, the same header fields and the same options, and if each body is one call of version
/// 2.0. So calls with different tokens are never in one batch, nor are calls with a field that differs each time, such as
/// `Idempotency-Key` or `traceparent`. All other requests, and streams, go to the other transport at once. So does a request
/// with a field that describes its body (`Content-Digest`, `Content-Encoding`).
///
/// In a batch, each call has an ID of its own, from 1. A response gets the ID of its call back, so each caller sees
/// what it would see without batches:
///
/// - A single error in place of the array is the response to all calls.
/// - Errors without an ID are the responses to the calls without a response, if it is certain which one belongs to which call:
///   there is one of both, or the errors are equal, and there are as many as calls without a response or nothing else.
/// - With a failure status, a call without a response of its own gets the whole response.
/// - A notification, which has no ID, is answered with status 204 where the response is an array, and with the response itself
///   where that is empty.
/// - If a call has no response otherwise, or several, its request fails with `TransportError.failed`, whose message says why.
///   Elements of the array with other IDs are ignored.
///
/// A call that is alone is sent as it is. A call that is cancelled before its batch is sent leaves the batch, and a batch ends
/// early when all of its callers are cancelled.
///
/// Don't batch calls that a middleware signs by their bodies: the service gets another body.
///
/// A call's limits apply to the whole batch: `TransportOptions.timeout` starts when the batch is sent, and
/// `TransportOptions.responseSizeLimit` covers all responses together.
public final class JSONRPCBatching: HTTPTransport, CustomReflectable, @unchecked Sendable {
  // Unchecked: all mutable state is behind the lock.

  private let base: any HTTPTransport
  private let maximumCalls: Int
  private let maximumBytes: Int
  private let wait: Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let mutex = Mutex()
  /// The batches that calls can still join.
  private var open: [BatchKey: CallBatch] = [:]

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - base: The transport that sends batches, and everything else.
  ///   - maximumCalls: The maximum number of calls in a batch. With 1, each call is a request of its own.
  ///   - maximumBytes: The maximum size of a batch's body in bytes. If a call doesn't fit, the batch is sent, and the call begins
  ///     the next one. A call that is larger by itself is a request of its own.
  ///   - wait: How long a batch waits for further calls after the first one, from zero to a minute. A batch with `maximumCalls`
  ///     is sent at once.
  public convenience init(
    around base: any HTTPTransport, maximumCalls: Int = 100, maximumBytes: Int = 1 << 20,
    wait: Duration = .milliseconds(10)
  ) {
    self.init(around: base, maximumCalls: maximumCalls, maximumBytes: maximumBytes, wait: wait) {
      try await Task.sleep(for: $0)
    }
  }

  /// - Parameter sleep: Waits until a batch is due.
  package init(
    around base: any HTTPTransport, maximumCalls: Int, maximumBytes: Int, wait: Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.base = base
    self.maximumCalls = maximumCalls
    self.maximumBytes = maximumBytes
    self.wait = min(max(wait, .zero), .seconds(60))
    self.sleep = sleep
  }

  /// An empty mirror: waiting requests contain secrets.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  public func stream(
    _ request: HTTPRequest, body: HTTPRequestBody, options: TransportOptions
  ) async throws -> StreamedResponse {
    try await base.stream(request, body: body, options: options)
  }

  public func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    guard maximumCalls > 1, request.isJoinable, let call = JSONRPCCall(body),
      CallBatch.size(with: call, at: 0) <= maximumBytes
    else { return try await base.send(request, body: body, options: options) }
    try Task.checkCancellation()
    let caller = BatchCaller(call, priority: Task.currentPriority)
    let batch = join(caller, BatchKey(request: request, options: options))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { _ = caller.result.begin($0) }
    } onCancel: {
      if caller.result.finish(.failure(CancellationError())) { leave(batch, caller) }
    }
  }

  /// The number of callers that wait for their batch to be sent.
  package var waitingCount: Int { mutex.withLock { open.values.reduce(0) { $0 + $1.waiting } } }

  // MARK: Joining

  /// Adds a caller to the open batch for its key, opening one if needed, and sends each batch that is full.
  private func join(_ caller: BatchCaller, _ key: BatchKey) -> CallBatch {
    let (batch, full) = mutex.withLock { () -> (CallBatch, [CallBatch]) in
      var full: [CallBatch] = []
      if let batch = open[key], batch.size(with: caller.call) > maximumBytes { full.append(close(batch)) }
      let batch = open[key] ?? begin(key)
      batch.add(caller)
      if batch.callers.count >= maximumCalls { full.append(close(batch)) }
      return (batch, full)
    }
    for batch in full { send(batch) }
    return batch
  }

  /// Opens a batch that is sent after the wait. Call it with the lock held.
  private func begin(_ key: BatchKey) -> CallBatch {
    let batch = CallBatch(key)
    open[key] = batch
    // Detached: other callers wait for it, so it must not inherit task-local values from the first one.
    batch.timer = Task.detached(priority: .high) { [weak self, weak batch, sleep, wait] in
      guard (try? await sleep(wait)) != nil, let self, let batch else { return }
      let isOpen = self.mutex.withLock { () -> Bool in
        guard self.open[batch.key] === batch else { return false }
        _ = self.close(batch)
        return true
      }
      if isOpen { self.send(batch) }
    }
    return batch
  }

  /// Lets no further calls into a batch. Call it with the lock held.
  private func close(_ batch: CallBatch) -> CallBatch {
    open[batch.key] = nil
    batch.timer?.cancel()
    batch.timer = nil
    return batch
  }

  /// Removes a cancelled caller from its batch, and ends a batch whose last caller is cancelled.
  private func leave(_ batch: CallBatch, _ caller: BatchCaller) {
    let sending = mutex.withLock { () -> Task<Void, Never>? in
      batch.remove(caller)
      guard batch.waiting == 0 else { return nil }
      if open[batch.key] === batch { _ = close(batch) }
      return batch.sending
    }
    sending?.cancel()
  }

  // MARK: Sending

  private func send(_ batch: CallBatch) {
    mutex.withLock {
      let callers = batch.takeCallers()
      guard let priority = callers.map(\.priority).max() else { return }
      batch.sending = Task.detached(priority: priority) { [base, key = batch.key] in
        await CallBatch.exchange(callers, key, with: base)
      }
    }
  }
}

extension HTTPRequest {
  /// Whether calls in the bodies of such requests can be joined.
  var isJoinable: Bool {
    guard method == .post else { return false }
    return !HTTPField.Name.ofBodies.contains { headerFields[$0] != nil }
  }
}

extension HTTPField.Name {
  /// The fields that describe the bytes of a body.
  static let ofBodies: [Self] =
    [.contentLength, .contentEncoding, .contentRange, .eTag, .lastModified]
    + ["Content-Digest", "Content-MD5", "Digest", "Repr-Digest"].compactMap { Self($0) }
}
