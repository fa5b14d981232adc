import GRDB

/// How the tables of a store came to be, version by version.
///
/// To change them, add a migration: what is in users' stores was made by those that are there.
struct StoreSchema: Sendable {
  let migrator: DatabaseMigrator

  /// Makes one of a list of migrations, the oldest first.
  init(_ migrations: [(name: String, migrate: @Sendable (Database) throws -> Void)]) {
    var migrator = DatabaseMigrator()
    for migration in migrations { migrator.registerMigration(migration.name, migrate: migration.migrate) }
    self.migrator = migrator
  }

  /// Whether the tables are what the migrations make: in a damaged file, their text may say something else that SQLite
  /// takes, too.
  func isIntact(_ database: Database) throws -> Bool {
    let model = try DatabaseQueue()
    try migrator.migrate(model)
    return try Self.objects(of: database) == model.read(Self.objects)
  }

  private static func objects(of database: Database) throws -> [Row] {
    try Row.fetchAll(
      database,
      sql: "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE '%grdb%' ORDER BY name")
  }

  static let current = StoreSchema([firstVersion, secondVersion])

  /// Bodies have a table of their own, so that what is often read or written (the order of use) stays on few
  /// pages.
  static let firstVersion: (name: String, migrate: @Sendable (Database) throws -> Void) = (
    "responses 1",
    { database in
      try database.execute(
        sql: """
          CREATE TABLE response (
            id INTEGER PRIMARY KEY,
            endpoint TEXT NOT NULL,
            digest TEXT NOT NULL,
            used INTEGER NOT NULL,
            size INTEGER NOT NULL,
            status INTEGER NOT NULL,
            requested REAL NOT NULL,
            received REAL NOT NULL,
            headers BLOB NOT NULL,
            varying BLOB NOT NULL,
            checksum INTEGER NOT NULL,
            UNIQUE (endpoint, digest)
          );
          CREATE INDEX response_used ON response (used, size);
          CREATE TABLE body (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
          CREATE TABLE total (id INTEGER PRIMARY KEY, size INTEGER NOT NULL);
          INSERT INTO total VALUES (1, 0);
          CREATE TRIGGER response_inserted AFTER INSERT ON response BEGIN
            UPDATE total SET size = size + new.size;
          END;
          CREATE TRIGGER response_deleted AFTER DELETE ON response BEGIN
            DELETE FROM body WHERE id = old.id;
            UPDATE total SET size = size - old.size;
          END;
          """)
    }
  )

  /// Adds the URL that a response is of, by its digest, and how long the redirects to it hold. Responses without are of
  /// unknown URLs. Those with digests of tokens and the like, which the first version wrote, are removed.
  static let secondVersion: (name: String, migrate: @Sendable (Database) throws -> Void) = (
    "responses 2",
    { database in
      try database.execute(
        sql: """
          ALTER TABLE response ADD COLUMN resource TEXT NOT NULL DEFAULT '';
          ALTER TABLE response ADD COLUMN redirected REAL;
          CREATE INDEX response_resource ON response (resource);
          """)
      for word in ["authorization", "cookie", "token", "key", "secret"] {
        try database.execute(
          sql: "DELETE FROM response WHERE instr(varying, CAST(? AS BLOB)) > 0", arguments: [word])
      }
    }
  )
}
