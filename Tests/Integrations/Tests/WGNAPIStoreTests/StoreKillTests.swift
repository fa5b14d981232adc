import Foundation
import GRDB
import TestSupport
import Testing
import WGNAPICache
import WGNAPIRuntime

@testable import StoreKillTool
@testable import WGNAPIStore

/// Kills a process that changes a store, over and over. `WGNAPI_KILLS` sets how often.
///
/// Afterwards the files are sound, every response is exactly what belongs to its key, what was confirmed as
/// stored is there, and what was confirmed as removed isn't.
@Suite struct StoreKillTests {
  private let tool = BuiltTool("StoreKillTool")
  private static let keyCount = 40
  private static let count = ProcessInfo.processInfo.environment["WGNAPI_KILLS"].flatMap { Int($0) } ?? 25

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A store that has grown over many kills, and which this process has open, too.
  @Test func confirmedResponsesSurvive() async throws {
    let watcher = try DiskResponseStore(at: folder.store)
    var contents = ConfirmedContents()
    var interrupted = 0
    for round in 0..<Self.count / 2 {
      let changes = try killTool(limit: 64 << 20, seed: round)
      if contents.apply(changes) { interrupted += 1 }
      try expectSound()
      let fresh = try DiskResponseStore(at: folder.store)
      for number in 0..<Self.keyCount {
        let response = try await fresh.response(for: KnownContent.key(number))
        #expect(try await watcher.response(for: KnownContent.key(number)) == response)
        let version = try response.map { response in
          try #require(KnownContent.version(of: response, for: number), "wrong response for key \(number)")
        }
        try #require(
          contents.allows(version, for: number), "key \(number) has \(version as Int?), round \(round)")
        contents.settle(number, version)
      }
    }
    print("\(interrupted) of \(Self.count / 2) kills hit a change of a grown store")
  }

  /// A store with little room, whose responses make way for each other all the time.
  @Test func aFullStoreSurvives() async throws {
    let limit = 200_000
    var known = 0
    for round in 0..<Self.count / 4 {
      let changes = try killTool(limit: limit, seed: round)
      try expectSound()
      let store = try DiskResponseStore(at: folder.store, sizeLimit: limit)
      #expect(try await store.size <= limit)
      let last = lastConfirmed(changes, limit: limit)
      for number in 0..<Self.keyCount {
        let response = try await store.response(for: KnownContent.key(number))
        let version = response.flatMap { KnownContent.version(of: $0, for: number) }
        #expect((response == nil) == (version == nil), "wrong response for key \(number)")
        if let last, last.number == number {
          #expect(version == last.version, "key \(number), round \(round)")
        }
      }
      if last != nil { known += 1 }
    }
    print("\(known) of \(Self.count / 4) kills had to leave a certain response in a full store")
  }

  /// The response that was stored last, and must be there: nothing but another small one can have come after
  /// it.
  private func lastConfirmed(_ changes: [String], limit: Int) -> (number: Int, version: Int)? {
    guard let index = changes.lastIndex(where: { $0.hasPrefix("S") }) else { return nil }
    let stores = changes[index...].map { $0.lowercased().split(separator: " ").compactMap { Int($0) } }
    guard stores.count <= 2, stores.allSatisfy({ $0.count == 2 }),
      stores.count == 1 || stores[0][0] != stores[1][0]
    else { return nil }
    let sizes = stores.map {
      ResponseRecord(KnownContent.response($0[0], version: $0[1]), for: KnownContent.key($0[0])).size
    }
    return sizes.reduce(0, +) <= limit ? (stores[0][0], stores[0][1]) : nil
  }

  /// A folder without a store, or with a file that isn't a database, so the process is killed while it creates the
  /// store.
  @Test func anEmergingStoreSurvives() async throws {
    var opened = 0
    for round in 0..<(Self.count + 3) / 4 {
      try? FileManager.default.removeItem(at: folder.store)
      if round % 2 == 1 { try folder.writeDatabase(Array(repeating: 7, count: 10_000)) }
      let changes = try killTool(limit: 64 << 20, seed: round, isOpening: true)
      if changes.contains("open") { opened += 1 }
      let store = try DiskResponseStore(at: folder.store)
      try expectSound()
      var contents = ConfirmedContents()
      contents.apply(changes)
      for number in 0..<Self.keyCount {
        let response = try await store.response(for: KnownContent.key(number))
        let version = response.flatMap { KnownContent.version(of: $0, for: number) }
        #expect((response == nil) == (version == nil), "wrong response for key \(number)")
        #expect(contents.allows(version, for: number), "key \(number) has \(version as Int?), round \(round)")
      }
    }
    print(
      "\(opened) of \((Self.count + 3) / 4) kills hit a store that had just been made, the others the making of it"
    )
  }

  /// Of three processes that write to the same store, one is killed: the others lose nothing by it.
  @Test func theOtherProcessesGoOn() async throws {
    for round in 0..<(Self.count + 9) / 10 {
      let first = round * 1_000
      let processes = try (0..<3).map { index in
        try tool.start(
          ["share", folder.store.path, "\(1 << 30)", "\(first + index * 100)", "30"],
          output: folder.url.appendingPathComponent("output\(index)"))
      }
      usleep(.random(in: 10_000...100_000))
      kill(processes[0].processIdentifier, SIGKILL)
      for process in processes { process.waitUntilExit() }
      let store = try DiskResponseStore(at: folder.store, sizeLimit: 1 << 30)
      for index in 0..<3 {
        if index > 0 { #expect(processes[index].terminationStatus == 0, "round \(round)") }
        for number in first + index * 100..<first + index * 100 + 30 {
          let response = try await store.response(for: KnownContent.key(number))
          if index == 0, response == nil { continue }
          #expect(response == KnownContent.response(number, version: 1), "key \(number)")
        }
      }
      try expectSound()
    }
  }

  /// Lets the tool work for a random time, and kills it.
  ///
  /// - Parameter isOpening: whether the time begins before it opens the store, or after.
  /// - Returns: the lines that it wrote.
  private func killTool(limit: Int, seed: Int, isOpening: Bool = false) throws -> [String] {
    let output = folder.url.appendingPathComponent("output")
    let process = try tool.start(
      ["write", folder.store.path, "\(limit)", "\(seed)", "\(Self.keyCount)"], output: output)
    // The tool says "begin", opens the store, and says "open".
    while process.isRunning, try Data(contentsOf: output).count < (isOpening ? 1 : 7) { usleep(500) }
    usleep(.random(in: 0...(isOpening ? 60_000 : 80_000)))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal, "the tool ended by itself")
    return try BuiltTool.lines(of: output)
  }

  private func expectSound() throws {
    for database in try folder.databases() {
      let check = try DatabaseQueue(path: database.path).writeWithoutTransaction {
        try String.fetchAll($0, sql: "PRAGMA integrity_check")
      }
      try #require(check == ["ok"], "\(check)")
    }
  }
}

/// What a store must hold by the lines that `StoreKillTool write` wrote.
struct ConfirmedContents {
  /// The version that is there for certain, by its key.
  private(set) var versions: [Int: Int] = [:]
  /// What may be there instead, as its change had begun; nil for nothing.
  private var alternatives: [Int: Int?] = [:]

  /// Takes over what was done, and keeps in mind what had begun.
  ///
  /// - Returns: whether something had begun and wasn't confirmed.
  @discardableResult mutating func apply(_ lines: [String]) -> Bool {
    var begun: String?
    for line in lines where line != "begin" && line != "open" {
      if line.first?.isLowercase == true {
        begun = line
      } else {
        for (number, version) in Self.effects(of: line.lowercased()) { versions[number] = version }
        begun = nil
      }
    }
    alternatives = [:]
    for (number, version) in begun.map(Self.effects) ?? [] { alternatives[number] = version }
    return begun != nil
  }

  func allows(_ version: Int?, for number: Int) -> Bool {
    if version == versions[number] { return true }
    guard let alternative = alternatives[number] else { return false }
    return version == alternative
  }

  /// Takes what was found for what is there.
  mutating func settle(_ number: Int, _ version: Int?) { versions[number] = version }

  private static func effects(of line: String) -> [(Int, Int?)] {
    let parts = line.split(separator: " ")
    let numbers = parts.compactMap { Int($0) }
    switch (parts.first, numbers.count) {
    case ("s", 2): return [(numbers[0], numbers[1])]
    case ("r", 1): return [(numbers[0], nil)]
    case ("e", 1): return (0..<40).filter { $0 % KnownContent.endpointCount == numbers[0] }.map { ($0, nil) }
    case ("a", 0): return (0..<40).map { ($0, nil) }
    default: return []
    }
  }
}
