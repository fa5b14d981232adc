import Foundation
import WGNAPIClient
import WGNAPIStore

// Sends from all lanes, once or until the task is cancelled.
extension Replayer {
  /// What a pass over all lanes found.
  struct Pass: Sendable {
    /// The date on which the next request is to be sent; nil if none waits for a date.
    var next: Date?
    /// Whether another task or process is sending.
    var isOccupied = false
  }

  /// Sends those of the stored requests that are to be sent now, from several lanes at the same time.
  ///
  /// - Throws: The first error of a lane, after all others have been tried.
  func pass() async throws -> Pass {
    // Requests that are stored meanwhile don't keep this from ending.
    let (lanes, end) = try await database.read { (try $0.lanes(), try $0.nextPlace()) }
    return try await withThrowingTaskGroup(of: Void.self) { group in
      let log = TurnLog()
      var (pass, turns) = (Pass(), LaneTurns())
      var failure: (any Error)?
      turns.add(lanes, at: .distantPast)
      while true {
        let known = wake.count
        for event in log.take() {
          guard case .ended(let lane, let result) = event else {
            note(event, &turns)
            continue
          }
          _ = try await group.next()
          turns.end(lane)
          switch result {
          case .success(.unfinished): turns.add([lane], at: .distantPast)
          case .success(.waits(let date)): pass.next = min(pass.next ?? date, date)
          case .success(.occupied): pass.isOccupied = true
          case .success: break
          case .failure(let error): failure = failure ?? error
          }
        }
        try Task.checkCancellation()
        while let lane = turns.begin() {
          group.addTask { await self.turn(of: lane, before: end, log) }
        }
        guard turns.areAny else { break }
        await wake.wait(past: known)
      }
      if let failure { throw failure }
      return pass
    }
  }

  /// Sends requests until the task is cancelled.
  func run(_ hub: ChangeHub) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      do {
        try await run(hub, &group)
      } catch {
        // What is being sent isn't cancelled because of an error elsewhere.
        while try await group.next() != nil {}
        throw error
      }
    }
  }

  private func run(_ hub: ChangeHub, _ group: inout ThrowingTaskGroup<Void, any Error>) async throws {
    let clock = core.configuration.clock
    let interval = max(configuration.pollInterval, .milliseconds(10))
    let log = TurnLog()
    var turns = LaneTurns()
    var nextPoll = clock.uptime
    var changes = wake.count.changes
    while true {
      try Task.checkCancellation()
      let known = wake.count
      for event in log.take() {
        if case .ended = event { _ = try await group.next() }
        if let error = try end(event, &turns) { hub.publish(.storeFailed(error)) }
      }
      do {
        if known.changes != changes || clock.uptime >= nextPoll {
          (changes, nextPoll) = (known.changes, clock.uptime + interval)
          turns.endWaits()
          if try await database.takeForeignChanges() { hub.publish(.changedElsewhere) }
        }
        if try await waitUntilReachable() { turns.endWaits() }
        // The lanes that are known already come first.
        for _ in 0..<2 {
          while let lane = turns.begin() { group.addTask { await self.turn(of: lane, before: nil, log) } }
          guard turns.needLanes else { break }
          turns.add(try await database.read { try $0.lanes() }, at: clock.date)
        }
      } catch let error as StoreError {
        hub.publish(.storeFailed(error))
      }
      var wait = nextPoll - clock.uptime
      if turns.needLanes, let date = turns.nextDate {
        wait = min(wait, Duration(limitedSeconds: date.timeIntervalSince(clock.date)))
      }
      try await wake.wait(past: known, atMost: max(wait, .milliseconds(1)), clock)
    }
  }

  // MARK: Turns

  /// Sends some requests of a lane, and says what happens.
  private nonisolated func turn(of lane: String, before end: Int64?, _ log: TurnLog) async {
    let wake = wake
    // Slow is what is slow for others, whatever the client's clock says.
    let timer = Task {
      try await ContinuousClock().sleep(for: LaneTurns.longTime)
      log.add(.isLong(lane))
      wake.signalTurn()
    }
    do {
      log.add(.ended(lane, .success(try await drain(lane, atMost: LaneTurns.length, before: end))))
    } catch {
      log.add(.ended(lane, .failure(error)))
    }
    timer.cancel()
    wake.signalTurn()
  }

  private func note(_ event: TurnLog.Event, _ turns: inout LaneTurns) {
    if case .isLong(let lane) = event { turns.noteLongTurn(of: lane) }
  }

  /// Notes what happened to a lane that is tried again later.
  ///
  /// - Returns: The error that stops only this lane, for a while; nil if there is none.
  /// - Throws: The error that stops all.
  private func end(_ event: TurnLog.Event, _ turns: inout LaneTurns) throws -> StoreError? {
    guard case .ended(let lane, let result) = event else {
      note(event, &turns)
      return nil
    }
    turns.end(lane)
    switch result {
    case .success(.unfinished): break
    case .success(.waits(let date)): turns.wait(lane, until: date)
    case .success: turns.wait(lane)
    case .failure(let error as StoreError):
      turns.wait(lane)
      return error
    case .failure(let error): throw error
    }
    return nil
  }

  // MARK: Delays

  /// Waits until the server can be reached, and ends delays.
  ///
  /// - Returns: Whether the server couldn't be reached before.
  private func waitUntilReachable() async throws -> Bool {
    guard let reachability = configuration.reachability, await !reachability.isReachable() else {
      return false
    }
    try await reachability.waitUntilReachable()
    let uptime = core.configuration.clock.uptime
    // A server may answer the question whether it can be reached, and nothing else. Then the delays between attempts
    // grow as they do without the question.
    let early = endedDelays.filter { _, last in
      uptime - last.uptime < configuration.backoff.delay(after: last.count, random: core.configuration.random)
    }
    let lanes = try await resetDelays(except: Set(early.keys)) { $0 == .network }
    for lane in lanes { endedDelays[lane] = ((endedDelays[lane]?.count ?? 0) + 1, uptime) }
    return true
  }

  /// Ends the delays of requests that wait for another attempt.
  ///
  /// - Parameters:
  ///   - except: The lanes whose delays aren't ended.
  ///   - matches: Whether to end the delay after a failure of this kind.
  /// - Returns: The lanes whose delays were ended.
  @discardableResult
  func resetDelays(
    except others: Set<String> = [], _ matches: @escaping @Sendable (QueueFailure.Kind) -> Bool
  ) async throws -> Set<String> {
    let now = core.configuration.clock.date
    return try await database.write { database in
      var lanes: Set<String> = []
      for var record in try database.records([.waiting])
      where record.delay > 0 && record.next > now && !others.contains(record.lane) {
        guard let kind = record.entry.lastFailure?.kind, matches(kind) else { continue }
        record.delay = 0
        record.next = now
        try database.update(record)
        lanes.insert(record.lane)
      }
      return lanes
    }
  }
}
