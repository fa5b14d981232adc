import Foundation
import HTTPTypes
import WGNAPIClient
import WGNAPIStore
import WGNAPISupport

/// A queue on disk for requests that wait until the server has accepted them.
///
/// ```swift
/// let queue = try RequestQueue(at: folder, client: shop, requests: [CreateOrderRequest.self])
/// queue.start()
/// switch try await queue.send(CreateOrderRequest(item: "lamp")) {
/// case .answered(let order): show(order)
/// case .queued: showAsPending()
/// }
/// ```
///
/// Each request has a lane. Requests of a lane are sent one after the other, in the order in which they were stored; lanes
/// don't wait for each other. All attempts to send a request contain the same idempotency key, in the place that the API
/// description names. A request that can't be repeated safely is never sent twice: if it isn't known whether the server
/// accepted it, it becomes a dead letter.
///
/// Secrets aren't stored. The client adds credentials and common parameters when it sends a request, and
/// ``QueueConfiguration/secrets`` provides the values of secret parameters.
///
/// Several processes may use the same folder, which must be on a local disk. One of them sends from a lane at a time.
public final class RequestQueue: Sendable {
  /// The configuration.
  public let configuration: QueueConfiguration

  let core: ClientCore
  let database: QueueDatabase
  let replayer: Replayer
  let kinds = RequestKinds()
  let hub: ChangeHub
  let wake = WakeSignal()
  let clock: QueueClock
  let runner = Runner()
  private let found: Recoveries

  /// Opens a queue, creating it if necessary. This accesses files, and may wait for some seconds while another process opens
  /// the same queue.
  ///
  /// A damaged database is replaced by one with everything that can be read of it; see ``recoveries``.
  ///
  /// - Parameters:
  ///   - folder: A folder for this queue only. If it doesn't exist, it is created with access only for its owner. Use one
  ///     folder for each account, so that no request is sent with the credentials of another one.
  ///   - client: The client that sends the requests.
  ///   - requests: The types of all requests that may be in the queue. Those that are passed to ``send(_:in:key:)`` or
  ///     ``enqueue(_:in:key:)`` are known from then on; those that an earlier process stored must be listed here.
  ///   - configuration: The limits.
  /// - Throws: `StoreError` if the folder can't be used, and ``QueueError`` if a newer version of the queue wrote it.
  public convenience init(
    at folder: URL, client: some APIClient, requests: [any APIRequest.Type],
    configuration: QueueConfiguration = QueueConfiguration()
  ) throws {
    try self.init(
      at: folder, core: client.core, requests: requests, configuration: configuration)
  }

  init(
    at folder: URL, core: ClientCore, requests: [any APIRequest.Type], configuration: QueueConfiguration,
    pageLimit: Int? = nil, busyTimeout: Double = 5
  ) throws {
    self.core = core
    self.configuration = configuration
    let hub = ChangeHub()
    let found = Recoveries()
    let clock = QueueClock(core.configuration.clock)
    self.hub = hub
    self.clock = clock
    self.found = found
    database = try QueueDatabase(at: folder, busyTimeout: busyTimeout, pageLimit: pageLimit) { recovery in
      found.add(recovery)
      hub.publish(.recovered(recovery))
    }
    replayer = Replayer(
      core: core, database: database, configuration: configuration, kinds: kinds, clock: clock, hub: hub,
      wake: wake)
    for type in requests { register(type) }
  }

  deinit { runner.cancel() }

  private func register<Request: APIRequest>(_ type: Request.Type) { kinds.add(type) }

  /// What was saved of damaged databases since this queue was opened; empty if there was no damage.
  public var recoveries: [QueueRecovery] { found.all }

  // MARK: Storing and sending

  /// Stores a request, and sends it at once unless others of its lane wait, or the server can't be reached.
  ///
  /// The request is on the disk before it is sent. Cancelling the task, or the end of the process, doesn't remove it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - lane: The lane, such as the ID of a document whose changes must arrive in order. It can't contain U+0000,
  ///     nor secrets, because it is stored.
  ///   - key: The idempotency key; nil for a random one. A request with the key of one that waits isn't stored
  ///     again; one with the key of a dead letter replaces it. Control characters, two spaces in a row, and spaces at the
  ///     ends are refused, because not all of them reach the server, and so are secrets.
  /// - Returns: The response, or the ID of the waiting request.
  /// - Throws: `APIError` if the request is invalid, if the server refuses it for good, or if it accepts the request with a
  ///   response that can't be read; then the request isn't in the queue. `APIError`, or `CancellationError`, if nobody knows
  ///   whether the server accepted a request that can't be repeated, which is a dead letter then. ``QueueError`` if the
  ///   request can't be stored, and `StoreError` if the file can't be written.
  public func send<Request: APIRequest>(
    _ request: Request, in lane: String = "", key: String? = nil
  ) async throws -> SendResult<Request.Response> {
    let (record, isNew) = try await store(request, in: lane, key: key)
    let queued = SendResult<Request.Response>.queued(QueueEntry.ID(number: record.id))
    if !isNew { return queued }
    if let reachability = configuration.reachability, await !reachability.isReachable() { return queued }
    // A running queue sends the rest of the lane.
    defer { wake.signal() }
    guard case .sent(let disposition) = try await replayer.drain(lane, only: record.id) else { return queued }
    switch disposition {
    case .delivered(let delivery, let error, _):
      if let response = delivery?.value as? Request.Response { return .answered(response) }
      if let error { throw error }
      return queued
    case .refused(_, let error): throw error
    case .postponed:
      try Task.checkCancellation()
      return queued
    }
  }

  /// Stores a request, which a running queue sends.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - lane: The lane, such as the ID of a document whose changes must arrive in order. It can't contain U+0000,
  ///     nor secrets, because it is stored.
  ///   - key: The idempotency key; nil for a random one. A request with the key of one that waits isn't stored
  ///     again; one with the key of a dead letter replaces it. Control characters, two spaces in a row, and spaces at the
  ///     ends are refused, because not all of them reach the server, and so are secrets.
  /// - Returns: The ID of the request, which is on the disk now.
  /// - Throws: `APIError` if the request is invalid, ``QueueError`` if it can't be stored, and `StoreError` if the file
  ///   can't be written.
  @discardableResult
  public func enqueue<Request: APIRequest>(
    _ request: Request, in lane: String = "", key: String? = nil
  ) async throws -> QueueEntry.ID {
    let (record, _) = try await store(request, in: lane, key: key)
    wake.signal()
    return QueueEntry.ID(number: record.id)
  }

  private func store<Request: APIRequest>(
    _ request: Request, in lane: String, key: String?
  ) async throws -> (record: EntryRecord, isNew: Bool) {
    guard !lane.utf8.contains(0) else {
      throw QueueError(.invalidLane(problem: "contains U+0000, which can't be stored"))
    }
    let prepared = try PreparedRequest(
      request, in: lane, key: key, core: core, hasSecrets: configuration.secrets != nil)
    register(Request.self)
    let rules = rules
    let record = try EntryRecord(prepared, lane: lane, created: rules.now)
    return try await database.write(publishingTo: hub) { try rules.add(record, to: $0, &$1) }
  }

  var rules: QueueRules { QueueRules(configuration: configuration, time: clock.reading) }
}

/// The result of ``RequestQueue/send(_:in:key:)``.
public enum SendResult<Response: Sendable>: Sendable {
  /// The server's response.
  case answered(Response)
  /// The request waits in the queue.
  case queued(QueueEntry.ID)
}

/// The damage that has been found so far.
///
/// Unchecked: all mutable state is behind the lock.
private final class Recoveries: @unchecked Sendable {
  private let mutex = Mutex()
  private var list: [QueueRecovery] = []

  var all: [QueueRecovery] { mutex.withLock { list } }

  func add(_ recovery: QueueRecovery) { mutex.withLock { list.append(recovery) } }
}
