import Foundation
import GRDB
import WGNAPIStore

/// A queue's operations on its tables. Call each of them within a transaction.
extension Database {
  func records(_ states: [EntryState], lane: String? = nil, limit: Int = -1) throws -> [EntryRecord] {
    var sql = "SELECT \(EntryRecord.columns) FROM entry WHERE \(Self.condition(states))"
    var arguments: StatementArguments = []
    if let lane {
      sql += " AND lane = ?"
      arguments += [lane]
    }
    return try records(sql + " ORDER BY place, id LIMIT \(limit)", arguments)
  }

  /// All records, also those whose state is damaged.
  func allRecords() throws -> [EntryRecord] {
    try records("SELECT \(EntryRecord.columns) FROM entry ORDER BY place, id", [])
  }

  /// The records whose state is none of ours, because it is damaged.
  func strayRecords() throws -> [EntryRecord] {
    try records("SELECT \(EntryRecord.columns) FROM entry WHERE state > 2 OR state < 0", [])
  }

  /// The waiting requests that were stored between two dates.
  func waitingRecords(from first: Date, until last: Date) throws -> [EntryRecord] {
    try records(
      "SELECT \(EntryRecord.columns) FROM entry WHERE state = 0 AND created >= ? AND created <= ? ORDER BY place, id",
      [first.timeIntervalSinceReferenceDate, last.timeIntervalSinceReferenceDate])
  }

  /// The dead letters, oldest first.
  func letters(limit: Int = -1) throws -> [EntryRecord] {
    try records(
      """
      SELECT \(EntryRecord.columns) FROM entry WHERE \(Self.condition([.dead]))
        ORDER BY IFNULL(ended, created), id LIMIT \(limit)
      """, [])
  }

  /// Whether there are dead letters that became so at a date or before it.
  func hasLetters(until date: Date) throws -> Bool {
    try Row.fetchOne(
      cachedStatement(sql: "SELECT 1 FROM entry WHERE state = 2 AND ended <= ? LIMIT 1"),
      arguments: [date.timeIntervalSinceReferenceDate]) != nil
  }

  func record(_ id: Int64) throws -> EntryRecord? {
    try records("SELECT \(EntryRecord.columns) FROM entry WHERE id = ?", [id]).first
  }

  func record(key: String) throws -> EntryRecord? {
    try records("SELECT \(EntryRecord.columns) FROM entry WHERE key = ?", [key]).first
  }

  private func records(_ sql: String, _ arguments: StatementArguments) throws -> [EntryRecord] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments).map { row in
      guard let record = EntryRecord(row) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
      return record
    }
  }

  /// Inserts a record. One without an ID gets the next one, and the last place.
  func insert(_ record: EntryRecord) throws -> EntryRecord {
    var record = record
    if record.id == 0 { record.place = try nextPlace() }
    try cachedStatement(
      sql: """
        INSERT INTO entry (\(EntryRecord.columns), size)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: record.arguments)
    record.id = lastInsertedRowID
    return record
  }

  /// Writes everything that an attempt changes.
  func update(_ record: EntryRecord) throws {
    try cachedStatement(
      sql: """
        UPDATE entry SET place = ?, state = ?, created = ?, attempts = ?, next = ?, delay = ?, unsure = ?, failure = ?,
          ended = ?, seal = ? WHERE id = ?
        """
    ).execute(arguments: [
      record.place, record.state.rawValue, record.created.timeIntervalSinceReferenceDate, record.attempts,
      record.next.timeIntervalSinceReferenceDate, record.delay, record.isUnsure, record.failure,
      record.ended?.timeIntervalSinceReferenceDate, record.storedSeal, record.id,
    ])
  }

  /// Replaces a record by another one with the same ID.
  func replace(_ record: EntryRecord) throws {
    // Not REPLACE, which would delete another record with the same key, too.
    try cachedStatement(
      sql: """
        UPDATE entry SET (\(EntryRecord.columns), size)
          = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?
        """
    ).execute(arguments: record.arguments + [record.id])
  }

  func delete(_ id: Int64) throws {
    try cachedStatement(sql: "DELETE FROM entry WHERE id = ?").execute(arguments: [id])
    if try freePageCount() > 256 { try giveBackPages(atMost: 256) }
  }

  /// Returns the place after all others.
  func nextPlace() throws -> Int64 {
    let last = try Row.fetchOne(cachedStatement(sql: "SELECT MAX(place) FROM entry"))
      .flatMap { Int64.fromDatabaseValue($0[0]) }
    return min(max(last ?? 0, 0), .max - 1) + 1
  }

  /// The lanes with waiting requests.
  func lanes() throws -> [String] {
    try String.fetchAll(
      cachedStatement(
        sql: "SELECT lane FROM entry WHERE state IN (0, 1) GROUP BY lane ORDER BY MIN(place)"))
  }

  /// The number and the total size of the entries in these states.
  func total(_ states: [EntryState]) throws -> (count: Int, size: Int) {
    // A damaged size mustn't be one that can't be added.
    let row = try Row.fetchOne(
      self,
      sql: """
        SELECT COUNT(*), IFNULL(SUM(MIN(MAX(size, 0), 1 << 40)), 0) FROM entry
          WHERE \(Self.condition(states))
        """)
    let numbers = (0..<2).map { index in row.flatMap { Int.fromDatabaseValue($0[index]) } ?? 0 }
    return (numbers[0], numbers[1])
  }

  /// The rows in these states. One that is damaged counts as dead.
  private static func condition(_ states: [EntryState]) -> String {
    if states == [.dead] { return "(state > 1 OR state < 0)" }
    return "state IN (\(states.map { "\($0.rawValue)" }.joined(separator: ", ")))"
  }

  // MARK: Numbers

  func number(_ name: String) throws -> Int {
    try Row.fetchOne(cachedStatement(sql: "SELECT value FROM number WHERE name = ?"), arguments: [name])
      .flatMap { Int.fromDatabaseValue($0[0]) }.map { min(max($0, 0), 1 << 53) } ?? 0
  }

  func add(_ count: Int = 1, to name: String) throws {
    guard count != 0 else { return }
    try cachedStatement(
      sql: "INSERT INTO number VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value"
    ).execute(arguments: [name, count])
  }

  func statistics() throws -> QueueStatistics {
    QueueStatistics(
      accepted: try number("accepted"), delivered: try number("delivered"), refused: try number("refused"),
      cancelled: try number("cancelled"), discarded: try number("discarded"),
      waiting: try total(.queued).count, deadLetters: try total([.dead]).count)
  }
}
