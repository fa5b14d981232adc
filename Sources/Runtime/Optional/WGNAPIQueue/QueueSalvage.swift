import Foundation
import GRDB
import WGNAPIStore

/// Moves everything that can be read of a damaged database to the next one. Use it with the folder's lock held.
struct QueueSalvage {
  let folder: StoreFolder
  let number: Int
  let configuration: Configuration

  /// Writes the next database. It appears as a whole, so a process that is killed leaves nothing incomplete.
  func save() throws -> QueueRecovery {
    let path = folder.path(ofDatabase: number)
    let draft = folder.path(of: "new.sqlite")
    folder.remove(draft)
    guard try folder.secure(draft) else { throw StoreError(.damagedAgain, at: draft) }
    var recovery = QueueRecovery(damagedFile: URL(fileURLWithPath: path), savedCount: 0, damagedCount: 0)
    do {
      // A process that still writes to the damaged database waits until the next one is there, and repeats its change
      // in it.
      // The file's own pages are kept until then, too.
      let pages = RawPages(path)
      defer { withExtendedLifetime(pages) {} }
      var isPublished = false
      let old = try? DatabaseQueue(path: path, configuration: configuration)
      try old?.writeWithoutTransaction { database in
        guard (try? database.execute(sql: "BEGIN IMMEDIATE")) != nil else { return }
        defer { try? database.execute(sql: "ROLLBACK") }
        let records = readable(in: database, pages)
        recovery = try write(records, numbers: numbers(in: database), to: draft)
        try publish(draft)
        isPublished = true
      }
      if !isPublished {
        // Not even a transaction is possible, so nobody else can write either.
        let records = old?.writeWithoutTransaction { readable(in: $0, pages) } ?? readable(in: nil, pages)
        recovery = try write(records, numbers: [:], to: draft)
        try publish(draft)
      }
      return recovery
    } catch let error as DatabaseError {
      throw StoreError(error, at: draft)
    }
  }

  private func publish(_ draft: String) throws {
    let next = folder.path(ofDatabase: number + 1)
    guard rename(draft, next) == 0 else { throw StoreError(errno: errno, at: next) }
    let descriptor = Foundation.open(folder.path, O_RDONLY | O_CLOEXEC)
    if descriptor >= 0 {
      fsync(descriptor)
      close(descriptor)
    }
  }

  /// Writes the records to a new database. Those that are damaged become dead letters.
  private func write(
    _ records: [EntryRecord], numbers: [String: Int], to draft: String
  ) throws -> QueueRecovery {
    let new = try DatabaseQueue(path: draft, configuration: configuration)
    try StoreSchema.queue.migrator.migrate(new)
    var damagedCount = 0
    try new.write { database in
      for var record in records {
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
      // Lost rows may have had greater IDs, which must not be used again.
      try database.execute(sql: "UPDATE sqlite_sequence SET seq = seq + 1000 WHERE name = 'entry'")
      for (name, value) in numbers { try database.add(value, to: name) }
      // Numbers that are lost begin anew.
      let statistics = try database.statistics()
      let known =
        statistics.delivered + statistics.refused + statistics.cancelled + statistics.discarded
        + statistics.waiting + statistics.deadLetters
      try database.add(known - statistics.accepted, to: "accepted")
    }
    try new.close()
    return QueueRecovery(
      damagedFile: URL(fileURLWithPath: folder.path(ofDatabase: number)), savedCount: records.count,
      damagedCount: damagedCount)
  }

  /// All rows that can be read: by SQLite, from both ends to the damaged pages, and page by page.
  private func readable(in database: Database?, _ pages: RawPages?) -> [EntryRecord] {
    var found: [Int64: EntryRecord] = [:]
    func add(_ record: EntryRecord) {
      // A whole row counts for more than a damaged one.
      if let known = found[record.id], known.isIntact, known.isSealed || !record.isSealed { return }
      if found[record.id] == nil || record.isIntact { found[record.id] = record }
    }
    for direction in ["ASC", "DESC"] {
      do {
        guard let database else { break }
        let hasSeals = (try? database.columns(in: "entry").contains { $0.name == "seal" }) ?? true
        let columns = hasSeals ? EntryRecord.columns : EntryRecord.columnsWithoutSeal
        let rows = try Row.fetchCursor(
          database, sql: "SELECT \(columns) FROM entry NOT INDEXED ORDER BY id \(direction)")
        while let row = try rows.next() {
          if let record = EntryRecord(row) { add(record) }
        }
      } catch {
        // The rest of this direction can't be read.
      }
    }
    for record in pages?.records() ?? [] { add(record) }
    return found.values.sorted { $0.id < $1.id }
  }

  private func numbers(in database: Database) -> [String: Int] {
    var numbers: [String: Int] = [:]
    let rows = (try? Row.fetchAll(database, sql: "SELECT name, value FROM number")) ?? []
    for row in rows {
      guard let name = String.fromDatabaseValue(row[0]), let value = Int.fromDatabaseValue(row[1]),
        (0...Int(UInt32.max)).contains(value)
      else { continue }
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
