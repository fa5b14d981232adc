import Foundation
import HTTPTypes
import WGNAPICache
import WGNAPIClient
import WGNAPIJSON
import WGNAPIStore

/// Sends the requests of a queue. Of all processes that share the queue, one sends from a lane at a time.
actor Replayer {
  let core: ClientCore
  let database: QueueDatabase
  let configuration: QueueConfiguration
  let kinds: RequestKinds
  let clock: QueueClock
  private let hub: ChangeHub
  let wake: WakeSignal
  /// The lanes from which a task of this process is sending.
  private var activeLanes: Set<String> = []
  /// The task that asks the server for the date.
  private var asking: Task<Date?, Never>?
  private var locks: [String: LaneLock] = [:]
  /// The lanes that were found occupied by a task of this process.
  private var wantedLanes: Set<String> = []
  /// How often reachability has ended the delays of a lane since the last response, and the last time.
  var endedDelays: [String: (count: Int, uptime: Duration)] = [:]
  /// Results of attempts that couldn't be written.
  private var unwritten: [Int64: (record: EntryRecord, disposition: Disposition, isWatched: Bool)] = [:]

  init(
    core: ClientCore, database: QueueDatabase, configuration: QueueConfiguration, kinds: RequestKinds,
    clock: QueueClock, hub: ChangeHub, wake: WakeSignal
  ) {
    self.core = core
    self.clock = clock
    self.database = database
    self.configuration = configuration
    self.kinds = kinds
    self.hub = hub
    self.wake = wake
  }

  /// Why no more requests of a lane are sent.
  enum End: Sendable {
    /// Nothing waits.
    case empty
    /// The turn is over, and more may wait.
    case unfinished
    /// The first request isn't to be sent before this date.
    case waits(until: Date)
    /// Another task, or another process, is sending.
    case occupied
    /// The first request isn't the expected one.
    case another
    /// The expected request was sent.
    case sent(Disposition)
  }

  // MARK: The right to send

  /// Whether a request that is marked as being sent really is, by this process or another one.
  func isSending(from lane: String) throws -> Bool {
    if activeLanes.contains(lane) { return true }
    guard try begin(lane) else { return true }
    end(lane)
    return false
  }

  private func begin(_ lane: String) throws -> Bool {
    guard !activeLanes.contains(lane) else {
      wantedLanes.insert(lane)
      return false
    }
    if locks[lane] == nil {
      guard let lock = try LaneLock(ifFree: lane, in: database.folder) else { return false }
      locks[lane] = lock
    }
    activeLanes.insert(lane)
    return true
  }

  private func end(_ lane: String) {
    activeLanes.remove(lane)
    // To other processes, a request whose result isn't written looks like that of a process that was killed.
    if !unwritten.values.contains(where: { $0.record.lane == lane }) { locks[lane] = nil }
    if wantedLanes.remove(lane) != nil { wake.signal() }
  }

  // MARK: Sending

  /// Sends the requests of a lane until none is left, or the first has to wait.
  ///
  /// - Parameters:
  ///   - only: The only request to send, if it is the first; nil for all.
  ///   - limit: The maximum number of requests to send.
  ///   - end: The place before which requests are sent; nil for all.
  func drain(
    _ lane: String, only id: Int64? = nil, atMost limit: Int = .max, before end: Int64? = nil
  ) async throws -> End {
    guard try begin(lane) else { return .occupied }
    defer { self.end(lane) }
    for (id, rest) in unwritten where rest.record.lane == lane {
      try await write(rest.disposition, of: rest.record, isWatched: rest.isWatched)
      unwritten[id] = nil
    }
    var count = 0
    while true {
      try Task.checkCancellation()
      guard count < limit else { return .unfinished }
      switch try await take(from: lane, only: id, before: end) {
      case .nothing:
        endedDelays[lane] = nil
        return .empty
      case .another: return .another
      case .waits(let date): return .waits(until: date)
      case .uncertain:
        if let date = await learnTime() { return .waits(until: date) }
      case .taken(let record):
        let disposition = await attempt(record)
        try await settle(disposition, of: record, isWatched: id != nil, isStopped: Task.isCancelled)
        if let isReachable = disposition.isReachable {
          if isReachable { endedDelays[lane] = nil }
          await configuration.reachability?.note(isReachable: isReachable)
        }
        count += 1
        if id != nil { return .sent(disposition) }
      }
    }
  }

  private func take(from lane: String, only id: Int64?, before end: Int64?) async throws -> QueueRules.Turn {
    let rules = rules
    let (core, kinds) = (core, kinds)
    return try await database.write(publishingTo: hub) { database, changes in
      try rules.take(from: lane, only: id, before: end, database, &changes) { Self.problem($0, core, kinds) }
    }
  }

  /// Why a request can't be sent by this process.
  private static func problem(_ record: EntryRecord, _ core: ClientCore, _ kinds: RequestKinds)
    -> QueueFailure?
  {
    guard record.isIntact, let content = try? StoredContent.decode(record.content) else {
      return QueueFailure(.damaged, "the stored request is damaged")
    }
    guard content.api == core.api.name, content.server == core.server.name else {
      return QueueFailure(
        .unknownRequest,
        "\(record.operation): the request is for \(content.api) on \(content.server), and the queue's "
          + "client is for \(core.api.name) on \(core.server.name)")
    }
    guard kinds[record.operation] != nil else {
      return QueueFailure(
        .unknownRequest,
        "\(record.operation): the queue doesn't know this endpoint's requests; "
          + "list \(content.type) among its 'requests'")
    }
    guard content.addresses?.areThose(of: core) ?? true else {
      return QueueFailure(
        .unknownRequest,
        "\(record.operation): the request is for \(content.server) at another URL than that of the queue's client, "
          + "such as that of another tenant or region; retry it with a client for that URL, or discard it")
    }
    return nil
  }

  private func attempt(_ record: EntryRecord) async -> Disposition {
    do {
      let content = try StoredContent.decode(record.content)
      guard let kind = kinds[record.operation] else { throw CancellationError() }
      var values: [StoredContent.Place: [UInt8]] = [:]
      for value in content.values { values[value.place] = Array(value.bytes) }
      for place in content.secrets {
        values[place] = try String.encode(try await secret(place.name, of: record))
      }
      // The response must be the server's. After a change, the cache removes what the change made stale.
      let isSafe = ["GET", "HEAD", "OPTIONS"].contains(content.method)
      var options = CallOptions(
        timeout: configuration.timeout, policies: [.cache(isSafe ? .ignore : .reload)])
      for name in kind.keyHeaders(core) {
        // A parameter of the request has the key already.
        let isOwn = content.values.contains {
          $0.place.location == "header" && $0.place.name.lowercased() == name.lowercased()
        }
        if !isOwn, let name = HTTPField.Name(name) { options.headerFields[name] = record.key }
      }
      let delivery = try await kind.send(core, values, options)
      clock.note(delivery.headers)
      return .delivered(delivery, nil, delivery.status)
    } catch {
      if let error = error as? APIError, error.status != nil { clock.note(error.headers) }
      return Disposition(error, of: record, core, configuration)
    }
  }

  /// Asks the server for the date; several lanes ask once.
  ///
  /// - Returns: nil if the time is known now; otherwise the date on which to ask again.
  private func learnTime() async -> Date? {
    let asking = asking ?? Task { await clock.ask(core, configuration) }
    self.asking = asking
    let date = await asking.value
    self.asking = nil
    if date != nil { await configuration.reachability?.note(isReachable: false) }
    return date
  }

  private func secret(_ name: String, of record: EntryRecord) async throws -> String {
    let parameter = QueueConfiguration.SecretParameter(
      operation: record.operation, name: name, lane: record.lane)
    do {
      if let text = try await configuration.secrets?(parameter) { return text }
    } catch {
      // Nothing was sent, even if the task was cancelled.
      throw MissingSecret(operation: record.operation, name: name, cause: "\(type(of: error))")
    }
    throw MissingSecret(operation: record.operation, name: name, cause: nil)
  }

  // MARK: Results

  /// The longest delay that a server can ask for, so that a mistake in `Retry-After` doesn't stop a lane until its requests
  /// expire.
  static let longestDelay = Duration.seconds(86_400)

  private func settle(
    _ disposition: Disposition, of record: EntryRecord, isWatched: Bool, isStopped: Bool
  ) async throws {
    // Cancelling this task doesn't stop the write.
    let writing = Task {
      try await write(disposition, of: record, isWatched: isWatched, isStopped: isStopped)
    }
    do {
      try await writing.value
    } catch {
      // This process doesn't send the request again before its result is written.
      unwritten[record.id] = (record, disposition, isWatched)
      throw error
    }
  }

  private func write(
    _ disposition: Disposition, of record: EntryRecord, isWatched: Bool, isStopped: Bool = false
  ) async throws {
    let rules = rules
    var delay = Duration.zero
    if case .postponed(_, let asked, _) = disposition, !isStopped {
      let attempts = Int(clamping: record.attempts)
      delay = max(
        configuration.backoff.delay(after: attempts, random: core.configuration.random),
        min(asked, Self.longestDelay))
    }
    let sent = record
    try await database.write(publishingTo: hub) { [delay] database, changes in
      // A request that was replaced meanwhile has another key, and hasn't been sent.
      guard var record = try database.record(sent.id), record.state != .dead, record.key == sent.key else {
        return
      }
      switch disposition {
      case .delivered(_, _, let status):
        try database.delete(record.id)
        try database.add(to: "delivered")
        changes.append(.delivered(record.entry, status: status))
      case .refused(let failure, _) where isWatched && failure.kind != .outcomeUnknown:
        try database.delete(record.id)
        try database.add(to: "refused")
        record.state = .dead
        record.failure = try JSONEncoder().encode(failure)
        record.ended = rules.now
        changes.append(.discarded(record.letter))
      case .refused(let failure, _): try rules.bury(record, failure, database, &changes)
      case .postponed(let failure, _, let mayHaveArrived):
        // A dead letter that is retried begins anew.
        let earlier = record.attempts > 1 ? record.failure : nil
        let failure = failure.counted(
          after: earlier.flatMap { try? JSONDecoder().decode(QueueFailure.self, from: $0) })
        record.isUnsure = record.isUnsure || mayHaveArrived
        if failure.status != nil, let limit = rules.configuration.responseLimit,
          failure.responses ?? 0 >= limit
        {
          try rules.bury(record, failure.exhausted, database, &changes)
          return
        }
        record.state = .waiting
        record.delay = delay.seconds
        record.next = rules.now.addingTimeInterval(delay.seconds)
        record.failure = try JSONEncoder().encode(failure)
        try database.update(record)
        changes.append(.postponed(record.entry))
      }
    }
  }

  private var rules: QueueRules {
    QueueRules(configuration: configuration, time: clock.reading)
  }
}
