import Foundation
import GRDB
import Testing

@testable import QueueKillTool
@testable import WGNAPIQueue
@testable import WGNAPIStore

/// Queues that older versions wrote.
@Suite struct OldVersionTests {
  let desktop: Desktop
  var service: FakeService { desktop.service }

  init() throws {
    desktop = try Desktop()
    try FileManager.default.createDirectory(at: desktop.folder, withIntermediateDirectories: true)
  }

  /// The tables of the first two versions. They stay as they are, whatever becomes of the tables.
  private static let firstTables = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('requests 1');
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
    """
  private static let secondTables = """
    INSERT INTO grdb_migrations VALUES ('requests 2');
    CREATE INDEX entry_created ON entry (state, created);
    CREATE INDEX entry_ended ON entry (state, ended);
    """

  /// Writes a file with three waiting requests and a dead letter.
  private func write(version: Int) throws -> URL {
    let file = desktop.folder.appendingPathComponent("requests-5.sqlite")
    let old = try DatabaseQueue(path: file.path)
    try old.write { database in
      try database.execute(sql: Self.firstTables)
      if version == 2 { try database.execute(sql: Self.secondTables) }
      for (index, text) in ["one", "two", "three", "dead"].enumerated() {
        let content = """
          {"api":"Desk","isRepeatable":true,"method":"POST","operation":"addNote",\
          "path":"documents/{document}/notes","runtime":"0.9.0","secrets":[],"server":"eu",\
          "type":"QueueKillTool.AddNoteRequest","values":[{"bytes":"ImQi","place":{"location":"path",\
          "name":"document"}},{"bytes":"\(Data("\"\(text)\"".utf8).base64EncodedString())",\
          "place":{"location":"body","name":"body"}}]}
          """
        let checksum = XXHash64.hash(Array("lane\0addNote\0key \(text)\0\(content)".utf8))
        let isDead = text == "dead"
        let failure = #"{"description":"addNote: HTTP status 400","kind":"refused","status":400}"#
        try database.execute(
          sql: "INSERT INTO entry VALUES (?, ?, 'lane', ?, 'addNote', ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)",
          arguments: [
            index + 1, index + 1, isDead ? 2 : 0, "key \(text)", Data(content.utf8), content.utf8.count + 220,
            721_692_800.5, index == 0 ? 3 : 0, 721_692_801.25, index == 0 ? 0.75 : 0,
            isDead ? Data(failure.utf8) : nil, isDead ? 721_692_802.5 : nil, Int64(bitPattern: checksum),
          ])
      }
      try database.execute(sql: "INSERT INTO number VALUES ('accepted', 4), ('revision', 9)")
    }
    try old.close()
    return file
  }

  @Test(arguments: [1, 2]) func itIsMigrated(version: Int) async throws {
    let file = try write(version: version)
    let queue = try desktop.queue()
    #expect(queue.recoveries.isEmpty)
    #expect(try desktop.databases() == [file])
    let entries = try await queue.entries()
    #expect(entries.map { $0.value(of: "body") } == ["one", "two", "three"])
    #expect(entries[0].attempts == 3 && entries[0].idempotencyKey == "key one")
    let records = try await queue.database.read { try $0.allRecords() }
    #expect(records.allSatisfy { $0.isIntact && $0.isSealed })
    #expect(try await queue.deadLetters().map(\.failure.status) == [400])
    #expect(try await queue.flush().delivered == 3)
    #expect(service.acceptedBodies == ["\"one\"", "\"two\"", "\"three\""])
    #expect(try await queue.statistics() == QueueStatistics(accepted: 4, delivered: 3, deadLetters: 1))
  }

  /// The file is damaged before it could be migrated.
  @Test func aDamagedOneIsSaved() async throws {
    let file = try write(version: 2)
    try await DatabaseQueue(path: file.path).writeWithoutTransaction {
      try $0.execute(sql: "DROP TABLE number")
    }
    let queue = try desktop.queue()
    #expect(queue.recoveries.map(\.savedCount) == [4] && queue.recoveries.map(\.damagedCount) == [0])
    #expect(try await queue.flush(resettingDelays: true).delivered == 3)
  }
}
