import Foundation
import GRDB
import Testing
import WGNAPIRuntime
import WGNAPIStore
import WGNAPITesting

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Damage to the pages by which SQLite finds rows, which are all there.
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

  /// Opens the queue, and expects all requests.
  private func expectAll() async throws {
    let queue = try desktop.queue { $0.sizeLimit = 64 << 20 }
    #expect(queue.recoveries.map(\.savedCount) == [Self.count])
    #expect(queue.recoveries.map(\.damagedCount) == [0])
    try await queue.flush()
    let numbers = desktop.service.acceptedBodies.compactMap { Int($0.dropFirst().prefix { $0 != " " }) }
    #expect(numbers == Array(0..<Self.count))
    #expect(desktop.service.accepted.map(\.key) == (0..<Self.count).map { "k\($0)" })
    #expect(desktop.service.arrivals.count == Self.count)
  }

  private func overwrite(_ file: URL, from start: Int, count: Int) throws {
    var random = SplitMix(state: 3)
    var bytes = try Data(contentsOf: file)
    for index in start..<start + count { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
    try bytes.write(to: file)
  }

  @Test func theRootOfTheTable() async throws {
    let (file, root) = try await store()
    try overwrite(file, from: (root - 1) * 4_096, count: 4_096)
    try await expectAll()
  }

  @Test func theHeaderOfTheFile() async throws {
    let (file, _) = try await store()
    try overwrite(file, from: 0, count: 100)
    try await expectAll()
  }

  @Test func theFirstPage() async throws {
    let (file, _) = try await store()
    try overwrite(file, from: 0, count: 4_096)
    try await expectAll()
  }

  /// The rows of a page are found without its header.
  @Test func theHeadersOfAllPages() async throws {
    let (file, _) = try await store()
    let pages = try Data(contentsOf: file).count / 4_096
    for page in 1..<pages where try Data(contentsOf: file)[page * 4_096] == 13 {
      try overwrite(file, from: page * 4_096, count: 8)
    }
    try await expectAll()
  }

  /// Requests that are only in the write-ahead log yet.
  @Test func pagesInTheLog() async throws {
    let queue = try desktop.queue()
    for number in 0..<Self.count { try await queue.enqueue(note("\(number) "), key: "k\(number)") }
    let file = try #require(try desktop.databases().first)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path + "-wal")).count > 4_096)
    let records = try #require(RawPages(file.path)).records()
    #expect(Set(records.map(\.key)) == Set((0..<Self.count).map { "k\($0)" }))
    #expect(records.allSatisfy { $0.isIntact && $0.isSealed })
  }

  /// What was removed isn't found again, wherever it was.
  @Test func removedRequestsStayRemoved() async throws {
    let queue = try desktop.queue()
    for number in 0..<Self.count { try await queue.enqueue(note("\(number) "), key: "k\(number)") }
    for entry in try await queue.entries() where !entry.id.number.isMultiple(of: 5) {
      try await queue.cancel(entry.id)
    }
    let kept = (1...10).map { Int64($0 * 5) }
    let file = try #require(try desktop.databases().first)
    #expect(Set(try #require(RawPages(file.path)).records().map(\.id)) == Set(kept))
    try await DatabaseQueue(path: file.path).writeWithoutTransaction {
      try $0.execute(sql: "DROP TABLE number")
    }
    try await queue.enqueue(note("more"))
    #expect(queue.recoveries.map(\.savedCount) == [10])
    #expect(try await queue.entries().dropLast().map(\.id.number) == kept)
  }

  /// Of a page without its header, nobody knows which rows were removed from it.
  @Test func aRequestThatCannotBeRepeatedIsNotSentFromAPageWithoutAHeader() async throws {
    do { try await desktop.queue().enqueue(PayRequest(amount: 5)) }
    let file = try #require(try desktop.databases().first)
    let pages = try Data(contentsOf: file).count / 4_096
    for page in 1..<pages where try Data(contentsOf: file)[page * 4_096] == 13 {
      try overwrite(file, from: page * 4_096, count: 8)
    }
    let queue = try desktop.queue()
    try await queue.flush()
    #expect(try await queue.deadLetters().map(\.failure.kind) == [.outcomeUnknown])
    #expect(desktop.service.arrivals.isEmpty)
  }

  // MARK: Pages that are made to cost too much

  /// Pages without a header. Each is full of beginnings of rows that continue on the next page; the last leads to the
  /// second.
  private func circularPages(_ count: Int, rowLength: Int) -> [UInt8] {
    func digit(_ shift: Int) -> UInt8 { UInt8(rowLength >> shift & 0x7F) }
    let length: [UInt8] = [digit(21) | 0x80, digit(14) | 0x80, digit(7) | 0x80, digit(0)]
    var bytes = [UInt8](repeating: 0, count: 4_096)
    for number in 2...count {
      let next = number == count ? 2 : number + 1
      let pointer: [UInt8] = [0, 0, UInt8(next >> 8), UInt8(next & 0xFF)]
      var page = [UInt8](repeating: 0xFF, count: 4_096)
      for start in stride(from: 0, to: 4_096, by: 32) {
        // The length and the number of the row; what the page has of it are 489 bytes.
        page.replaceSubrange(start..<start + 5, with: length + [1])
        page.replaceSubrange(start + 14..<start + 18, with: pointer)
      }
      page.replaceSubrange(0..<4, with: pointer)
      bytes += page
    }
    return bytes
  }

  /// Rows of which each is said to have most of the file's pages, or more than the file has.
  @Test(arguments: [489 + 4_092 * 200 + 4_000, 489 + 4_092 * 60_000 + 4_000])
  func rowsThatContinueInACircleCostTheFileAFewTimes(length: Int) throws {
    let file = desktop.url.appendingPathComponent("circle.sqlite")
    let count = 256
    try Data(circularPages(count, rowLength: length)).write(to: file)
    let pages = try #require(RawPages(file.path))
    #expect(pages.records().isEmpty)
    #expect(pages.continuationCount <= 4 * count)
  }

  /// Pages that cost too much don't cost the rows of others.
  @Test func rowsThatContinueInACircleCostNoOtherRow() async throws {
    let (file, _) = try await store()
    var bytes = try Data(contentsOf: file)
    let half = bytes.count / 4_096 / 2
    let hostile = circularPages(half, rowLength: 489 + 4_092 * (half - 1)).dropFirst(4_096)
    bytes.replaceSubrange(4_096..<half * 4_096, with: hostile)
    try bytes.write(to: file)
    let keys = try #require(RawPages(file.path)).records().map(\.key)
    // The last one with several pages.
    #expect(keys.contains("k49"))
  }

  /// A page's number in the log says nothing of how many there are.
  @Test func aLogThatNamesADistantPageCostsNoMore() async throws {
    let (file, _) = try await store()
    let log = URL(fileURLWithPath: file.path + "-wal")
    var bytes = [UInt8](repeating: 0, count: 32 + 24 + 4_096)
    bytes[10] = 0x10
    bytes.replaceSubrange(32..<40, with: [0xFF, 0xFF, 0xFF, 0xFE, 0, 0, 0, 1])
    try Data(bytes).write(to: log)
    let records = try #require(RawPages(file.path)).records()
    #expect(Set(records.map(\.key)) == Set((0..<Self.count).map { "k\($0)" }))
  }
}
