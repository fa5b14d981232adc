import Foundation
import GRDB
import Testing
import WGNAPIRuntime
import WGNAPIStore
import WGNAPITesting

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Damage to pages of the database: SQLite reads the rows on the others, and the queue says what is lost.
@Suite struct SalvageTests {
  let desktop: Desktop
  private static let count = 50

  init() throws { desktop = try Desktop() }

  /// Stores requests, some larger than a page, and closes the queue. Returns the file and the table's root page.
  private func store() async throws -> (file: URL, root: Int) {
    let root: Int
    do {
      let queue = try desktop.queue()
      for number in 0..<Self.count {
        let text = "\(number) " + String(repeating: "x", count: number.isMultiple(of: 7) ? 9_000 : 400)
        try await queue.enqueue(note(text), key: "k\(number)")
      }
      root = try await queue.database.read {
        try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'entry'") ?? 0
      }
    }
    return (try #require(try desktop.databases().first), root)
  }

  /// Opens the queue, and expects all requests but some, which are lost.
  private func expectAll(but lost: Set<Int> = []) async throws {
    let queue = try desktop.queue { $0.sizeLimit = 64 << 20 }
    #expect(queue.recoveries.map(\.savedCount) == [Self.count - lost.count])
    #expect(queue.recoveries.map(\.damagedCount) == [0])
    #expect(queue.recoveries.map(\.lostCount) == [lost.count])
    try await queue.flush()
    let saved = (0..<Self.count).filter { !lost.contains($0) }
    let numbers = desktop.service.acceptedBodies.compactMap { Int($0.dropFirst().prefix { $0 != " " }) }
    #expect(numbers == saved)
    #expect(desktop.service.accepted.map(\.key) == saved.map { "k\($0)" })
    #expect(desktop.service.arrivals.count == saved.count)
    // The ID of a lost request isn't used again.
    #expect(try await queue.enqueue(note("more")).number > Self.count)
  }

  private func overwrite(_ file: URL, from start: Int, count: Int) throws {
    var random = SplitMix(state: 3)
    var bytes = try Data(contentsOf: file)
    for index in start..<start + count { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
    try bytes.write(to: file)
  }

  /// The pages with rows, and the numbers of the requests on each. Their order is that of the rows.
  private func leaves(of file: URL) throws -> [(page: Int, requests: Set<Int>)] {
    let bytes = try Data(contentsOf: file)
    return (1..<bytes.count / 4_096).compactMap { page in
      guard bytes[page * 4_096] == 13 else { return nil }
      let content = String(decoding: bytes[page * 4_096..<(page + 1) * 4_096], as: UTF8.self)
      let keys = content.matches(of: /addNotek(\d+)\{/).compactMap { Int($0.1) }
      return keys.isEmpty ? nil : (page, Set(keys))
    }.sorted { ($0.requests.min() ?? 0) < ($1.requests.min() ?? 0) }
  }

  @Test func pagesWithRows() async throws {
    let (file, _) = try await store()
    let leaves = try leaves(of: file)
    #expect(leaves.count > 4 && leaves.reduce(0) { $0 + $1.requests.count } == Self.count)
    // Between two damaged pages, rows are found by the indexes.
    let damaged = [leaves[1], leaves[leaves.count - 2]]
    for leaf in damaged { try overwrite(file, from: leaf.page * 4_096, count: 8) }
    try await expectAll(but: damaged.reduce(into: []) { $0.formUnion($1.requests) })
  }

  @Test func pagesOfAnIndex() async throws {
    let (file, root) = try await store()
    let index = try await DatabaseQueue(path: file.path).read {
      try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'entry_lane'")
    }
    #expect(index != root)
    try overwrite(file, from: (#require(index) - 1) * 4_096, count: 4_096)
    try await expectAll()
  }

  /// The indexes still say how many requests there were.
  @Test func theRootOfTheTable() async throws {
    let (file, root) = try await store()
    try overwrite(file, from: (root - 1) * 4_096, count: 4_096)
    try await expectAll(but: Set(0..<Self.count))
  }

  /// Nothing can be read, so the file is all there is.
  @Test(arguments: [100, 4_096]) func theStartOfTheFile(count: Int) async throws {
    let (file, _) = try await store()
    try overwrite(file, from: 0, count: count)
    let bytes = try Data(contentsOf: file)
    let queue = try desktop.queue()
    let recovery = try #require(queue.recoveries.first)
    #expect(recovery.savedCount == 0 && recovery.lostCount == 0)
    #expect(recovery.damagedFile.path == file.path)
    #expect(try Data(contentsOf: file) == bytes)
    let id = try await queue.enqueue(note("more"))
    #expect(id.number > Self.count)
    #expect(try await queue.flush().delivered == 1)
  }

  /// What was removed isn't found again, and isn't lost.
  @Test func removedRequestsStayRemoved() async throws {
    let queue = try desktop.queue()
    for number in 0..<Self.count { try await queue.enqueue(note("\(number) "), key: "k\(number)") }
    for entry in try await queue.entries() where !entry.id.number.isMultiple(of: 5) {
      try await queue.cancel(entry.id)
    }
    let kept = (1...10).map { Int64($0 * 5) }
    let file = try #require(try desktop.databases().first)
    try await DatabaseQueue(path: file.path).writeWithoutTransaction {
      try $0.execute(sql: "DROP TABLE number")
    }
    try await queue.enqueue(note("more"))
    #expect(queue.recoveries.map(\.savedCount) == [10] && queue.recoveries.map(\.lostCount) == [0])
    #expect(try await queue.entries().dropLast().map(\.id.number) == kept)
  }
}
