import GRDB  // Missing? Enable the trait of the package: .package(url: …/wgnapi-gen, traits: ["Queue"])
import WGNAPIStore

extension StoreSchema {
  /// The tables of a queue.
  static let queue = StoreSchema([firstQueue, secondQueue, thirdQueue])

  /// The states of an entry are those of `EntryState`. `place` orders the entries of a lane.
  private static let firstQueue: (name: String, migrate: @Sendable (Database) throws -> Void) = (
    "requests 1",
    { database in
      try database.execute(
        sql: """
          CREATE TABLE entry (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            place INTEGER NOT NULL,
            lane TEXT NOT NULL,
            state INTEGER NOT NULL,
            operation TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,
            content BLOB NOT NULL,
            size INTEGER NOT NULL,
            created REAL NOT NULL,
            attempts INTEGER NOT NULL,
            next REAL NOT NULL,
            delay REAL NOT NULL,
            unsure INTEGER NOT NULL,
            failure BLOB,
            ended REAL,
            checksum INTEGER NOT NULL
          );
          CREATE INDEX entry_lane ON entry (state, lane, place);
          CREATE INDEX entry_size ON entry (state, size);
          CREATE TABLE number (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
          """)
    }
  )
  /// Finds what is too old without reading the rest.
  private static let secondQueue: (name: String, migrate: @Sendable (Database) throws -> Void) = (
    "requests 2",
    { database in
      try database.execute(
        sql: """
          CREATE INDEX entry_created ON entry (state, created);
          CREATE INDEX entry_ended ON entry (state, ended);
          """)
    }
  )
  /// Adds a checksum of what attempts change. What the older versions wrote counts as undamaged.
  private static let thirdQueue: (name: String, migrate: @Sendable (Database) throws -> Void) = (
    "requests 3",
    { database in
      try database.execute(sql: "ALTER TABLE entry ADD COLUMN seal INTEGER NOT NULL DEFAULT 0")
      let ids = try Int64.fetchAll(database, sql: "SELECT id FROM entry")
      for id in ids {
        let row = try Row.fetchOne(
          database, sql: "SELECT \(EntryRecord.columnsWithoutSeal) FROM entry WHERE id = ?", arguments: [id])
        guard let record = row.flatMap({ EntryRecord($0) }) else { continue }
        try database.execute(sql: "UPDATE entry SET seal = ? WHERE id = ?", arguments: [record.seal, id])
      }
    }
  )
}
