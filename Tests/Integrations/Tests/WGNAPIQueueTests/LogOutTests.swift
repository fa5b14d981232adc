import Foundation
import GRDB
import Testing
import WGNAPIRuntime
import WGNAPIStore

@testable import QueueKillTool
@testable import WGNAPIQueue

/// What is left of requests after the user has logged out.
@Suite struct LogOutTests {
  private let desktop: Desktop

  init() throws { desktop = try Desktop() }

  /// The parts of keys, lanes and bodies that are in the files.
  private func traces() throws -> [String] {
    let bytes = try desktop.bytes()
    // Without the digits that depend on what follows.
    let body = Data("\"private".utf8).base64EncodedString().dropLast(4)
    return ["private-key", "private-lane", "private-name", String(body)]
      .filter { bytes.range(of: Data($0.utf8)) != nil }
  }

  private func fill(_ queue: RequestQueue) async throws {
    for number in 0..<60 {
      // Some are larger than a page.
      let text = "private \(number) " + String(repeating: "x", count: number.isMultiple(of: 7) ? 9_000 : 300)
      try await queue.enqueue(
        note(text, in: "private-name"), in: "private-lane \(number % 5)", key: "private-key \(number)")
    }
    for entry in try await queue.entries().prefix(10) { try await queue.cancel(entry.id) }
    desktop.service.behave(.status(400), .status(400), .status(503))
    try await queue.flush()
  }

  @Test func nothingIsLeftInTheFiles() async throws {
    let queue = try desktop.queue()
    let other = try desktop.queue()
    try await fill(queue)
    for number in 0..<30 {
      try await other.enqueue(
        note("private \(number)", in: "private-name"), in: "private-lane", key: "private-key \(number)b")
    }
    #expect(try traces().count >= 3)
    try await queue.removeAll()
    #expect(try traces() == [])
    #expect(try await other.statistics().waiting == 0)
    // Both are still of use.
    try await other.enqueue(note("1"))
    #expect(try await queue.flush().delivered == 1)
  }

  @Test func copiesOfDamagedDatabasesAreRemoved() async throws {
    let queue = try desktop.queue()
    try await fill(queue)
    for _ in 0..<2 {
      let file = try #require(try desktop.databases().last)
      try await DatabaseQueue(path: file.path).writeWithoutTransaction {
        try $0.execute(sql: "DROP TABLE number")
      }
      try await queue.enqueue(note("private", in: "private-name"), in: "private-lane")
    }
    #expect(try desktop.databases().count == 3)
    // A process was killed while it saved a damaged one.
    try Data("private-key".utf8).write(to: desktop.folder.appendingPathComponent("requests.new.sqlite"))
    try await queue.removeAll()
    #expect(try desktop.databases().count == 1)
    #expect(try traces() == [])
    #expect(try await queue.statistics().waiting == 0)
  }

  /// Another process reads what has been removed.
  @Test func whatCannotBeRemovedIsAnError() async throws {
    let queue = try desktop.queue(busyTimeout: 0.05)
    try await fill(queue)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(
      path: #require(try desktop.databases().first).path, configuration: configuration)
    try await reader.writeWithoutTransaction {
      try $0.execute(sql: "BEGIN")
      _ = try Row.fetchAll($0, sql: "SELECT * FROM entry")
    }
    let error = await #expect(throws: StoreError.self) { try await queue.removeAll() }
    #expect(error?.kind == .busy)
    #expect(try await queue.entries().isEmpty)
    try await reader.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await queue.removeAll()
    #expect(try traces() == [])
  }
}
