import Foundation
import GRDB
import WGNAPIClient
import WGNAPIJSON
import WGNAPIStore

// The contents of a queue.
extension RequestQueue {
  /// The changes from now on, in order. Each access starts a new sequence. A slow observer loses the oldest changes.
  public var changes: AsyncStream<QueueChange> { hub.stream() }

  /// Returns the waiting requests, in order.
  ///
  /// - Parameter lane: The lane; nil for all.
  /// - Throws: ``QueueError`` if the file can't be read.
  public func entries(in lane: String? = nil) async throws -> [QueueEntry] {
    // SQLite's texts end at U+0000.
    if let lane, lane.utf8.contains(0) { return [] }
    return try await database.read { try $0.records([.waiting, .sending], lane: lane).map(\.entry) }
  }

  /// Returns a waiting request; nil if no waiting request has this ID.
  ///
  /// - Throws: ``QueueError`` if the file can't be read.
  public func entry(_ id: QueueEntry.ID) async throws -> QueueEntry? {
    try await database.read { database in
      try database.record(id.number).flatMap { $0.state == .dead ? nil : $0.entry }
    }
  }

  /// Returns the requests that won't be sent, oldest first.
  ///
  /// - Throws: ``QueueError`` if the file can't be read.
  public func deadLetters() async throws -> [DeadLetter] {
    try await database.read { try $0.letters().map(\.letter) }
  }

  /// Returns the numbers of requests since the queue was created.
  ///
  /// - Throws: ``QueueError`` if the file can't be read.
  public func statistics() async throws -> QueueStatistics {
    try await database.read { try $0.statistics() }
  }

  // MARK: Changes

  /// Removes a waiting request.
  ///
  /// - Returns: The request. If its `mayHaveArrived` is true, the server may have accepted it.
  /// - Throws: ``QueueError`` if no waiting request has this ID, or the request is being sent.
  @discardableResult
  public func cancel(_ id: QueueEntry.ID) async throws -> QueueEntry {
    let entry = try await change(id) { record, database, changes in
      try database.delete(record.id)
      try database.add(to: "cancelled")
      changes.append(.cancelled(record.entry))
      return record.entry
    }
    // The next one of its lane need not wait for it.
    wake.signal()
    return entry
  }

  /// Replaces a waiting request. The new request keeps the ID and the place, gets a new idempotency key, and isn't delayed.
  ///
  /// If the old request's `mayHaveArrived` is true, the server may accept both.
  ///
  /// - Returns: The new request.
  /// - Throws: ``QueueError`` if no waiting request has this ID, if the old request is being sent, if the new one can't
  ///   be stored, or if it has the key of another request in the queue; `APIError` if the new one is invalid.
  @discardableResult
  public func replace<Request: APIRequest>(
    _ id: QueueEntry.ID, with request: Request
  ) async throws -> QueueEntry {
    let prepared = try PreparedRequest(
      request, in: "", key: nil, core: core, hasSecrets: configuration.secrets != nil)
    kinds.add(Request.self)
    return try await replace(id) { _ in prepared }
  }

  /// Changes one parameter of a waiting request of any type. Like ``replace(_:with:)``, this gives the request a new
  /// idempotency key.
  ///
  /// - Parameters:
  ///   - name: The parameter's name on the wire. The request must have a JSON value for it.
  ///   - value: The new value. It is validated when the request is sent.
  ///   - id: The request.
  /// - Returns: The new request, with the same ID.
  /// - Throws: ``QueueError`` like ``replace(_:with:)``, and if the request has no such parameter, or the parameter is the
  ///   idempotency key.
  @discardableResult
  public func set<Value: JSONValue>(
    _ name: String, to value: Value, in id: QueueEntry.ID
  ) async throws -> QueueEntry {
    let bytes = Data(try value.encoded())
    let redaction = core.redaction
    let random = core.configuration.random
    return try await replace(id) { record in
      var content = try StoredContent.decode(record.content)
      let places = content.values.indices.filter { content.values[$0].place.name == name }
      guard places.count == 1, let index = places.first, content.values[index].place != content.keyPlace,
        (try? JSON.decode(Array(content.values[index].bytes))) != nil
      else { throw QueueError(.noParameter(operation: record.operation, parameter: name)) }
      guard !redaction.occurs(in: Array(bytes)) else {
        throw QueueError(.containsSecret(operation: record.operation, parameter: name))
      }
      content.values[index].bytes = bytes
      let key = random.idempotencyKey()
      for index in content.values.indices where content.values[index].place == content.keyPlace {
        content.values[index].bytes = Data(try String.encode(key))
      }
      return PreparedRequest(content: content, key: key)
    }
  }

  private func replace(
    _ id: QueueEntry.ID, _ make: @escaping @Sendable (EntryRecord) throws -> PreparedRequest
  ) async throws -> QueueEntry {
    let limit = configuration.sizeLimit
    let entry = try await change(id) { old, database, changes in
      var new = try EntryRecord(try make(old), lane: old.lane, created: old.created)
      if let other = try database.record(key: new.key), other.id != old.id {
        throw QueueError(.keyInUse(by: QueueEntry.ID(number: other.id)))
      }
      let total = try database.total(.queued).size - old.size + new.size
      guard total <= limit else { throw QueueError(.tooLarge(size: new.size, limit: limit)) }
      (new.id, new.place, new.isUnsure) = (old.id, old.place, old.isUnsure)
      try database.replace(new)
      changes.append(.replaced(new.entry))
      return new.entry
    }
    wake.signal()
    return entry
  }

  /// Changes a waiting request that isn't being sent.
  private func change<Result: Sendable>(
    _ id: QueueEntry.ID,
    _ body: @escaping @Sendable (EntryRecord, Database, inout [QueueChange]) throws -> Result
  ) async throws -> Result {
    // A process that was killed leaves requests that are marked as being sent.
    var abandoned: Int64?
    if let record = try await database.read({ try $0.record(id.number) }), record.state == .sending {
      guard try await !replayer.isSending(from: record.lane) else { throw QueueError(.isBeingSent) }
      abandoned = record.attempts
    }
    return try await database.write(publishingTo: hub) { [abandoned] database, changes in
      guard var record = try database.record(id.number), record.state != .dead else {
        throw QueueError(.notFound)
      }
      // Another attempt may have begun meanwhile.
      guard record.state == .waiting || record.attempts == abandoned else { throw QueueError(.isBeingSent) }
      if record.state == .sending { record.isUnsure = true }
      return try body(record, database, &changes)
    }
  }

  // MARK: Dead letters

  /// Turns a dead letter into a waiting request at the end of its lane, with the same idempotency key.
  ///
  /// - Returns: The request.
  /// - Throws: ``QueueError`` if no dead letter has this ID, if it is damaged, or if the queue is full.
  @discardableResult
  public func retry(deadLetter id: QueueEntry.ID) async throws -> QueueEntry {
    let rules = rules
    let entry = try await database.write(publishingTo: hub) { database, changes in
      guard let old = try database.record(id.number), old.state == .dead else { throw QueueError(.notFound) }
      guard old.isIntact else { throw QueueError(.damaged) }
      let total = try database.total(.queued)
      guard total.count < rules.configuration.countLimit,
        total.size + old.size <= rules.configuration.sizeLimit
      else { throw QueueError(.full) }
      var record = old.revived(at: rules.now)
      record.place = try database.nextPlace()
      try database.update(record)
      changes.append(.revived(record.entry))
      return record.entry
    }
    wake.signal()
    return entry
  }

  /// Removes a dead letter.
  ///
  /// - Throws: ``QueueError`` if no dead letter has this ID.
  public func discard(deadLetter id: QueueEntry.ID) async throws {
    try await database.write(publishingTo: hub) { database, changes in
      guard let record = try database.record(id.number), record.state == .dead else {
        throw QueueError(.notFound)
      }
      try database.delete(record.id)
      try database.add(to: "discarded")
      changes.append(.discarded(record.letter))
    }
  }

  /// Removes all waiting requests and dead letters for good, for example because the user logs out.
  ///
  /// Nothing of them is left in the queue's files, and the copies of damaged databases are removed, too. The server may
  /// still accept a request that is being sent at the moment, but it isn't sent again.
  ///
  /// - Throws: `StoreError` if something may be left, for example because another process has been reading for too long. Then
  ///   call it again.
  public func removeAll() async throws {
    try await database.write(publishingTo: hub) { database, changes in
      for var record in try database.allRecords() {
        record.isUnsure = record.isUnsure || record.state == .sending
        try database.delete(record.id)
        try database.add(to: record.state == .dead ? "discarded" : "cancelled")
        changes.append(record.state == .dead ? .discarded(record.letter) : .cancelled(record.entry))
      }
    }
    try await database.purge()
  }
}
