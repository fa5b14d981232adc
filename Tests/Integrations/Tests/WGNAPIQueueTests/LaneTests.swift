import FlyingFox
import Foundation
import GRDB
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIStore

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Lanes over connections: what happens in one of them doesn't concern the others.
@Suite(.timeLimit(.minutes(3))) struct LaneTests {
  private let desktop: Desktop
  private let server = LaneServer()

  init() throws { desktop = try Desktop() }

  private func queue(_ place: APIServer, busyTimeout: Double = 5) throws -> RequestQueue {
    let client = Desk(place, configuration: ClientConfiguration(timeout: .seconds(60), middleware: []))
    var configuration = QueueConfiguration()
    configuration.backoff = Backoff(base: .milliseconds(5), maximum: .milliseconds(20))
    configuration.pollInterval = .milliseconds(50)
    return try RequestQueue(
      at: desktop.folder, core: client.core, requests: [AddNoteRequest.self, PayRequest.self],
      configuration: configuration, busyTimeout: busyTimeout)
  }

  /// Waits in real time until something is true.
  private func wait(_ words: Comment, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<5_000 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(2))
    }
    Issue.record(words)
  }

  /// A second connection to the database's file, whose transactions can stay open.
  private func otherConnection() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    return try DatabaseQueue(path: #require(try desktop.databases().first).path, configuration: configuration)
  }

  @Test func slowLanesDoNotHoldUpOthers() async throws {
    try await withLoopbackServer(server.respond) { place in
      let queue = try queue(place)
      let slow = (0..<6).map { "slow\($0)" }
      for lane in slow { try await queue.enqueue(note("1", in: lane), in: lane) }
      queue.start()
      try await wait("the slow ones begin") { server.arrivals.count >= 4 }
      try await queue.enqueue(note("1", in: "quick"), in: "quick")
      try await wait("the quick one waits") { try await queue.entries(in: "quick").isEmpty }
      // One that comes later, too.
      try await queue.enqueue(note("2", in: "quick"), in: "quick")
      try await wait("the quick one waits") { try await queue.entries(in: "quick").isEmpty }
      #expect(try await queue.entries().count == slow.count)
      server.isOpen = true
      try await wait("the slow ones end") { try await queue.entries().isEmpty }
      await queue.stop()
      #expect(server.arrivals.sorted() == ["quick", "quick"] + slow)
    }
  }

  @Test func slowLanesDoNotHoldUpOthersInAFlush() async throws {
    try await withLoopbackServer(server.respond) { place in
      let queue = try queue(place)
      for lane in (0..<5).map({ "slow\($0)" }) + ["quick"] {
        try await queue.enqueue(note("1", in: lane), in: lane)
      }
      let flushing = Task { try await queue.flush() }
      try await wait("the quick one waits") { try await queue.entries(in: "quick").isEmpty }
      server.isOpen = true
      #expect(try await flushing.value.delivered == 6)
    }
  }

  /// As soon as one of their requests arrives, the next one is there.
  @Test func lanesThatAreNeverEmptyDoNotHoldUpOthers() async throws {
    let server = server
    try await withLoopbackServer(server.respond) { place in
      let queue = try queue(place)
      server.whenAsked { lane in
        guard lane.hasPrefix("busy"), !server.isOpen else { return }
        try await queue.enqueue(note("more", in: lane), in: lane)
      }
      for number in 0..<8 {
        try await queue.enqueue(note("1", in: "busy\(number)"), in: "busy\(number)")
      }
      queue.start()
      try await wait("the busy ones begin") { server.arrivals.count >= 100 }
      try await queue.enqueue(note("1", in: "quiet"), in: "quiet")
      try await wait("the quiet one waits") { try await queue.entries(in: "quiet").isEmpty }
      #expect(Set(server.arrivals).count == 9)
      server.isOpen = true
      try await wait("the busy ones end") { try await queue.entries().isEmpty }
      await queue.stop()
      #expect(try await queue.statistics().delivered == server.arrivals.count)
    }
  }

  /// A flush sends what was there when it began.
  @Test func aFlushEndsThoughALaneIsNeverEmpty() async throws {
    let server = server
    try await withLoopbackServer(server.respond) { place in
      let queue = try queue(place)
      server.whenAsked { lane in
        if !server.isOpen { try await queue.enqueue(note("more", in: lane), in: lane) }
      }
      for number in 0..<40 { try await queue.enqueue(note("\(number)", in: "busy"), in: "busy") }
      let hasEnded = Flag()
      let flushing = Task {
        let result = try await queue.flush()
        hasEnded.isSet = true
        return result
      }
      try await wait("the flush doesn't end") { hasEnded.isSet }
      server.isOpen = true
      let result = try await flushing.value
      #expect(result.delivered == 40 && result.waiting == 40)
    }
  }

  /// The response in one lane can't be noted, while another lane's request, which must not be sent twice, is being answered.
  @Test func anErrorOfTheStoreInOneLaneLeavesOthersAlone() async throws {
    let server = server
    try await withLoopbackServer(server.respond) { place in
      let queue = try queue(place, busyTimeout: 0.05)
      let other = try otherConnection()
      let hasFailed = Flag()
      let changes = queue.changes
      let watching = Task {
        for await change in changes { if case .storeFailed = change { hasFailed.isSet = true } }
      }
      server.whenAsked { lane in
        if lane == "a" {
          while !server.arrivals.contains("payments") { try await Task.sleep(for: .milliseconds(2)) }
          try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        } else if lane == "payments" {
          while !hasFailed.isSet { try await Task.sleep(for: .milliseconds(2)) }
          try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        }
      }
      try await queue.enqueue(note("1", in: "a"), in: "a")
      try await queue.enqueue(PayRequest(amount: 5), in: "b")
      queue.start()
      try await wait("the results aren't written") { try await queue.entries().isEmpty }
      await queue.stop()
      watching.cancel()
      #expect(try await queue.statistics() == QueueStatistics(accepted: 2, delivered: 2))
      #expect(server.arrivals.sorted() == ["a", "payments"])
    }
  }

  @Test func anErrorOfTheStoreInAFlushIsThrownAtItsEnd() async throws {
    let server = server
    try await withLoopbackServer(server.respond) { place in
      let queue = try queue(place, busyTimeout: 0.05)
      let other = try otherConnection()
      server.whenAsked { lane in
        if lane == "a" {
          while !server.arrivals.contains("payments") { try await Task.sleep(for: .milliseconds(2)) }
          try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        } else if lane == "payments" {
          while !server.isOpen { try await Task.sleep(for: .milliseconds(2)) }
        }
      }
      try await queue.enqueue(note("1", in: "a"), in: "a")
      try await queue.enqueue(PayRequest(amount: 5), in: "b")
      let flushing = Task { try await queue.flush() }
      try await wait("both begin") { server.arrivals.count == 2 }
      // Longer than the store waits for the other connection.
      try await Task.sleep(for: .milliseconds(300))
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      server.isOpen = true
      let error = await #expect(throws: StoreError.self) { try await flushing.value }
      #expect(error?.kind == .busy)
      #expect(try await queue.statistics() == QueueStatistics(accepted: 2, delivered: 1, waiting: 1))
      #expect(try await queue.flush().delivered == 1)
      #expect(server.arrivals.sorted() == ["a", "payments"])
    }
  }

  /// Nobody else takes such a request for that of a process that was killed.
  @Test func aLaneWhoseResultIsNotWrittenStaysOccupied() async throws {
    let queue = try desktop.queue(busyTimeout: 0.05)
    let second = try desktop.queue()
    let other = try otherConnection()
    desktop.service.behave(
      .acceptAnd { try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") } })
    try await queue.enqueue(PayRequest(amount: 5))
    await #expect(throws: StoreError.self) { try await queue.flush() }
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    let result = try await second.flush()
    #expect(result.isOccupied && result.waiting == 1 && result.deadLetters == 0)
    #expect(try await queue.flush().delivered == 1)
    #expect(desktop.service.arrivals.count == 1)
    #expect(
      try await second.flush()
        == FlushResult(
          delivered: 0, waiting: 0, deadLetters: 0, nextAttempt: nil, isOccupied: false))
  }

  /// A process that is stopped in the middle of a request keeps its lane, and nothing else.
  @Test func aStoppedProcessBlocksOnlyItsLane() async throws {
    let output = desktop.url.appendingPathComponent("output")
    let server = server
    server.whenAsked { lane in
      while lane == "d0", !server.isOpen { try await Task.sleep(for: .milliseconds(2)) }
    }
    try await withLoopbackServer(server.respond) { place in
      let port = try #require(place.baseURL.split(separator: ":").last.map(String.init))
      let process = try BuiltTool("QueueKillTool").start(
        ["store", desktop.folder.path, port, "0", "1"], output: output)
      try await wait("the process sends nothing") { server.arrivals == ["d0"] }
      kill(process.processIdentifier, SIGSTOP)
      let queue = try queue(place)
      try await queue.enqueue(note("1", in: "other"), in: "other")
      let result = try await queue.flush()
      #expect(result.delivered == 1 && result.isOccupied && result.waiting == 1)
      guard case .answered = try await queue.send(note("2", in: "other"), in: "other") else {
        Issue.record("the lane is blocked")
        return
      }
      kill(process.processIdentifier, SIGKILL)
      try await BuiltTool.end(of: process)
      server.isOpen = true
      #expect(try await queue.flush(resettingDelays: true).delivered == 1)
      #expect(server.arrivals == ["d0", "other", "other", "d0"])
    }
  }

  /// The locks' files are removed, also those of processes that were killed.
  @Test func locksLeaveNothingBehind() async throws {
    let queue = try desktop.queue()
    for lane in 0..<20 { try await queue.enqueue(note("1"), in: "\(lane)") }
    try await queue.flush()
    let abandoned = desktop.folder.appendingPathComponent("requests.lane-0123456789abcdef")
    let lock = try #require(try LaneLock(ifFree: "held", in: queue.database.folder))
    try Data().write(to: abandoned)
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: desktop.folder.path).filter { $0.contains("lane-") }
    }
    #expect(try files().count == 2)
    _ = try desktop.queue()
    #expect(try files().count == 1)
    #expect(try LaneLock(ifFree: "held", in: queue.database.folder) == nil)
    withExtendedLifetime(lock) {}
  }
}

/// A server that accepts everything, at once unless the lane is slow.
///
/// Unchecked: all mutable state is behind the lock.
private final class LaneServer: @unchecked Sendable {
  private let lock = NSLock()
  private var log: [String] = []
  private var hook: @Sendable (String) async throws -> Void = { _ in }
  private var open = false

  /// Whether slow requests are answered.
  var isOpen: Bool {
    get { lock.withLock { open } }
    set { lock.withLock { open = newValue } }
  }

  /// The documents of all requests.
  var arrivals: [String] { lock.withLock { log } }

  /// Sets what happens before a request is answered.
  func whenAsked(_ hook: @escaping @Sendable (String) async throws -> Void) {
    lock.withLock { self.hook = hook }
  }

  @Sendable func respond(_ request: FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse {
    guard request.method == .POST else { return .json("{}") }
    let name = request.path.split(separator: "/").dropFirst().first.map(String.init) ?? "payments"
    let hook = lock.withLock {
      log.append(name)
      return self.hook
    }
    try await hook(name)
    while name.hasPrefix("slow"), !isOpen { try await Task.sleep(for: .milliseconds(2)) }
    return .json(#"{"ok": true}"#)
  }
}
