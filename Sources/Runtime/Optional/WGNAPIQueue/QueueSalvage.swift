import Foundation
import GRDB
import WGNAPIStore

/// Moves every row that SQLite can read from a damaged database to the next one. Use it with the folder's lock held.
struct QueueSalvage {
  let folder: StoreFolder
  let number: Int
  let configuration: Configuration

  /// What was found in the damaged database.
  private struct Found {
    var records: [EntryRecord] = []
    var numbers: [String: Int] = [:]
    /// The IDs of rows that the indexes name and that can't be read.
    var lost: Set<Int64> = []
    /// The greatest ID that is known to have been used.
    var lastID: Int64?
  }

  /// Writes the next database. It appears as a whole, so a process that is killed leaves nothing incomplete.
  func save() throws -> QueueRecovery {
    let draft = folder.path(of: "new.sqlite")
    folder.remove(draft)
    guard try folder.secure(draft) else { throw StoreError(.damagedAgain, at: draft) }
    do {
      let path = folder.path(ofDatabase: number)
      let old = try? DatabaseQueue(path: path, configuration: configuration)
      let recovery = try old?.writeWithoutTransaction { database in
        // A process that still writes to the damaged database waits until the next one is there, and repeats its change
        // in it. If not even a transaction is possible, nobody else can write either.
        let isLocked = (try? database.execute(sql: "BEGIN IMMEDIATE")) != nil
        defer { if isLocked { try? database.execute(sql: "ROLLBACK") } }
        return try publish(readable(in: database), draft)
      }
      return try recovery ?? publish(Found(), draft)
    } catch let error as DatabaseError {
      throw StoreError(error, at: draft)
    }
  }

  private func publish(_ found: Found, _ draft: String) throws -> QueueRecovery {
    let recovery = try write(found, to: draft)
    let next = folder.path(ofDatabase: number + 1)
    guard rename(draft, next) == 0 else { throw StoreError(errno: errno, at: next) }
    let descriptor = Foundation.open(folder.path, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
    return recovery
  }

  /// Writes the records to a new database. Those that are damaged become dead letters.
  private func write(_ found: Found, to draft: String) throws -> QueueRecovery {
    let new = try DatabaseQueue(path: draft, configuration: configuration)
    try StoreSchema.queue.migrator.migrate(new)
    var damagedCount = 0
    try new.write { database in
      for var record in found.records {
        // A damaged key may be that of another request.
        if try database.record(key: record.key) != nil {
          record.key = "damaged \(record.id)"
          record.isIntact = false
        }
        if !record.isIntact {
          damagedCount += 1
          if record.state != .dead { try record.markAsDamaged() }
        }
        _ = try database.insert(record)
      }
      // Lost rows may have had greater IDs, which must not be used again. Seconds are greater than any of them.
      let lastID = (found.lastID ?? Int64(Date().timeIntervalSince1970)) + 1000
      try database.execute(
        sql: """
          DELETE FROM sqlite_sequence WHERE name = 'entry';
          INSERT INTO sqlite_sequence VALUES ('entry', \(lastID))
          """)
      for (name, value) in found.numbers { try database.add(value, to: name) }
      // Numbers that are lost begin anew.
      let statistics = try database.statistics()
      let known =
        statistics.delivered + statistics.refused + statistics.cancelled + statistics.discarded
        + statistics.waiting + statistics.deadLetters
      try database.add(known - statistics.accepted, to: "accepted")
    }
    try new.close()
    return QueueRecovery(
      damagedFile: URL(fileURLWithPath: folder.path(ofDatabase: number)), savedCount: found.records.count,
      damagedCount: damagedCount, lostCount: found.lost.count)
  }

  /// All rows that can be read: from both ends of the table to the damaged pages, and between these by the IDs that the
  /// indexes have.
  private func readable(in database: Database) -> Found {
    let hasSeals = (try? database.columns(in: "entry").contains { $0.name == "seal" }) ?? true
    let columns = hasSeals ? EntryRecord.columns : EntryRecord.columnsWithoutSeal
    var records: [Int64: EntryRecord] = [:]
    func add(_ row: Row) {
      // A whole row counts for more than a damaged one.
      guard let record = EntryRecord(row), records[record.id]?.isIntact != true else { return }
      if records[record.id] == nil || record.isIntact { records[record.id] = record }
    }
    for direction in ["ASC", "DESC"] {
      read("SELECT \(columns) FROM entry NOT INDEXED ORDER BY id \(direction)", in: database, add)
    }
    var ids: Set<Int64> = []
    for index in ["sqlite_autoindex_entry_1", "entry_lane", "entry_size", "entry_created", "entry_ended"] {
      let order = index.hasPrefix("sqlite") ? "key" : "state"
      for direction in ["ASC", "DESC"] {
        read("SELECT id FROM entry INDEXED BY \(index) ORDER BY \(order) \(direction)", in: database) { row in
          if let id = Int64.fromDatabaseValue(row[0]), id > 0 { ids.insert(id) }
        }
      }
    }
    for id in ids where records[id] == nil {
      read("SELECT \(columns) FROM entry WHERE id = \(id)", in: database, add)
    }
    var lastID = (ids.union(records.keys)).max()
    read("SELECT seq FROM sqlite_sequence WHERE name = 'entry'", in: database) { row in
      lastID = Int64.fromDatabaseValue(row[0]).map { max($0, lastID ?? 0) } ?? lastID
    }
    return Found(
      records: records.values.sorted { $0.id < $1.id }, numbers: numbers(in: database),
      lost: ids.subtracting(records.keys), lastID: lastID.map { min($0, 1 << 53) })
  }

  /// Reads rows until SQLite finds damage.
  private func read(_ sql: String, in database: Database, _ body: (Row) -> Void) {
    do {
      let rows = try Row.fetchCursor(database, sql: sql)
      while let row = try rows.next() { body(row) }
    } catch {
      // The rest can't be read in this way.
    }
  }

  private func numbers(in database: Database) -> [String: Int] {
    var numbers: [String: Int] = [:]
    read("SELECT name, value FROM number", in: database) { row in
      guard let name = String.fromDatabaseValue(row[0]), let value = Int.fromDatabaseValue(row[1]),
        (0...Int(UInt32.max)).contains(value)
      else { return }
      numbers[name] = value
    }
    return numbers
  }
}

extension EntryRecord {
  fileprivate mutating func markAsDamaged() throws {
    state = .dead
    failure = try JSONEncoder().encode(
      QueueFailure(.damaged, "the stored request was damaged, with the file of the queue"))
    ended = Date()
  }
}
