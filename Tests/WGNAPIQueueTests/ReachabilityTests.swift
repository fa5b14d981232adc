import FlyingFox
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime

@testable import QueueKillTool
@testable import WGNAPIQueue

/// Probing over connections, to a server that goes away and comes back.
@Suite struct ReachabilityTests {
  private let desktop: Desktop
  private let texts = Texts()

  init() throws { desktop = try Desktop() }

  @Test func aServerGoesAwayAndComesBack() async throws {
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
      #expect(await !probing.isReachable())
      try await withLoopbackServer(port: port, texts.respond) { _ in
        while try await queue.statistics().waiting > 0 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(await probing.isReachable())
        guard case .answered = try await queue.send(note("\(round)c"), in: "lane") else {
          Issue.record("the server is back, and isn't asked")
          return
        }
      }
    }
    await queue.stop()
    #expect(texts.all == (1...3).flatMap { ["\"\($0)a\"", "\"\($0)b\"", "\"\($0)c\""] })
  }
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
