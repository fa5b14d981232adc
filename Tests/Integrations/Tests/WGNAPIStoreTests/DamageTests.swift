import Foundation
import GRDB
import Testing
import WGNAPICache
import WGNAPIRuntime
import WGNAPITesting

@testable import StoreKillTool
@testable import WGNAPIStore

/// Whatever the files hold, a store opens, gives no wrong response, and keeps new responses.
@Suite struct DamageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ clock: any ClientClock = .system) throws -> DiskResponseStore {
    try DiskResponseStore(at: folder.store, sizeLimit: 64 << 20, clock: clock)
  }

  private func expectUsable(_ store: DiskResponseStore, source: SourceLocation = #_sourceLocation)
    async throws
  {
    let response = KnownContent.response(9_999, version: 7)
    try await store.store(response, for: KnownContent.key(9_999))
    #expect(try await store.response(for: KnownContent.key(9_999)) == response, sourceLocation: source)
    #expect(
      try folder.withDatabase { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok",
      sourceLocation: source)
  }

  @Test(arguments: ["", "x", "not a database\n", String(repeating: "SQLite format 4\0", count: 1_000)])
  func nonDatabasesAreReplaced(_ text: String) async throws {
    try folder.writeDatabase(text.utf8, number: 7)
    try folder.writeDatabase("nor a log".utf8, number: 7, suffix: "-wal")
    try folder.writeDatabase("left over".utf8, number: 3, suffix: "-shm")
    try await expectUsable(store())
    #expect(try folder.files().filter { $0.hasSuffix(".sqlite") }.count == 1)
    #expect(!(try folder.files().contains("responses-3.sqlite-shm")))
  }

  @Test func aFolderOrALinkInItsPlaceIsLeftAlone() async throws {
    let elsewhere = folder.url.appendingPathComponent("elsewhere")
    try Data("mine".utf8).write(to: elsewhere)
    try folder.writeDatabase("".utf8)
    try FileManager.default.removeItem(at: folder.database())
    let files = FileManager.default
    try files.createSymbolicLink(
      at: folder.store.appendingPathComponent("responses-1.sqlite"), withDestinationURL: elsewhere)
    try await expectUsable(store())
    #expect(try String(decoding: Data(contentsOf: elsewhere), as: UTF8.self) == "mine")
    let inner = folder.store.appendingPathComponent("responses-999999999999999999.sqlite")
    try files.createDirectory(at: inner, withIntermediateDirectories: false)
    let store = try store()
    try await store.store(KnownContent.response(1, version: 1), for: KnownContent.key(1))
    #expect(try await store.response(for: KnownContent.key(1)) == KnownContent.response(1, version: 1))
  }

  @Test func aDatabaseOfSomethingElseIsReplaced() async throws {
    for sql in [
      "CREATE TABLE response (a); INSERT INTO response VALUES (1)", "CREATE VIEW total AS SELECT 1",
      "CREATE TABLE grdb_migrations (a)",
      "CREATE TABLE grdb_migrations (identifier); INSERT INTO grdb_migrations VALUES ('responses 1')",
      "CREATE TABLE grdb_migrations (identifier); INSERT INTO grdb_migrations VALUES (NULL), (x'00')",
    ] {
      let folder = try TemporaryFolder()
      try folder.writeDatabase("".utf8)
      try folder.withDatabase { try $0.execute(sql: sql) }
      let store = try DiskResponseStore(at: folder.store)
      try await store.store(KnownContent.response(1, version: 1), for: KnownContent.key(1))
      #expect(try await store.response(for: KnownContent.key(1)) == KnownContent.response(1, version: 1))
    }
  }

  /// Places of the header (<https://www.sqlite.org/fileformat2.html>): by what version the file may be written, by what
  /// version it may be read, the reserved space, the format of the schema.
  @Test(arguments: [18, 19, 20, 47])
  func aFileForOtherVersionsOfSQLiteIsReplaced(_ place: Int) async throws {
    do { try await store().store(KnownContent.response(1, version: 1), for: KnownContent.key(1)) }
    let file = try folder.database()
    var bytes = try Data(contentsOf: file)
    bytes[place] = 200
    try bytes.write(to: file)
    let store = try store()
    #expect(try await store.response(for: KnownContent.key(1)) == nil)
    try await expectUsable(store)
    #expect(try folder.database() != file)
  }

  /// Text that SQLite takes, but with another meaning: ids that are none, a total that isn't kept.
  @Test(arguments: [
    ("id INTEGER", "id INTEGXR"), ("AFTER DELETE", "AFTER INSERT"), ("size + new.size", "size - new.size"),
  ])
  func damagedDefinitionsOfTablesAreFound(_ text: String, _ damaged: String) async throws {
    do { try await store().store(KnownContent.response(1, version: 1), for: KnownContent.key(1)) }
    let file = try folder.database()
    try folder.withDatabase { database in
      try database.execute(sql: "PRAGMA writable_schema = ON")
      try database.execute(
        sql: "UPDATE sqlite_master SET sql = replace(sql, ?, ?)", arguments: [text, damaged])
      #expect(database.changesCount > 0)
    }
    try await expectUsable(store())
    #expect(try folder.database() != file)
  }

  /// Bytes of all files are changed, cut off and added at random: what is answered is right, or nothing.
  @Test(.timeLimit(.minutes(15))) func damagedBytesGiveNoWrongResponse() async throws {
    do {
      let store = try store()
      for number in 0..<40 {
        try await store.store(KnownContent.response(number, version: 1), for: KnownContent.key(number))
      }
    }
    let original = try folder.files().map { name in
      (name, try Data(contentsOf: folder.store.appendingPathComponent(name)))
    }
    var random = SplitMix64(state: 42)
    var responses = 0
    for round in 0..<40 {
      try FileManager.default.removeItem(at: folder.store)
      try FileManager.default.createDirectory(at: folder.store, withIntermediateDirectories: true)
      for (name, bytes) in original {
        var bytes = bytes
        if !bytes.isEmpty && round > 0 {
          // Mostly few bytes, and now and then those of the header and the first pages.
          let span = round % 3 == 0 ? min(bytes.count, 20_000) : bytes.count
          for _ in 0..<(1 << (round % 8)) {
            bytes[Int(random.next() % UInt64(span))] = UInt8(truncatingIfNeeded: random.next())
          }
          if round % 10 == 7 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
          if round % 10 == 8 { bytes.append(contentsOf: bytes.prefix(5_000)) }
        }
        try bytes.write(to: folder.store.appendingPathComponent(name))
      }
      let clock = ManualClock()
      let store = try store(clock)
      for number in 0..<40 {
        clock.advance(by: .seconds(11))
        guard let response = try await store.response(for: KnownContent.key(number)) else { continue }
        responses += 1
        #expect(KnownContent.version(of: response, for: number) == 1)
      }
      // Pages that nothing was read from may be damaged still: a write finds out.
      for number in 0..<20 {
        clock.advance(by: .seconds(11))
        try await store.store(KnownContent.response(number, version: 2), for: KnownContent.key(number))
      }
      #expect(try await store.response(for: KnownContent.key(19)) == KnownContent.response(19, version: 2))
      clock.advance(by: .seconds(11))
      try await store.removeAll()
      #expect(try await store.size == 0)
    }
    #expect(responses > 40 * 10, "most responses survive a little damage: \(responses)")
  }

  @Test(arguments: [
    "UPDATE body SET bytes = CAST(zeroblob(length(bytes)) AS BLOB)", "UPDATE body SET bytes = x''",
    "UPDATE body SET bytes = 'text'", "DELETE FROM body", "UPDATE response SET status = status + 1",
    "UPDATE response SET status = 'x'", "UPDATE response SET received = received + 1",
    "UPDATE response SET headers = x'ffffffff'", "UPDATE response SET varying = x''",
    "UPDATE response SET checksum = 'x'",
    "UPDATE response SET digest = digest || '0'", "UPDATE response SET endpoint = 'WOT.other'",
    "UPDATE body SET id = -id; UPDATE body SET id = CASE id WHEN -1 THEN 2 ELSE 1 END",
  ])
  func aDamagedRowIsAMiss(_ sql: String) async throws {
    let store = try store()
    for number in 0..<2 {
      try await store.store(KnownContent.response(number, version: 1), for: KnownContent.key(number))
    }
    try folder.withDatabase { try $0.execute(sql: sql) }
    for number in 0..<2 { #expect(try await store.response(for: KnownContent.key(number)) == nil) }
    // What was renamed is under a key that isn't its own.
    let renamed = KnownContent.key(1)
    #expect(
      try await store.response(for: CacheKey(endpoint: renamed.endpoint, digest: renamed.digest + "0")) == nil
    )
    #expect(try await store.response(for: CacheKey(endpoint: "WOT.other", digest: renamed.digest)) == nil)
    if !sql.contains("digest ||") { #expect(try await store.size == 0 || sql.contains("WOT.other")) }
    try await expectUsable(store)
  }

  @Test func aStoreOfAnOlderVersionIsMigrated() async throws {
    do { try await store().store(KnownContent.response(1, version: 1), for: KnownContent.key(1)) }
    let file = try folder.database()
    let newer = StoreSchema([
      StoreSchema.firstVersion, StoreSchema.secondVersion,
      (
        "responses 3",
        { try $0.execute(sql: "ALTER TABLE response ADD COLUMN hits INTEGER NOT NULL DEFAULT 5") }
      ),
    ])
    let store = try DiskResponseStore(at: folder.store, sizeLimit: 64 << 20, schema: newer)
    #expect(try await store.response(for: KnownContent.key(1)) == KnownContent.response(1, version: 1))
    #expect(try folder.withDatabase { try Int.fetchOne($0, sql: "SELECT hits FROM response") } == 5)
    #expect(try folder.database() == file)
    try await expectUsable(store)
  }

  @Test func aStoreOfANewerVersionIsReplaced() async throws {
    let newer = StoreSchema([
      StoreSchema.firstVersion, StoreSchema.secondVersion,
      ("responses 3", { try $0.execute(sql: "DROP TABLE body; DROP TABLE total") }),
    ])
    let clock = ManualClock()
    try folder.writeDatabase("".utf8)
    try folder.withDatabase { _ in }
    try newer.migrator.migrate(DatabaseQueue(path: folder.database().path))
    let file = try folder.database()
    let store = try store(clock)
    try await expectUsable(store)
    #expect(try folder.database() != file)
  }

  /// What the first version wrote, as it wrote it: the migrations that there are must lead on from here.
  @Test func storesOfTheFirstVersionCanBeRead() async throws {
    try writeFirstVersionStore()
    let file = try folder.database()
    let response = try await store().response(for: CacheKey(endpoint: "WOT.players", digest: "00ff"))
    #expect(
      response
        == StoredResponse(
          status: 200, headers: [.eTag: "\"1\""], body: Array("{}".utf8),
          requestDate: Date(timeIntervalSinceReferenceDate: 700_000_000.5),
          responseDate: Date(timeIntervalSinceReferenceDate: 700_000_001), varying: ["accept": "00"]))
    #expect(try folder.database() == file)
  }

  /// Of what the first version wrote, nobody knows the URL: any change of one ends it.
  @Test func aChangeEndsWhatTheFirstVersionWrote() async throws {
    try writeFirstVersionStore()
    let store = try store()
    let key = CacheKey(endpoint: "WOT.players", digest: "00ff", resource: "abc")
    #expect(try await store.response(for: key) != nil)
    try await store.removeAll(ofResource: "def")
    #expect(try await store.response(for: key) == nil)
  }

  /// Digests of tokens, which the first version wrote, are removed with their responses.
  @Test func digestsOfTokensAreRemoved() async throws {
    try writeFirstVersionStore()
    try folder.withDatabase { database in
      try database.execute(sql: "UPDATE response SET varying = CAST('authorization 0123' AS BLOB)")
    }
    _ = try store()
    let count = try folder.withDatabase { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM response") }
    #expect(count == 0)
  }

  private func writeFirstVersionStore() throws {
    try folder.writeDatabase("".utf8)
    try folder.withDatabase { database in
      try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
      try database.execute(sql: firstVersionStore)
    }
  }

  /// As it is when a process is killed while it removes a store that another one has open.
  @Test func aLogWithoutItsDatabaseIsLeftOver() async throws {
    let old = try store()
    try await old.store(KnownContent.response(1, version: 1), for: KnownContent.key(1))
    let file = try folder.database()
    try FileManager.default.removeItem(at: file)
    let new = try store()
    #expect(try await new.response(for: KnownContent.key(1)) == nil)
    try await new.store(KnownContent.response(2, version: 1), for: KnownContent.key(2))
    #expect(try folder.database() != file && folder.files().count == 4)
    #expect(try await old.response(for: KnownContent.key(2)) == KnownContent.response(2, version: 1))
  }

  @Test func aStoreThatIsRemovedWhileOpenGoesOn() async throws {
    let store = try store()
    try await store.store(KnownContent.response(1, version: 1), for: KnownContent.key(1))
    try FileManager.default.removeItem(at: folder.store)
    #expect(try await store.response(for: KnownContent.key(1)) == nil)
    try await expectUsable(store)
  }

  @Test func damageWhileOpenIsReplacedOnceInAWhile() async throws {
    let clock = ManualClock()
    let store = try store(clock)
    for number in 0..<50 {
      try await store.store(KnownContent.response(number, version: 1), for: KnownContent.key(number))
    }
    func damage() throws { try folder.withDatabase { try $0.execute(sql: "DROP TABLE response") } }
    try damage()
    #expect(try await store.response(for: KnownContent.key(1)) == nil)
    try await expectUsable(store)
    // What damages it at once again isn't answered with the same, but with an error.
    try damage()
    let error = await #expect(throws: StoreError.self) { try await store.response(for: KnownContent.key(1)) }
    #expect(error?.kind == .damagedAgain)
    clock.advance(by: .seconds(11))
    try await store.store(KnownContent.response(1, version: 2), for: KnownContent.key(1))
    #expect(try await store.response(for: KnownContent.key(1)) == KnownContent.response(1, version: 2))
    clock.advance(by: .seconds(11))
    try folder.withDatabase { try $0.execute(sql: "DROP TABLE total") }
    #expect(try await store.size == 0)
    #expect(try await store.response(for: KnownContent.key(1)) == nil)
  }

  /// Both have the damaged file open; the one that finds out replaces it, and the other follows.
  @Test func anotherStoreFollowsToTheNewFile() async throws {
    let stores = try (0..<2).map { _ in try store() }
    try await stores[0].store(KnownContent.response(1, version: 1), for: KnownContent.key(1))
    #expect(try await stores[1].response(for: KnownContent.key(1)) != nil)
    let file = try folder.database()
    try folder.withDatabase { try $0.execute(sql: "DROP TABLE response") }
    try await stores[0].store(KnownContent.response(2, version: 1), for: KnownContent.key(2))
    #expect(try await stores[1].response(for: KnownContent.key(2)) == KnownContent.response(2, version: 1))
    try await stores[1].store(KnownContent.response(3, version: 1), for: KnownContent.key(3))
    #expect(try await stores[0].response(for: KnownContent.key(3)) == KnownContent.response(3, version: 1))
    #expect(try folder.database() != file)
  }
}
