import Foundation
import GRDB

/// A queue's limits, and what happens when they are exceeded. Call the operations within a transaction.
struct QueueRules: Sendable {
  let configuration: QueueConfiguration
  let time: QueueClock.Reading

  var now: Date { time.now }

  /// Stores a request, making room for it if the configuration says so.
  ///
  /// - Returns: The record, and whether it is new. A request with the same key that waits already isn't stored twice,
  ///   and one with the key of a dead letter replaces it.
  func add(
    _ record: EntryRecord, to database: Database, _ changes: inout [QueueChange]
  ) throws -> (record: EntryRecord, isNew: Bool) {
    if let known = try database.record(key: record.key) {
      guard known.state == .dead else { return (known, false) }
      try database.delete(known.id)
      try database.add(to: "discarded")
      changes.append(.discarded(known.letter))
    }
    try buryExpired(database, &changes)
    let size = record.size
    guard size <= configuration.sizeLimit else {
      throw QueueError(.tooLarge(size: size, limit: configuration.sizeLimit))
    }
    while try !hasRoom(for: size, in: database) {
      guard configuration.whenFull == .dropOldest,
        let oldest = try database.records([.waiting], limit: 1).first
      else { throw QueueError(.full) }
      let failure = QueueFailure(.displaced, "the queue was full, and this was its oldest request")
      try bury(oldest, failure, database, &changes)
    }
    let added = try database.insert(record)
    try database.add(to: "accepted")
    changes.append(.added(added.entry))
    return (added, true)
  }

  private func hasRoom(for size: Int, in database: Database) throws -> Bool {
    let total = try database.total(.queued)
    return total.count < configuration.countLimit && total.size + size <= configuration.sizeLimit
  }

  /// Turns requests that have certainly waited too long into dead letters, except those that are being sent.
  func buryExpired(_ database: Database, _ changes: inout [QueueChange]) throws {
    try buryStrays(database, &changes)
    let limit = now.addingTimeInterval(-configuration.ageLimit.seconds)
    guard limit.timeIntervalSinceReferenceDate.isFinite else { return }
    // A damaged date says nothing.
    for record in try database.waitingRecords(from: time.firstKnown, until: limit)
    where record.isSealed && time.hasPassed(configuration.ageLimit, since: record.created) == true {
      let failure = QueueFailure(
        .expired,
        "the request was not accepted within \(configuration.ageLimit.words); retry it if it still matters")
      try bury(record, failure, database, &changes)
    }
    try discardLetters(database, &changes)
  }

  /// Turns records whose state is damaged into dead letters.
  private func buryStrays(_ database: Database, _ changes: inout [QueueChange]) throws {
    for var record in try database.strayRecords() {
      record.isUnsure = true
      let failure = QueueFailure(
        .damaged,
        "the state of the stored request was damaged, so the server may have accepted it; "
          + "check there before you retry it")
      try bury(record, failure, database, &changes)
    }
  }

  /// Turns a request into a dead letter.
  func bury(
    _ record: EntryRecord, _ failure: QueueFailure, _ database: Database, _ changes: inout [QueueChange]
  ) throws {
    var record = record
    record.state = .dead
    record.failure = try JSONEncoder().encode(failure)
    record.ended = now
    record.isSealed = true
    try database.update(record)
    changes.append(.failed(record.letter))
    try discardLetters(database, &changes)
  }

  /// Removes the oldest dead letters until the rest is within the limits.
  private func discardLetters(_ database: Database, _ changes: inout [QueueChange]) throws {
    let limit = now.addingTimeInterval(-configuration.deadLetterAgeLimit.seconds)
    var total = try database.total([.dead])
    let isOver = total.count > configuration.deadLetterLimit || total.size > configuration.sizeLimit
    guard try isOver || database.hasLetters(until: limit) else { return }
    while total.count > 0, var record = try database.letters(limit: 1).first {
      if !record.isSealed {
        // A damaged date says nothing.
        record.ended = now
        record.isSealed = true
        try database.update(record)
        continue
      }
      let isTooOld = time.hasPassed(configuration.deadLetterAgeLimit, since: record.ended ?? now) == true
      guard isTooOld || total.count > configuration.deadLetterLimit || total.size > configuration.sizeLimit
      else { return }
      try database.delete(record.id)
      try database.add(to: "discarded")
      changes.append(.discarded(record.letter))
      total.count -= 1
      total.size -= record.size
    }
  }

  /// The turn of a lane's first request.
  enum Turn: Sendable {
    /// Nothing waits.
    case nothing
    /// The first request isn't to be sent before this date.
    case waits(until: Date)
    /// The first request is too old if the system's clock is right, which nobody knows yet.
    case uncertain
    /// The first request isn't the expected one.
    case another
    /// This request is to be sent now, and is marked so.
    case taken(EntryRecord)
  }

  /// Takes the first request of a lane. Call it while this process has the lock for sending, and no other task sends
  /// from this lane.
  ///
  /// - Parameters:
  ///   - only: The only request to take; nil for any.
  ///   - end: The place before which the request must be; nil for any.
  ///   - problem: Returns why a request can't be sent at all.
  func take(
    from lane: String, only id: Int64?, before end: Int64?, _ database: Database,
    _ changes: inout [QueueChange],
    problem: (EntryRecord) -> QueueFailure?
  ) throws -> Turn {
    try buryExpired(database, &changes)
    while var record = try database.records(.queued, lane: lane, limit: 1).first {
      if let end, record.place >= end { return .nothing }
      // A process that was killed has left it so.
      let wasBeingSent = record.state == .sending
      if let failure = problem(record) ?? (wasBeingSent ? Self.interruption(of: record) : nil) {
        try bury(record, failure, database, &changes)
        continue
      }
      if let id, record.id != id { return .another }
      if !record.isSealed {
        guard record.entry.isRepeatable else {
          try bury(record, Self.damagedState, database, &changes)
          continue
        }
        record = record.repaired(at: now)
      }
      if time.hasPassed(configuration.ageLimit, since: record.created) == nil { return .uncertain }
      // A clock that is set back must not stop the queue.
      let wait = record.next.timeIntervalSince(now)
      guard wait <= 0 || wait > min(record.delay, longestDelay) else { return .waits(until: record.next) }
      record.state = .sending
      record.isUnsure = record.isUnsure || wasBeingSent
      record.attempts += 1
      try database.update(record)
      changes.append(.sending(record.entry))
      return .taken(record)
    }
    return .nothing
  }

  /// The longest delay that there can be.
  private var longestDelay: Double {
    max(Replayer.longestDelay, configuration.backoff.maximum).seconds
  }

  /// The reason why a request isn't sent if its state is damaged, and it can't be repeated.
  private static let damagedState = QueueFailure(
    .outcomeUnknown,
    "the state of the stored request was damaged, so the server may have accepted it; "
      + "check there before you retry it")

  /// The reason why a request isn't sent again after its process was killed; nil if it can be.
  static func interruption(of record: EntryRecord) -> QueueFailure? {
    record.entry.isRepeatable
      ? nil
      : QueueFailure(
        .outcomeUnknown,
        "sending was interrupted, so the server may have accepted the request; "
          + "check there before you retry it")
  }
}

extension Duration {
  /// The duration for messages: `7 days`.
  fileprivate var words: String {
    let seconds = components.seconds
    for (unit, length) in [("day", Int64(86_400)), ("hour", 3_600), ("minute", 60)]
    where seconds >= length && seconds % length == 0 {
      return "\(seconds / length) \(unit)\(seconds == length ? "" : "s")"
    }
    return "\(self)"
  }
}
