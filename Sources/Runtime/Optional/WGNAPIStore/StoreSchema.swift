import GRDB

/// The migrations that create a store's tables, version by version.
///
/// To change the tables, add a migration. Don't change the existing ones, because they created users' stores.
package struct StoreSchema: Sendable {
  package let migrator: DatabaseMigrator

  /// Creates a schema from a list of migrations, oldest first.
  package init(_ migrations: [(name: String, migrate: @Sendable (Database) throws -> Void)]) {
    var migrator = DatabaseMigrator()
    for migration in migrations { migrator.registerMigration(migration.name, migrate: migration.migrate) }
    self.migrator = migrator
  }

  /// Returns whether the tables equal those created by the migrations. In a damaged file, their definitions
  /// may have changed to others that SQLite accepts.
  package func isIntact(_ database: Database) throws -> Bool {
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

  /// Bodies are in a separate table, so that frequently used data (the order of use) is on few pages.
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

  /// Adds the digest of a response's URL, and the time for which the redirects to it are valid. Existing
  /// responses have unknown URLs. Those with digests of tokens, for example, which the first version wrote,
  /// are removed.
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
