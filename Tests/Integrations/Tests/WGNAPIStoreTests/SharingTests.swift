import Foundation
import GRDB
import TestSupport
import Testing
import WGNAPICache
import WGNAPIRuntime

@testable import StoreKillTool
@testable import WGNAPIStore

/// Many tasks, many stores, many processes at once.
@Suite struct SharingTests {
  private let tool = BuiltTool("StoreKillTool")
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func manyTasksAtOnce() async throws {
    let limit = 4 << 20
    let stores = try (0..<2).map { _ in try DiskResponseStore(at: folder.store, sizeLimit: limit) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          var random = SplitMix64(state: UInt64(task))
          let store = stores[task % 2]
          for version in 1...40 {
            let number = Int(random.next() % 20)
            switch random.next() % 20 {
            case 0: try await store.removeAll(of: KnownContent.endpoint(number))
            case 1: try await store.remove(KnownContent.key(number))
            case 2..<10:
              guard let response = try await store.response(for: KnownContent.key(number)) else { continue }
              #expect(KnownContent.version(of: response, for: number) != nil)
            default:
              let response = KnownContent.response(number, version: task * 100 + version)
              try await store.store(response, for: KnownContent.key(number))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await stores[0].size <= limit)
    let sizes = try folder.withDatabase { database in
      try ["SELECT SUM(size) FROM response", "SELECT size FROM total"].map {
        try Int.fetchOne(database, sql: $0)
      }
    }
    #expect(sizes[0] == sizes[1])
    #expect(try folder.withDatabase { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
  }

  /// Four processes make the store, write to it and read what the others wrote; nothing is lost or mixed up.
  @Test func severalProcessesAtOnce() async throws {
    let outputs = (0..<4).map { folder.url.appendingPathComponent("output\($0)") }
    let processes = try outputs.enumerated().map { index, output in
      try tool.start(
        ["share", folder.store.path, "1000000000", "\(index * 100)", "60"], output: output)
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
    let store = try DiskResponseStore(at: folder.store)
    for index in 0..<4 {
      for number in index * 100..<index * 100 + 60 {
        let response = try await store.response(for: KnownContent.key(number))
        #expect(response == KnownContent.response(number, version: 1), "key \(number)")
      }
    }
    #expect(try folder.databases().count == 1)
  }

  /// All find a file that isn't a database: one replaces it, and the others use the new one.
  @Test func severalProcessesReplaceTheSameFile() async throws {
    try folder.writeDatabase(Array(repeating: 7, count: 10_000))
    let processes = try (0..<4).map { index in
      try tool.start(
        ["share", folder.store.path, "1000000000", "\(index * 100)", "10"],
        output: folder.url.appendingPathComponent("output\(index)"))
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
    #expect(try folder.database().lastPathComponent == "responses-2.sqlite")
    let store = try DiskResponseStore(at: folder.store)
    for index in 0..<4 {
      for number in index * 100..<index * 100 + 10 {
        #expect(try await store.response(for: KnownContent.key(number)) != nil, "key \(number)")
      }
    }
  }

  @Test func aCancelledTaskIsToldSo() async throws {
    let store = try DiskResponseStore(at: folder.store)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.store(KnownContent.response(1, version: 1), for: KnownContent.key(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await store.response(for: KnownContent.key(1)) == nil)
    try await store.store(KnownContent.response(1, version: 1), for: KnownContent.key(1))
    #expect(try await store.response(for: KnownContent.key(1)) != nil)
  }

  /// While another process writes, reading goes on, opening too, and writing fails after a while.
  @Test func aWriterHoldsUpWritersOnly() async throws {
    let store = try DiskResponseStore(at: folder.store, sizeLimit: 1 << 20, busyTimeout: 0.05)
    let response = KnownContent.response(1, version: 1)
    try await store.store(response, for: KnownContent.key(1))
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.database().path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE; DELETE FROM response") }
    #expect(try await store.response(for: KnownContent.key(1)) == response)
    let error = await #expect(throws: StoreError.self) {
      try await store.store(KnownContent.response(2, version: 1), for: KnownContent.key(2))
    }
    #expect(error?.kind == .busy)
    let second = try DiskResponseStore(at: folder.store, sizeLimit: 1 << 20, busyTimeout: 0.05)
    #expect(try await second.response(for: KnownContent.key(1)) == response)
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    #expect(try await store.response(for: KnownContent.key(1)) == nil)
    try await second.store(KnownContent.response(2, version: 1), for: KnownContent.key(2))
    #expect(try await store.response(for: KnownContent.key(2)) == KnownContent.response(2, version: 1))
  }
}
