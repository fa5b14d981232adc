import Foundation
import GRDB
import WGNAPIClient
import WGNAPIMiddleware

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

  /// How soon a damaged database is replaced again: two versions of a program that don't take each other's
  /// files would do nothing else.
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
    opened = try open(.used)
  }

  /// The open database. Whether its file is still the one at its path costs a look at the folder each time,
  /// and lets a process go on when the user or another process has removed it.
  func current() throws -> Opened {
    try lock.withLock {
      if let opened, FileIdentity(folder.path(ofDatabase: opened.number)) == opened.identity { return opened }
      opened = nil
      let new = try open(.used)
      opened = new
      return new
    }
  }

  /// Puts an empty database in place of one that turned out to be damaged, unless that has been done
  /// meanwhile.
  func replace(_ damaged: Opened) throws {
    try lock.withLock {
      if let opened, opened.identity != damaged.identity { return }
      if let lastReplacement, clock.uptime - lastReplacement < Self.replacementInterval {
        throw StoreError(.damagedAgain, at: folder.path(ofDatabase: damaged.number))
      }
      lastReplacement = clock.uptime
      opened = nil
      opened = try open(.replaced(damaged))
    }
  }

  /// Puts an empty database in place of whatever there is. This takes no space on the disk before it gives
  /// some back.
  func empty() throws {
    try lock.withLock {
      opened = nil
      opened = try open(.empty)
    }
  }

  /// What becomes of the database that is there.
  private enum Treatment {
    case used
    case replaced(Opened)
    case empty
  }

  /// Opens the database in use, or an empty one where there is none, or none that can be used.
  private func open(_ treatment: Treatment) throws -> Opened {
    try folder.prepare()
    let lock = try folder.lock()
    defer { withExtendedLifetime(lock) {} }
    let latest = try folder.latestNumber()
    let number = latest ?? .random(in: 1..<1_000_000_000)
    let path = folder.path(ofDatabase: number)
    let identity = FileIdentity(path)
    let isUsed =
      switch treatment {
      // Where only its log is left, somebody has just removed it, and the name is not for a new one.
      case .used: latest == nil || identity != nil
      // Another process may have replaced it meanwhile.
      case .replaced(let damaged): identity != nil && identity != damaged.identity
      case .empty: false
      }
    if isUsed {
      do {
        if try folder.secure(database: number) { return try openAlone(number) }
      } catch let error as DatabaseError where !error.tellsOfDamage(to: path) {
        throw StoreError(error, at: path)
      } catch is DatabaseError, is RowDecodingError, is UnknownSchema {
        // A newer version's, a damaged one, or no database at all.
      }
    } else if case .empty = treatment {
      folder.remove(database: number)
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
    guard try pool.read(schema.isIntact) else { throw UnknownSchema() }
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

  /// Switching to the write-ahead log fails at once, without waiting, where another process is just closing
  /// the file.
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
      // Files of a cache folder are input: what is odd in them is reported, and no function is called by
      // them.
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      guard !database.configuration.readonly else { return }
      // What is removed is overwritten.
      try database.execute(sql: "PRAGMA journal_size_limit = \(4 << 20); PRAGMA secure_delete = ON")
      // It has an effect only before the first table, and would wait for other writers.
      if try Row.fetchOne(database, sql: "PRAGMA auto_vacuum").flatMap({ Int.fromDatabaseValue($0[0]) }) != 2
      {
        try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
      }
    }
    return configuration
  }
}
