import Foundation
import GRDB
import TestSupport
import Testing

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Kills a process that stores and sends requests, over and over. `WGNAPI_KILLS` sets how often.
///
/// Afterwards the server has accepted every request whose storing was confirmed, each once, and in order.
@Suite struct QueueKillTests {
  private let tool = BuiltTool("QueueKillTool")
  private static let count = ProcessInfo.processInfo.environment["WGNAPI_KILLS"].flatMap { Int($0) } ?? 25

  let desktop: Desktop
  private var output: URL { desktop.url.appendingPathComponent("output") }

  init() throws { desktop = try Desktop() }

  @Test func nothingIsLostOrAcceptedTwice() async throws {
    let server = NoteServer()
    var confirmed = 0
    var interrupted = 0
    try await withLoopbackServer(server.respond) { place in
      let port = try #require(place.baseURL.split(separator: ":").last.map(String.init))
      var expected: Set<Int> = []
      for round in 1...Self.count {
        let process = try tool.start(
          ["work", desktop.folder.path, port, "\(round)", "3"], output: output)
        // Half of the kills may hit the opening.
        let start = round.isMultiple(of: 2) ? "begin" : "open"
        while process.isRunning, !(try BuiltTool.lines(of: output).contains(start)) {
          try await Task.sleep(for: .milliseconds(1))
        }
        try await Task.sleep(for: .microseconds(.random(in: 0...120_000)))
        kill(process.processIdentifier, SIGKILL)
        try await BuiltTool.end(of: process)
        #expect(process.terminationReason == .uncaughtSignal, "the tool ended by itself")
        let lines = try BuiltTool.lines(of: output)
        let stored = lines.filter { $0.hasPrefix("S ") }.compactMap { Int($0.split(separator: " ")[1]) }
        expected.formUnion(stored)
        if lines.last?.hasPrefix("s ") == true { interrupted += 1 }
        if round.isMultiple(of: 25) || round == Self.count { try await empty(port, server, expected) }
      }
      confirmed = expected.count
    }
    print(
      "\(Self.count) kills, \(interrupted) of them while a request was stored: \(confirmed) confirmed requests, "
        + "all accepted once and in order; \(server.repetitions) repeated keys")
  }

  /// Lets a process send all that is left, and compares.
  private func empty(_ port: String, _ server: NoteServer, _ expected: Set<Int>) async throws {
    let process = try tool.start(["send", desktop.folder.path, port], output: output)
    try await BuiltTool.end(of: process)
    try #require(process.terminationReason == .exit && process.terminationStatus == 0)
    var all: [Int] = []
    for (document, numbers) in server.numbers {
      #expect(numbers == numbers.sorted(), "the order in \(document)")
      #expect(numbers.allSatisfy { "d\($0 * 7 % 3)" == document })
      all += numbers
    }
    try #require(Set(all).count == all.count, "accepted twice")
    try #require(expected.subtracting(all).isEmpty, "lost: \(expected.subtracting(all).sorted())")
    let check = try await DatabaseQueue(path: #require(try desktop.databases().last).path).read {
      (try String.fetchOne($0, sql: "PRAGMA integrity_check"), try $0.statistics())
    }
    #expect(check.0 == "ok")
    #expect(check.1.waiting == 0 && check.1.deadLetters == 0 && check.1.accepted == check.1.delivered)
    #expect(check.1.delivered == all.count)
  }

  /// Four processes store and send at once; one of them is killed.
  @Test func severalProcessesShareAQueue() async throws {
    let server = NoteServer()
    try await withLoopbackServer(server.respond) { place in
      let port = try #require(place.baseURL.split(separator: ":").last.map(String.init))
      for round in 0..<max(1, Self.count / 25) {
        let processes = try (0..<4).map { index in
          try tool.start(
            ["store", desktop.folder.path, port, "\(round * 1_000 + index * 100)", "30"],
            output: desktop.url.appendingPathComponent("output\(index)"))
        }
        try await Task.sleep(for: .milliseconds(.random(in: 20...200)))
        kill(processes[0].processIdentifier, SIGKILL)
        for (index, process) in processes.enumerated() {
          try await BuiltTool.end(of: process)
          if index > 0 { #expect(process.terminationStatus == 0) }
        }
        // What the killed one left is sent by the next.
        let last = try tool.start(["send", desktop.folder.path, port], output: output)
        try await BuiltTool.end(of: last)
        #expect(last.terminationStatus == 0)
        let all = server.numbers.values.flatMap { $0 }
        #expect(Set(all).count == all.count)
        for index in 1..<4 {
          let numbers = (0..<30).map { round * 1_000 + index * 100 + $0 }
          #expect(Set(numbers).subtracting(all).isEmpty)
          // Each process's own requests are in order.
          for (_, accepted) in server.numbers {
            let own = accepted.filter { numbers.contains($0) }
            #expect(own == own.sorted())
          }
        }
      }
    }
  }
}
