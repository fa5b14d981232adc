import Foundation
import GRDB
import WGNAPIStore

/// The open database of a queue. A damaged database isn't replaced by an empty one, as that of a cache is: everything that can
/// be read moves to a new one, and the damaged file is kept.
///
/// Unchecked: all mutable state is behind the lock.
final class QueueDatabase: @unchecked Sendable {
  /// An open database.
  struct Opened: Sendable {
    let pool: DatabasePool
    let number: Int
    let identity: FileIdentity
  }

  let folder: StoreFolder
  /// Called when a damaged database has been replaced.
  let onRecovery: @Sendable (QueueRecovery) -> Void
  private let configuration: Configuration
  private let lock = NSLock()
  private var opened: Opened?
  private var revision = 0
  private var hasForeignChanges = false

  /// Opens the database, creating it if necessary.
  ///
  /// - Parameters:
  ///   - url: The folder.
  ///   - pageLimit: The maximum number of pages, for tests.
  ///   - onRecovery: Called when a damaged database has been replaced.
  init(
    at url: URL, busyTimeout: Double = 5, pageLimit: Int? = nil,
    onRecovery: @escaping @Sendable (QueueRecovery) -> Void
  ) throws {
    guard url.isFileURL else { throw StoreError(.notAFolder, at: url.path) }
    folder = StoreFolder(url, name: "requests", isBackedUp: true)
    self.onRecovery = onRecovery
    var configuration = StoreConnection.configuration(busyTimeout: busyTimeout, label: "WGNAPIQueue")
    if let pageLimit {
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pageLimit)") }
    }
    self.configuration = configuration
    _ = try current()
  }

  func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result
  {
    try await perform { try await $0.read(body) }
  }

  /// Changes the tables in a transaction, which is on the disk at the end. It may be repeated in a new database, so running
  /// `body` again must have the same effect.
  func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result
  {
    let (result, revision) = try await perform { pool in
      try await pool.write { database -> (Result, Int?) in
        let before = database.totalChangesCount
        let result = try body(database)
        // Without a change, nothing is written to the disk.
        guard database.totalChangesCount != before else { return (result, nil) }
        try database.add(to: "revision")
        return (result, try database.number("revision"))
      }
    }
    if let revision { note(revision, isOwn: true) }
    return result
  }

  /// Changes the tables in the same way, and publishes the changes that `body` collects, in the order of transactions.
  func write<Result: Sendable>(
    publishingTo hub: ChangeHub,
    _ body: @escaping @Sendable (Database, inout [QueueChange]) throws -> Result
  ) async throws -> Result {
    try await write { database in
      var changes: [QueueChange] = []
      let result = try body(database, &changes)
      database.afterNextTransaction { [changes] _ in hub.publish(changes) }
      return result
    }
  }

  /// Returns whether other processes, or other queues of this one, have changed the tables since the last call.
  func takeForeignChanges() async throws -> Bool {
    note(try await read { try $0.number("revision") }, isOwn: false)
    return lock.withLock {
      defer { hasForeignChanges = false }
      return hasForeignChanges
    }
  }

  /// Removes what deleted rows have left in the files: in pages, in the write-ahead log, and in copies of damaged databases.
  func purge() async throws {
    try await perform { pool in
      do {
        try await pool.vacuum()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
        // There is no space for new pages. The old ones were overwritten (`secure_delete`).
      }
      try await pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    if let latest = try folder.latestNumber() { try folder.removeDatabases(except: latest) }
    folder.remove(folder.path(of: "new.sqlite"))
  }

  private func note(_ revision: Int, isOwn: Bool) {
    lock.withLock {
      // Own changes are noted in any order, so a gap may close again. Then an observer looks for changes in vain.
      if revision > self.revision + (isOwn ? 1 : 0) { hasForeignChanges = true }
      self.revision = max(revision, self.revision)
    }
  }

  private func perform<Result: Sendable>(
    _ body: @Sendable (DatabasePool) async throws -> Result
  ) async throws -> Result {
    var attempts = 0
    while true {
      attempts += 1
      let opened = try current()
      do {
        let result = try await body(opened.pool)
        // Another process may have found damage and saved the entries before this change.
        if attempts > 2 || isCurrent(opened) { return result }
      } catch let error as DatabaseError {
        let path = folder.path(ofDatabase: opened.number)
        guard error.resultCode == .SQLITE_CANTOPEN || Self.isDamage(error, path) else {
          throw StoreError(error, at: path)
        }
        guard attempts <= 2 else { throw StoreError(.damagedAgain, at: path) }
        if error.resultCode != .SQLITE_CANTOPEN { try replace(opened) }
      } catch is RowDecodingError {
        guard attempts <= 2 else {
          throw StoreError(.damagedAgain, at: folder.path(ofDatabase: opened.number))
        }
        try replace(opened)
      }
    }
  }

  /// A full disk isn't damage, even if the system says that there is space.
  private static func isDamage(_ error: DatabaseError, _ path: String) -> Bool {
    error.resultCode != .SQLITE_FULL && error.tellsOfDamage(to: path)
  }

  private func isCurrent(_ opened: Opened) -> Bool {
    FileIdentity(folder.path(ofDatabase: opened.number)) == opened.identity
      && FileIdentity(folder.path(ofDatabase: opened.number + 1)) == nil
  }

  private func current() throws -> Opened {
    try lock.withLock {
      if let opened, isCurrent(opened) { return opened }
      opened = nil
      let new = try open(damaged: nil)
      opened = new
      return new
    }
  }

  private func replace(_ damaged: Opened) throws {
    try lock.withLock {
      guard opened?.identity == damaged.identity else { return }
      opened = nil
      opened = try open(damaged: damaged)
    }
  }

  /// Opens the database in use. If it is damaged, everything that can be read moves to a new one.
  private func open(damaged: Opened?) throws -> Opened {
    try folder.prepare()
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    LaneLock.removeAbandoned(in: folder)
    guard let latest = try folder.latestNumber() else { return try create(.random(in: 1..<1_000_000_000)) }
    let path = folder.path(ofDatabase: latest)
    // If only its log is left, somebody has removed the database.
    guard let identity = FileIdentity(path) else { return try create(latest + 1) }
    if identity != damaged?.identity {
      do {
        if try folder.secure(database: latest) { return try open(latest, checks: true) }
      } catch let error as DatabaseError where !Self.isDamage(error, path) {
        throw StoreError(error, at: path)
      } catch is DatabaseError, is RowDecodingError, is UnknownSchema {
        // Damaged, or not a queue.
      }
    }
    let recovery = try QueueSalvage(folder: folder, number: latest, configuration: configuration).save()
    let new = try create(latest + 1)
    try folder.removeDatabases(before: latest - 2)
    onRecovery(recovery)
    return new
  }

  private struct UnknownSchema: Error {}

  /// Opens a database, creating it if necessary.
  private func create(_ number: Int) throws -> Opened {
    let path = folder.path(ofDatabase: number)
    do {
      guard try folder.secure(database: number) else { throw StoreError(.damagedAgain, at: path) }
      let opened = try open(number, checks: false)
      // On a disk that is almost full, requests need the space of a log that has created the tables.
      _ = try? opened.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      return opened
    } catch let error as DatabaseError {
      throw StoreError(error, at: path)
    }
  }

  private func open(_ number: Int, checks: Bool) throws -> Opened {
    let path = folder.path(ofDatabase: number)
    let schema = StoreSchema.queue
    let pool = try StoreConnection.retryingWhileBusy {
      try DatabasePool(path: path, configuration: configuration)
    }
    // What was accepted must survive a power failure. A small log is soon in the database, so a queue can become empty
    // on a disk that is almost full.
    try pool.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 100")
    }
    if try pool.read(schema.migrator.hasBeenSuperseded) { throw QueueError(.newerVersion(path: path)) }
    try schema.migrator.migrate(pool)
    guard try pool.read(schema.isIntact) else { throw UnknownSchema() }
    if checks {
      let result = try pool.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
      guard result == "ok" else { throw UnknownSchema() }
    }
    guard let identity = FileIdentity(path) else { throw StoreError(errno: ENOENT, at: path) }
    return Opened(pool: pool, number: number, identity: identity)
  }
}
