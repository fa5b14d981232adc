import Foundation
import GRDB
import WGNAPIRuntime

/// The open database of a store, and a new one in its place where it is damaged, or was removed.
///
/// Unchecked: everything that changes is behind the lock.
final class StoreConnection: @unchecked Sendable {
  /// A database that is open.
  struct Opened: Sendable {
    let pool: DatabasePool
    let number: Int
    let identity: FileIdentity
  }

  /// How soon a damaged database is replaced again: two versions of a program that don't take each other's files
  /// would do nothing else.
  static let replacementInterval = Duration.seconds(10)

  let folder: StoreFolder
  private let sizeLimit: Int
  private let schema: StoreSchema
  private let clock: any ClientClock
  private let configuration: Configuration
  private let lock = NSLock()
  private var opened: Opened?
  private var lastReplacement: Duration?

  /// Opens the database, or makes one.
  ///
  /// - Parameter busyTimeout: how long to wait for another process that writes, in seconds.
  init(
    _ folder: StoreFolder, sizeLimit: Int, schema: StoreSchema, clock: any ClientClock, busyTimeout: Double
  ) throws {
    self.folder = folder
    self.sizeLimit = sizeLimit
    self.schema = schema
    self.clock = clock
    configuration = Self.configuration(busyTimeout: busyTimeout)
    opened = try open()
  }

  /// The open database. Whether its file is still the one at its path costs a look at the folder each time, and lets a
  /// process go on when the user or another process has removed it.
  func current() throws -> Opened {
    try lock.withLock {
      if let opened, FileIdentity(folder.path(ofDatabase: opened.number)) == opened.identity { return opened }
      opened = nil
      let new = try open()
      opened = new
      return new
    }
  }

  /// An empty database in place of one that turned out to be damaged, unless that has been done meanwhile.
  func replace(_ damaged: Opened) throws -> Opened {
    try lock.withLock {
      if let opened, opened.identity != damaged.identity { return opened }
      let path = folder.path(ofDatabase: damaged.number)
      if let lastReplacement, clock.uptime - lastReplacement < Self.replacementInterval {
        throw StoreError(.damagedAgain, at: path)
      }
      lastReplacement = clock.uptime
      opened = nil
      let new = try open(unlike: damaged)
      opened = new
      return new
    }
  }

  /// Opens the database in use, or an empty one where there is none, or none that can be used.
  private func open(unlike damaged: Opened? = nil) throws -> Opened {
    try folder.prepare()
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    let number = try folder.latestNumber() ?? .random(in: 1..<1_000_000_000)
    if FileIdentity(folder.path(ofDatabase: number)) != damaged?.identity || damaged == nil {
      do {
        if try folder.secure(database: number) { return try openAlone(number) }
      } catch let error as DatabaseError where !error.tellsOfDamage {
        throw StoreError(error, at: folder.path(ofDatabase: number))
      } catch is DatabaseError, is RowDecodingError, is UnknownSchema {
        // A newer version's, a damaged one, or no database at all.
      }
    }
    let next = number + 1
    do {
      guard try folder.secure(database: next) else { throw StoreError(.damagedAgain, at: folder.path) }
      return try openAlone(next)
    } catch let error as DatabaseError {
      throw StoreError(error, at: folder.path(ofDatabase: next))
    }
  }

  /// Opens a database and removes the others, which are what is left of replacing.
  private func openAlone(_ number: Int) throws -> Opened {
    let new = try open(number)
    try folder.removeDatabases(except: number)
    return new
  }

  private struct UnknownSchema: Error {}

  private func open(_ number: Int) throws -> Opened {
    let path = folder.path(ofDatabase: number)
    let pool = try Self.retryingWhileBusy { try DatabasePool(path: path, configuration: configuration) }
    guard try !pool.read(schema.migrator.hasBeenSuperseded) else { throw UnknownSchema() }
    try schema.migrator.migrate(pool)
    do {
      try pool.write { database in
        try database.recount()
        try database.evict(to: sizeLimit)
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      // Another process writes, and so sees to its own limit; this one will with its first write.
    }
    guard let identity = FileIdentity(path) else { throw StoreError(errno: ENOENT, at: path) }
    return Opened(pool: pool, number: number, identity: identity)
  }

  /// Switching to the write-ahead log fails at once, without waiting, where another process is just closing the file.
  private static func retryingWhileBusy<Result>(_ body: () throws -> Result) throws -> Result {
    let deadline = ContinuousClock.now + .seconds(5)
    while true {
      do {
        return try body()
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        usleep(10_000)
      }
    }
  }

  private static func configuration(busyTimeout: Double) -> Configuration {
    var configuration = Configuration()
    configuration.label = "WGNAPIStore"
    configuration.busyMode = .timeout(busyTimeout)
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { database in
      // Files of a cache folder are input: what is odd in them is reported, and no function is called by them.
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      guard !database.configuration.readonly else { return }
      try database.execute(sql: "PRAGMA journal_size_limit = \(4 << 20)")
      // It has an effect only before the first table, and would wait for other writers.
      if try Row.fetchOne(database, sql: "PRAGMA auto_vacuum").flatMap({ Int.fromDatabaseValue($0[0]) }) != 2
      {
        try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
      }
    }
    return configuration
  }
}
