import GRDB  // Missing? Enable the trait of the package: .package(url: …/wgnapi-gen, traits: ["Store"])
import WGNAPICache
import WGNAPIClient

/// A store's operations on its tables. Call each of them within a transaction.
extension Database {
  /// The result of a lookup.
  enum Lookup: Sendable {
    case found(ResponseRecord)
    case missing
    /// The row with this id is damaged.
    case damaged(id: Int64)
  }

  func lookUp(_ key: CacheKey) throws -> Lookup {
    let statement = try cachedStatement(
      sql: """
        SELECT status, requested, received, headers, varying, checksum, bytes, redirected,
          ? = '' OR resource IN (?, ''), response.id
        FROM response LEFT JOIN body ON body.id = response.id WHERE endpoint = ? AND digest = ?
        """)
    let arguments: StatementArguments = [key.resource, key.resource, key.endpoint, key.digest]
    guard let row = try Row.fetchOne(statement, arguments: arguments) else { return .missing }
    if let record = ResponseRecord(row, for: key) { return .found(record) }
    guard let id = Int64.fromDatabaseValue(row[9]) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return .damaged(id: id)
  }

  /// Inserts a response as the most recently used one, replacing an older one.
  func insert(_ record: ResponseRecord) throws {
    try remove(record.key)
    let order = try orderForNext()
    try cachedStatement(
      sql: """
        INSERT INTO response
          (endpoint, digest, used, size, status, requested, received, headers, varying, checksum, resource, redirected)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      record.key.endpoint, record.key.digest, order, record.size, record.status, record.requested,
      record.received, record.headers, record.varying, record.checksum, record.key.resource,
      record.redirected,
    ])
    let id = lastInsertedRowID
    // In a damaged file, a body without its response would be in the way.
    try cachedStatement(sql: "INSERT OR REPLACE INTO body (id, bytes) VALUES (?, ?)")
      .execute(arguments: [id, record.body])
  }

  func remove(_ key: CacheKey) throws {
    try cachedStatement(sql: "DELETE FROM response WHERE endpoint = ? AND digest = ?")
      .execute(arguments: [key.endpoint, key.digest])
  }

  /// Removes all responses with a URL, and those with an unknown URL.
  func removeAll(ofResource resource: String) throws {
    try cachedStatement(sql: "DELETE FROM response WHERE resource IN (?, '')").execute(arguments: [resource])
  }

  /// Removes a damaged row unless it has been replaced.
  func removeDamaged(_ key: CacheKey) throws {
    if case .damaged(let id) = try lookUp(key) {
      try execute(sql: "DELETE FROM response WHERE id = ?", arguments: [id])
    }
  }

  func removeAll(of endpoint: String) throws {
    try execute(sql: "DELETE FROM response WHERE endpoint = ?", arguments: [endpoint])
  }

  /// Marks keys as the most recently used ones, in this order.
  func touch(_ keys: [CacheKey]) throws {
    guard !keys.isEmpty else { return }
    let statement = try cachedStatement(sql: "UPDATE response SET used = ? WHERE endpoint = ? AND digest = ?")
    var order = try orderForNext()
    for key in keys {
      try statement.execute(arguments: [order, key.endpoint, key.digest])
      order += 1
    }
  }

  /// Removes the least recently used responses until the total is at most `limit` bytes.
  func evict(to limit: Int) throws {
    var total = try totalSize()
    guard total > limit else { return }
    let oldest = try cachedStatement(sql: "SELECT id, size FROM response ORDER BY used LIMIT 1")
    let delete = try cachedStatement(sql: "DELETE FROM response WHERE id = ?")
    while total > limit {
      guard let row = try Row.fetchOne(oldest), let id = Int64.fromDatabaseValue(row[0]) else {
        // Nothing is left, so the total was wrong.
        return try recount()
      }
      try delete.execute(arguments: [id])
      total = try totalSize()
    }
  }

  /// Returns the total size of all responses in bytes.
  func totalSize() throws -> Int {
    let statement = try cachedStatement(sql: "SELECT size FROM total")
    return try Row.fetchOne(statement).flatMap { Int.fromDatabaseValue($0[0]) } ?? 0
  }

  /// Recalculates the total size, in case it is damaged.
  func recount() throws {
    try execute(sql: "INSERT OR REPLACE INTO total SELECT 1, IFNULL(SUM(size), 0) FROM response")
  }

  /// Returns unused pages to the system.
  ///
  /// - Parameter count: The maximum number of pages; nil for all.
  package func giveBackPages(atMost count: Int? = nil) throws {
    try execute(sql: "PRAGMA incremental_vacuum(\(count ?? 0))")
  }

  /// Returns the number of unused pages in the file.
  package func freePageCount() throws -> Int {
    try Row.fetchOne(cachedStatement(sql: "PRAGMA freelist_count")).flatMap { Int.fromDatabaseValue($0[0]) }
      ?? 0
  }

  /// Returns the next position in the order of use. It is a counter instead of a time, because clocks may be
  /// set back.
  private func orderForNext() throws -> Int64 {
    let statement = try cachedStatement(sql: "SELECT MAX(used) FROM response")
    guard let last = try Row.fetchOne(statement).flatMap({ Int64.fromDatabaseValue($0[0]) }) else { return 1 }
    guard (0..<Int64.max / 2).contains(last) else {
      try execute(sql: "UPDATE response SET used = 0")
      return 1
    }
    return last + 1
  }
}
