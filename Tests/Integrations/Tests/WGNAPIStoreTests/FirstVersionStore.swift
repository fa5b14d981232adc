/// A store with one response, as the first version wrote it. It stays as it is, whatever becomes of the
/// tables.
let firstVersionStore = """
  CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
  INSERT INTO grdb_migrations VALUES ('responses 1');
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
  INSERT INTO response VALUES (
    1, 'WOT.players', '00ff', 1, 191, 200, 700000000.5, 700000001.0, X'040000004554616703000000223122',
    X'06000000616363657074020000003030', -4050354496817446910
  );
  CREATE TABLE body (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  INSERT INTO body VALUES (1, X'7b7d');
  CREATE TABLE total (id INTEGER PRIMARY KEY, size INTEGER NOT NULL);
  INSERT INTO total VALUES (1, 191);
  CREATE INDEX response_used ON response (used, size);
  CREATE TRIGGER response_inserted AFTER INSERT ON response BEGIN
    UPDATE total SET size = size + new.size;
  END;
  CREATE TRIGGER response_deleted AFTER DELETE ON response BEGIN
    DELETE FROM body WHERE id = old.id;
    UPDATE total SET size = size - old.size;
  END;
  """
