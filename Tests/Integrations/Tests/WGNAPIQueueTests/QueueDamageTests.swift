import Foundation
import GRDB
import Testing
import WGNAPIRuntime
import WGNAPIStore
import WGNAPITesting

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Full disks, damaged files, files of other versions: nothing is lost silently.
@Suite struct QueueDamageTests {
  let desktop: Desktop
  var service: FakeService { desktop.service }

  init() throws { desktop = try Desktop() }

  @Test func aFullDiskIsAnErrorAndLosesNothing() async throws {
    var stored = 0
    do {
      let queue = try desktop.queue(pageLimit: 40)
      let error = await #expect(throws: StoreError.self) {
        for number in 0..<100 {
          try await queue.enqueue(note("\(number) " + String(repeating: "x", count: 3_000)))
          stored += 1
        }
      }
      #expect(error?.kind == .diskFull)
      #expect(stored > 5)
      #expect(try await queue.entries().count == stored)
      // Perhaps not even an attempt can be noted. That isn't damage.
      _ = try? await queue.flush()
      #expect(try await queue.entries().count + service.accepted.count == stored)
      #expect(queue.recoveries.isEmpty)
    }
    // There is space again.
    let queue = try desktop.queue()
    try await queue.flush()
    #expect(service.accepted.count == stored && service.arrivals.count == stored)
    #expect(try await queue.statistics() == QueueStatistics(accepted: stored, delivered: stored))
  }

  /// The response can't be noted, so the request isn't sent again by this process until it is.
  @Test func aResponseThatCannotBeWrittenIsKept() async throws {
    let queue = try desktop.queue(busyTimeout: 0.05)
    try await queue.enqueue(note("1"))
    try await queue.enqueue(note("2"))
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(
      path: #require(try desktop.databases().first).path, configuration: configuration)
    service.behave(
      .acceptAnd { try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") } })
    var error = await #expect(throws: StoreError.self) { try await queue.flush() }
    #expect(error?.kind == .busy)
    error = await #expect(throws: StoreError.self) { try await queue.flush() }
    #expect(error?.kind == .busy)
    #expect(service.arrivals.count == 1)
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await queue.flush()
    #expect(service.acceptedBodies == ["\"1\"", "\"2\""] && service.arrivals.count == 2)
    #expect(try await queue.statistics() == QueueStatistics(accepted: 2, delivered: 2))
  }

  @Test func aNewerVersionIsLeftAlone() async throws {
    do {
      let queue = try desktop.queue()
      try await queue.enqueue(note("1"))
      try await queue.database.write {
        try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('requests 99')")
      }
    }
    let file = try #require(try desktop.databases().first)
    #expect(throws: QueueError(.newerVersion(path: file.path))) { try desktop.queue() }
    #expect(try desktop.databases() == [file])
    let counts = try await DatabaseQueue(path: file.path).read { database in
      try ["entry", "grdb_migrations"].map { try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \($0)") }
    }
    // Those of this version, and the newer one.
    #expect(counts == [1, 4])
  }

  /// Bytes anywhere in the file: whatever can be read is saved, the file is kept, and the queue says so.
  @Test func damagedFilesAreSaved() async throws {
    var random = SplitMix(state: 7)
    for round in 0..<6 {
      let desktop = try Desktop()
      let count = 40
      do {
        let queue = try desktop.queue()
        for number in 0..<count {
          try await queue.enqueue(note("\(number) " + String(repeating: "x", count: 400)), key: "k\(number)")
        }
      }
      let file = try #require(try desktop.databases().first)
      var bytes = try Data(contentsOf: file)
      // Whole pages, or some bytes, but not the first page.
      for _ in 0..<(round % 3 + 1) {
        let start = Int(random.next() % UInt64(bytes.count - 8_192)) + 4_096
        let length = round.isMultiple(of: 2) ? 2_000 : 20
        for index in start..<min(start + length, bytes.count) {
          bytes[index] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      try bytes.write(to: file)
      let queue = try desktop.queue()
      // Damage in the middle of a text is found when the request is read.
      try await queue.flush()
      let statistics = try await queue.statistics()
      let intact = desktop.service.acceptedBodies.map { $0.dropFirst().prefix { $0 != " " } }.compactMap {
        Int($0)
      }
      #expect(intact == intact.sorted() && Set(intact).count == intact.count)
      #expect(
        desktop.service.accepted.allSatisfy { $0.body.hasSuffix(String(repeating: "x", count: 400) + "\"") })
      #expect(statistics.waiting == 0)
      if intact.count + statistics.deadLetters < count {
        // Some are lost with their pages: the queue says so, and keeps the file.
        let recovery = try #require(queue.recoveries.first)
        #expect(recovery.lostCount == count - recovery.savedCount)
        #expect(FileManager.default.fileExists(atPath: recovery.damagedFile.path))
      }
      #expect(
        statistics.accepted
          == statistics.delivered + statistics.deadLetters + statistics.discarded)
      try await queue.enqueue(note("more"))
      #expect(try await queue.flush().delivered == 1)
    }
  }

  @Test(arguments: ["", "x", "not a database\n", String(repeating: "SQLite format 4\0", count: 1_000)])
  func filesThatAreNoDatabasesAreKept(_ text: String) async throws {
    try FileManager.default.createDirectory(at: desktop.folder, withIntermediateDirectories: true)
    let file = desktop.folder.appendingPathComponent("requests-7.sqlite")
    try Data(text.utf8).write(to: file)
    let queue = try desktop.queue()
    try await queue.enqueue(note("1"))
    #expect(try await queue.flush().delivered == 1)
    // SQLite takes a file of a byte for an empty one.
    guard text.count > 1 else { return }
    #expect(queue.recoveries.map(\.damagedFile.path) == [file.path])
    #expect(try Data(contentsOf: file) == Data(text.utf8))
  }

  @Test func damageWhileOpenIsFound() async throws {
    let queue = try desktop.queue()
    let other = try desktop.queue()
    for number in 0..<3 { try await queue.enqueue(note("\(number)")) }
    let old = try #require(try desktop.databases().first)
    try await DatabaseQueue(path: old.path).writeWithoutTransaction {
      try $0.execute(sql: "DROP TABLE number")
    }
    try await queue.enqueue(note("3"))
    #expect(queue.recoveries.map(\.savedCount) == [3])
    // The other one follows to the new file.
    try await other.enqueue(note("4"))
    #expect(try await other.flush().delivered == 5)
    #expect(service.acceptedBodies == (0..<5).map { "\"\($0)\"" })
    #expect(try desktop.databases().count == 2)
  }

  /// A row whose content was changed behind the queue's back is never sent.
  @Test func aChangedRowIsADeadLetter() async throws {
    let queue = try desktop.queue()
    for number in 0..<3 { try await queue.enqueue(note("\(number)")) }
    try await queue.database.write {
      try $0.execute(
        sql:
          "UPDATE entry SET content = CAST(replace(CAST(content AS TEXT), 'addNote', 'addNoto') AS BLOB) WHERE id = 2"
      )
    }
    try await queue.flush()
    #expect(service.acceptedBodies == ["\"0\"", "\"2\""])
    #expect(try await queue.deadLetters().map(\.failure.kind) == [.damaged])
  }

  /// A request that was damaged stays a dead letter in the new database, even if somebody retries it.
  @Test func aDamagedRequestIsNeverSent() async throws {
    let queue = try desktop.queue()
    let id = try await queue.enqueue(note("1"), key: "k")
    let old = try #require(try desktop.databases().first)
    try await DatabaseQueue(path: old.path).writeWithoutTransaction {
      try $0.execute(
        sql: """
          UPDATE entry SET content = CAST(replace(CAST(content AS TEXT), 'addNote', 'addNoto') AS BLOB);
          DROP TABLE number
          """)
    }
    #expect(try await queue.statistics() == QueueStatistics(accepted: 1, deadLetters: 1))
    #expect(queue.recoveries.map(\.damagedCount) == [1])
    await #expect(throws: QueueError(.damaged)) { try await queue.retry(deadLetter: id) }
    try await queue.flush()
    #expect(service.arrivals.isEmpty)
    try await queue.discard(deadLetter: id)
  }

  /// The checksum doesn't contain the numbers that attempts change.
  @Test func damagedNumbersAreLimited() async throws {
    let queue = try desktop.queue()
    try await queue.enqueue(note("1"))
    try await queue.database.write {
      try $0.execute(
        sql: """
          UPDATE entry SET attempts = \(Int64.max), place = \(Int64.max), size = \(Int64.max);
          UPDATE number SET value = \(Int64.max)
          """)
    }
    _ = try? await queue.enqueue(note("2"))
    _ = try await queue.statistics()
    try await queue.flush()
    #expect(service.acceptedBodies.first == "\"1\"")
  }

  @Test func onlyTheOwnerMayReadTheFiles() async throws {
    let old = umask(0)
    defer { umask(old) }
    let queue = try desktop.queue()
    try await queue.enqueue(note("1"))
    let files = FileManager.default
    #expect(try files.attributesOfItem(atPath: desktop.folder.path)[.posixPermissions] as? Int == 0o700)
    for name in try files.contentsOfDirectory(atPath: desktop.folder.path) {
      let path = desktop.folder.appendingPathComponent(name).path
      #expect(try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }
}

/// A generator of numbers that are the same for the same start.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
