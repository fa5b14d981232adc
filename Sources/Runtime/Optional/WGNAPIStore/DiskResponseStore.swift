import Foundation
import GRDB
import WGNAPICache
import WGNAPIClient

/// A store that keeps responses on disk, in an SQLite database in its own folder, up to a limit in bytes.
///
/// ```swift
/// let store = try DiskResponseStore(at: cachesFolder.appendingPathComponent("wot"))
/// let cache = ResponseCache(store: store)
/// ```
///
/// Several processes can use the same folder at the same time, and many tasks the same store. The folder must
/// be on a local disk, because the processes share memory.
///
/// Unusable contents of the folder aren't an error: a damaged database, one of a newer version, or a file
/// that isn't a database is replaced by an empty one. A response that is damaged by itself counts as missing.
/// Stored responses survive the end of the process, however it ends; a power failure may lose the last ones,
/// but damages nothing.
///
/// Only their owner can access the files, as the responses aren't encrypted. Header fields that contain
/// secrets, such as `Set-Cookie`, aren't stored.
public final class DiskResponseStore: ResponseStore {
  /// The maximum total size of all responses in bytes.
  public let sizeLimit: Int

  private let connection: StoreConnection
  private let uses = UseLog()
  /// Whether the log may still contain removed data.
  private let hasRemains = Flag()
  private let clock: any ClientClock

  /// Opens a store, creating it if necessary.
  ///
  /// This accesses files, and may wait for some seconds while another process opens the same store.
  ///
  /// - Parameters:
  ///   - folder: A folder for this store only. If it doesn't exist, it is created with access only for its
  ///     owner.
  ///   - sizeLimit: The maximum total size of all responses in bytes. The least recently used responses are
  ///     removed first. The files may be some megabytes larger, because SQLite needs space for itself. A
  ///     response that exceeds this limit, or 512 MiB, isn't stored.
  /// - Throws: ``StoreError`` if the folder can't be used.
  public convenience init(at folder: URL, sizeLimit: Int = 64 << 20) throws {
    try self.init(at: folder, sizeLimit: sizeLimit, schema: .current, clock: .system)
  }

  init(
    at folder: URL, sizeLimit: Int, schema: StoreSchema = .current, clock: any ClientClock = .system,
    busyTimeout: Double = 5
  ) throws {
    guard folder.isFileURL else { throw StoreError(.notAFolder, at: folder.path) }
    self.sizeLimit = sizeLimit
    self.clock = clock
    connection = try StoreConnection(
      StoreFolder(folder, name: "responses", isBackedUp: false), sizeLimit: sizeLimit, schema: schema,
      clock: clock, busyTimeout: busyTimeout)
  }

  /// The total size of all responses in bytes: approximately the space they use in the file, without free
  /// pages.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public var size: Int {
    get async throws {
      try await perform(onDamage: 0) { try await $0.read { try $0.totalSize() } }
    }
  }

  /// Returns the response with a key, and marks it as used.
  ///
  /// - Returns: nil if there is none, or it is damaged.
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func response(for key: CacheKey) async throws -> StoredResponse? {
    let lookup = try await perform(onDamage: .missing) { try await $0.read { try $0.lookUp(key) } }
    switch lookup {
    case .missing: return nil
    case .found(let record):
      let used = uses.note(key, at: clock.uptime)
      if !used.isEmpty { await tryToWrite { try $0.touch(used) } }
      return record.response
    case .damaged:
      await tryToWrite { try $0.removeDamaged(key) }
      return nil
    }
  }

  /// Stores a response, replacing an older one. If it is too large, it isn't stored, but the older one is
  /// removed.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func store(_ response: StoredResponse, for key: CacheKey) async throws {
    let record = ResponseRecord(response, for: key)
    guard record.isStorable, record.size <= sizeLimit else { return try await remove(key) }
    let used = uses.takeAll()
    try await write { [sizeLimit] database in
      try database.touch(used)
      try database.insert(record)
      try database.evict(to: sizeLimit)
      // Free pages are used for later responses. If there are many, each write returns a few to the system.
      if try database.freePageCount() > 1_024 { try database.giveBackPages(atMost: 256) }
    }
    if hasRemains.isSet { await shrinkFiles() }
  }

  /// Removes the response with a key, and overwrites it in the files.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func remove(_ key: CacheKey) async throws {
    try await write { database in
      try database.remove(key)
      if try database.freePageCount() > 1_024 { try database.giveBackPages(atMost: 256) }
    }
    await shrinkFiles()
  }

  /// Removes all responses with a URL, by `CacheKey.resource`, and those that an older version stored without
  /// a URL.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func removeAll(ofResource resource: String) async throws {
    try await write { database in
      try database.removeAll(ofResource: resource)
      if try database.freePageCount() > 1_024 { try database.giveBackPages(atMost: 256) }
    }
  }

  /// Removes all responses of an endpoint, by `CacheKey.endpoint`, and returns their space to the system.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func removeAll(of endpoint: String) async throws {
    try await write { database in
      try database.removeAll(of: endpoint)
      try database.giveBackPages()
    }
    await shrinkFiles()
  }

  /// Removes everything and returns the space to the system, by creating a new file. This also works on a
  /// full disk.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func removeAll() async throws {
    try Task.checkCancellation()
    try connection.empty()
  }

  /// Changes the tables in a transaction. If they turn out to be damaged, they are replaced, and the change
  /// is repeated in an empty database.
  private func write(_ change: @escaping @Sendable (Database) throws -> Void) async throws {
    let isDone = try await perform(onDamage: false) { pool in
      try await pool.write(change)
      return true
    }
    if !isDone { try await perform(onDamage: ()) { try await $0.write(change) } }
  }

  /// Changes the tables, ignoring failures.
  private func tryToWrite(_ change: @escaping @Sendable (Database) throws -> Void) async {
    do { try await write(change) } catch {}
  }

  /// Moves the log into the database file, which is truncated only now, and empties the log. If another
  /// process is reading, a later write repeats this.
  private func shrinkFiles() async {
    hasRemains.isSet = true
    do {
      try await perform(onDamage: ()) {
        try await $0.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      }
      hasRemains.isSet = false
    } catch {}
  }

  /// Performs an operation on the database. If the database is damaged, it is replaced, and `result` is
  /// returned.
  private func perform<Result: Sendable>(
    onDamage result: Result, _ body: @Sendable (DatabasePool) async throws -> Result
  ) async throws -> Result {
    var opened = try connection.current()
    do {
      do {
        return try await body(opened.pool)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
        // Another process has just replaced the database; otherwise this fails again.
        opened = try connection.current()
        return try await body(opened.pool)
      }
    } catch let error as DatabaseError where !error.tellsOfDamage(to: opened.pool.path) {
      throw StoreError(error, at: opened.pool.path)
    } catch is DatabaseError, is RowDecodingError {
      try connection.replace(opened)
      return result
    }
  }
}

/// A flag that any thread can change.
///
/// Unchecked: mutable state is behind the lock.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
