import FlyingFox
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPITesting

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Probing over connections, to a server that goes away and comes back.
@Suite struct ReachabilityTests {
  let desktop: Desktop
  private let texts = Texts()

  init() throws { desktop = try Desktop() }

  @Test(.timeLimit(.minutes(1))) func aServerGoesAwayAndComesBack() async throws {
    var port: UInt16 = 0
    try await withLoopbackServer(texts.respond) { server in
      port = try #require(server.baseURL.split(separator: ":").last.flatMap { UInt16($0) })
    }
    let client = Desk(
      APIServer("eu", "http://127.0.0.1:\(port)"),
      configuration: ClientConfiguration(timeout: .seconds(30), middleware: []))
    let probing = ProbingReachability(
      url: try #require(URL(string: "http://127.0.0.1:\(port)/")),
      transport: client.core.configuration.transport,
      backoff: Backoff(base: .milliseconds(5), maximum: .milliseconds(20)))
    var configuration = QueueConfiguration()
    configuration.reachability = probing
    // Nothing is sent in time unless the queue hears that the server is back.
    configuration.backoff = Backoff(base: .seconds(3_600), maximum: .seconds(3_600))
    let queue = try RequestQueue(
      at: desktop.folder, client: client, requests: [AddNoteRequest.self], configuration: configuration)
    queue.start()
    for round in 1...3 {
      #expect(try await queue.send(note("\(round)a"), in: "lane").id != nil)
      #expect(try await queue.send(note("\(round)b"), in: "lane").id != nil)
      // A pass that has just ended may still hold the lane. Then the next one finds out that nobody answers.
      while await probing.isReachable() { try await Task.sleep(for: .milliseconds(2)) }
      try await withLoopbackServer(port: port, texts.respond) { _ in
        func waitForAll() async throws {
          while try await queue.statistics().waiting > 0 { try await Task.sleep(for: .milliseconds(2)) }
        }
        try await waitForAll()
        #expect(await probing.isReachable())
        _ = try await queue.send(note("\(round)c"), in: "lane")
        try await waitForAll()
      }
    }
    await queue.stop()
    #expect(texts.all == (1...3).flatMap { ["\"\($0)a\"", "\"\($0)b\"", "\"\($0)c\""] })
  }
}

extension ReachabilityTests {
  /// A server that answers `HEAD`, but closes the connection of every other request.
  @Test func probingDoesNotUndoTheBackoff() async throws {
    let times = Times()
    let server = try MisbehavingServer { request in
      if request.method == "HEAD" { return [.response("", fields: [])] }
      times.add(ContinuousClock.now)
      return [.close]
    }
    let client = Desk(
      server.server, configuration: ClientConfiguration(timeout: .seconds(30), middleware: []))
    var configuration = QueueConfiguration()
    configuration.reachability = ProbingReachability(
      url: try #require(URL(string: server.server.baseURL)),
      transport: client.core.configuration.transport,
      backoff: Backoff(base: .milliseconds(5), maximum: .milliseconds(20)))
    configuration.backoff = Backoff(base: .milliseconds(100), maximum: .seconds(10), isRandom: false)
    let queue = try RequestQueue(
      at: desktop.folder, client: client, requests: [AddNoteRequest.self], configuration: configuration)
    try await queue.enqueue(note("1"))
    queue.start()
    for _ in 0..<15_000 where times.all.count < 6 { try await Task.sleep(for: .milliseconds(2)) }
    await queue.stop()
    let all = times.all
    try #require(all.count >= 6)
    // Each attempt may follow the one before at once, if that one had its delay. The delays are 0.2 and 0.8 seconds.
    #expect(all[5] - all[0] >= .milliseconds(900))
    #expect(try await queue.entries().count == 1)
  }

  /// The delays between probes grow until a request of the queue is answered.
  @Test func aServerThatComesAndGoesIsNotAskedMoreOften() async throws {
    let service = desktop.service
    let clock = ManualClock(jumps: true)
    let probing = ProbingReachability(
      url: try #require(URL(string: "https://desk.example/")), transport: service,
      backoff: Backoff(base: .seconds(1), maximum: .seconds(60), isRandom: false), clock: clock)
    for delay in [1, 2, 4, 8] {
      let start = clock.uptime
      await probing.note(isReachable: false)
      service.behave(.offline, .status(200))
      try await probing.waitUntilReachable()
      #expect(clock.uptime - start == .seconds(delay))
    }
    await probing.note(isReachable: true)
    await probing.note(isReachable: false)
    let start = clock.uptime
    service.behave(.offline, .status(200))
    try await probing.waitUntilReachable()
    #expect(clock.uptime - start == .seconds(1))
  }

  /// A response to a request of the queue counts before the next probe.
  @Test func aResponseEndsTheWait() async throws {
    let probing = ProbingReachability(
      url: try #require(URL(string: "https://desk.example/")), transport: desktop.service,
      backoff: .constant(.seconds(3_600)), clock: desktop.clock)
    desktop.service.behave(then: .offline)
    await probing.note(isReachable: false)
    let waiting = Task { try await probing.waitUntilReachable() }
    try await desktop.clock.waitForSleepers()
    await probing.note(isReachable: true)
    try await waiting.value
    #expect(desktop.clock.uptime == .zero)
  }
}

/// When requests arrived.
///
/// Unchecked: all mutable state is behind the lock.
private final class Times: @unchecked Sendable {
  private let lock = NSLock()
  private var times: [ContinuousClock.Instant] = []

  var all: [ContinuousClock.Instant] { lock.withLock { times } }

  func add(_ time: ContinuousClock.Instant) { lock.withLock { times.append(time) } }
}

/// The texts of the notes that arrived.
///
/// Unchecked: all mutable state is behind the lock.
private final class Texts: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  var all: [String] { lock.withLock { texts } }

  @Sendable func respond(_ request: FlyingFox.HTTPRequest) async throws -> FlyingFox.HTTPResponse {
    guard request.method == .POST else { return .json("{}") }
    let text = String(decoding: try await request.bodyData, as: UTF8.self)
    lock.withLock { texts.append(text) }
    return .json("{}")
  }
}
