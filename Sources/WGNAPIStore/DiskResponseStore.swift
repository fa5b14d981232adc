import Foundation
import GRDB
import WGNAPIClient
import WGNAPIMiddleware

/// Keeps responses on disk, in an SQLite database in a folder of its own, up to a limit in bytes.
///
/// ```swift
/// let store = try DiskResponseStore(at: cachesFolder.appendingPathComponent("wot"))
/// let cache = ResponseCache(store: store)
/// ```
///
/// Several processes may use the same folder at once, and many tasks the same store. The folder must be on a
/// local disk: the processes share memory.
///
/// Whatever is in the folder, a damaged database, one of a newer version, or no database at all, it is no
/// error: it is replaced by an empty one. A response that is damaged by itself is a miss. Responses that were
/// stored survive the end of the process in whatever way; a power cut may take the last ones with it, and
/// damages nothing.
///
/// The files are for their owner alone, as the responses are not encrypted. Header fields that hold secrets,
/// such as `Set-Cookie`, are not kept.
public final class DiskResponseStore: ResponseStore {
  /// The most bytes that are kept.
  public let sizeLimit: Int

  private let connection: StoreConnection
  private let uses = UseLog()
  /// Whether what was removed may still be in the log.
  private let hasRemains = Flag()
  private let clock: any ClientClock

  /// Opens a store, or makes one.
  ///
  /// It works with files, and may wait up to some seconds while another process opens the same store.
  ///
  /// - Parameters:
  ///   - folder: a folder of its own, which is made if it is missing, for its owner alone.
  ///   - sizeLimit: the most bytes that are kept; the least recently used responses make way. The files may
  ///     be larger by what SQLite needs for itself, some megabytes. A response that is larger by itself, or
  ///     than 512 MiB, isn't kept.
  /// - Throws: ``StoreError`` where the folder can't be used.
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
      StoreFolder(folder), sizeLimit: sizeLimit, schema: schema, clock: clock, busyTimeout: busyTimeout)
  }

  /// How many bytes are kept: about what the responses take of the file, without pages that are free.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public var size: Int {
    get async throws {
      try await perform(onDamage: 0) { try await $0.read { try $0.totalSize() } }
    }
  }

  /// The response that is kept under a key, and now counts as used.
  ///
  /// - Returns: nil where there is none, or it is damaged.
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

  /// Keeps a response, in place of an older one. What is too large isn't kept, nor is what it would have
  /// replaced.
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
      // Pages that are free serve the next response; when there are many, a few are given back with each.
      if try database.freePageCount() > 1_024 { try database.giveBackPages(atMost: 256) }
    }
    if hasRemains.isSet { await shrinkFiles() }
  }

  /// Removes what is kept under a key, and overwrites it in the files.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func remove(_ key: CacheKey) async throws {
    try await write { database in
      try database.remove(key)
      if try database.freePageCount() > 1_024 { try database.giveBackPages(atMost: 256) }
    }
    await shrinkFiles()
  }

  /// Removes all responses of a URL, by ``CacheKey/resource``, and those that an older version stored without it.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func removeAll(ofResource resource: String) async throws {
    try await write { database in
      try database.removeAll(ofResource: resource)
      if try database.freePageCount() > 1_024 { try database.giveBackPages(atMost: 256) }
    }
  }

  /// Removes all responses of an endpoint, by ``CacheKey/endpoint``, and gives their space back.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func removeAll(of endpoint: String) async throws {
    try await write { database in
      try database.removeAll(of: endpoint)
      try database.giveBackPages()
    }
    await shrinkFiles()
  }

  /// Removes everything, and gives its space back, by beginning a new file. So it works on a disk that is
  /// full, too.
  ///
  /// - Throws: ``StoreError``, or `CancellationError`.
  public func removeAll() async throws {
    try Task.checkCancellation()
    try connection.empty()
  }

  /// Changes the tables in a transaction; in an empty database, where they turn out to be damaged.
  private func write(_ change: @escaping @Sendable (Database) throws -> Void) async throws {
    let isDone = try await perform(onDamage: false) { pool in
      try await pool.write(change)
      return true
    }
    if !isDone { try await perform(onDamage: ()) { try await $0.write(change) } }
  }

  /// Changes what may stay as it is if that fails.
  private func tryToWrite(_ change: @escaping @Sendable (Database) throws -> Void) async {
    do { try await write(change) } catch {}
  }

  /// Moves the log into the database file, which is only now cut to its size, and empties it. Where another
  /// process reads just then, a later write does it.
  private func shrinkFiles() async {
    hasRemains.isSet = true
    do {
      try await perform(onDamage: ()) {
        try await $0.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      }
      hasRemains.isSet = false
    } catch {}
  }

  /// Does something with the database; a damaged one is replaced, and `result` is returned.
  private func perform<Result: Sendable>(
    onDamage result: Result, _ body: @Sendable (DatabasePool) async throws -> Result
  ) async throws -> Result {
    var opened = try connection.current()
    do {
      do {
        return try await body(opened.pool)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
        // Another process has replaced the database just now; otherwise it fails again.
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

/// A flag that any thread may change.
///
/// Unchecked: what changes is behind the lock.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
