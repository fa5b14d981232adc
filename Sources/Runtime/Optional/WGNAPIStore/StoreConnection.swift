import Foundation
import GRDB
import WGNAPICache
import WGNAPIClient

/// The open database of a store. A database that is damaged or was removed is replaced by a new one.
///
/// Unchecked: all mutable state is behind the lock.
package final class StoreConnection: @unchecked Sendable {
  /// An open database.
  struct Opened: Sendable {
    let pool: DatabasePool
    let number: Int
    let identity: FileIdentity
  }

  /// The minimum time between two replacements of a damaged database. Without it, two versions of a program
  /// that reject each other's files would do nothing else.
  static let replacementInterval = Duration.seconds(10)

  let folder: StoreFolder
  private let sizeLimit: Int
  private let schema: StoreSchema
  private let clock: any ClientClock
  private let configuration: Configuration
  private let lock = NSLock()
  private var opened: Opened?
  private var lastReplacement: Duration?

  /// Opens the database, creating it if necessary.
  ///
  /// - Parameter busyTimeout: The maximum wait for another process that writes, in seconds.
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

  /// Returns the open database. This checks each time whether its file is still the one at its path, so that
  /// the process continues to work after the user or another process has removed it.
  func current() throws -> Opened {
    try lock.withLock {
      if let opened, FileIdentity(folder.path(ofDatabase: opened.number)) == opened.identity { return opened }
      opened = nil
      let new = try open(.used)
      opened = new
      return new
    }
  }

  /// Replaces a damaged database with an empty one, unless that has already been done.
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

  /// Replaces any database with an empty one. It frees disk space before it needs any.
  func empty() throws {
    try lock.withLock {
      opened = nil
      opened = try open(.empty)
    }
  }

  /// The use to make of the existing database.
  private enum Treatment {
    case used
    case replaced(Opened)
    case empty
  }

  /// Opens the database in use, or an empty one if there is none or it is unusable.
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
      // If only its log is left, somebody has just removed it, and a new database must not have the same
      // name.
      case .used: latest == nil || identity != nil
      // Another process may have replaced it in the meantime.
      case .replaced(let damaged): identity != nil && identity != damaged.identity
      case .empty: false
      }
    if isUsed {
      do {
        if try folder.secure(database: number) { return try openAlone(number) }
      } catch let error as DatabaseError where !error.tellsOfDamage(to: path) {
        throw StoreError(error, at: path)
      } catch is DatabaseError, is RowDecodingError, is UnknownSchema {
        // A database of a newer version, a damaged one, or a file that isn't a database.
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

  /// Opens a database and removes all others, which are left over from replacements.
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
      // Another process is writing, and enforces its own limit; this one does so with its first write.
    }
    guard let identity = FileIdentity(path) else { throw StoreError(errno: ENOENT, at: path) }
    return Opened(pool: pool, number: number, identity: identity)
  }

  /// Retries an operation while the database is busy: switching to the write-ahead log fails at once, without
  /// waiting, if another process is just closing the file.
  package static func retryingWhileBusy<Result>(_ body: () throws -> Result) throws -> Result {
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

  /// The configuration of connections to files that others may have changed.
  package static func configuration(
    busyTimeout: Double, label: String = "WGNAPIStore"
  ) -> Configuration {
    var configuration = Configuration()
    configuration.label = label
    configuration.busyMode = .timeout(busyTimeout)
    configuration.maximumReaderCount = 4
    configuration.prepareDatabase { database in
      // Files in a cache folder are untrusted: report inconsistencies, and don't let the schema call
      // functions.
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      guard !database.configuration.readonly else { return }
      // Overwrite removed data.
      try database.execute(sql: "PRAGMA journal_size_limit = \(4 << 20); PRAGMA secure_delete = ON")
      // This has an effect only before the first table, and would wait for other writers.
      if try Row.fetchOne(database, sql: "PRAGMA auto_vacuum").flatMap({ Int.fromDatabaseValue($0[0]) }) != 2
      {
        try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
      }
    }
    return configuration
  }
}
