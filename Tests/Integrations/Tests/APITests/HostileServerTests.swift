import Foundation
import GitHub
import HTTPTypes
import OpenAI
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIStreams

/// Services, or others in their place, that mean harm: streams that end never, or lead elsewhere.
@Suite(.timeLimit(.minutes(5))) struct HostileServerTests {
  private static let limit = 1 << 20

  private func chat(
    _ server: MisbehavingServer, idleTimeout: Duration = .seconds(60)
  ) async throws -> EventStream<CompletionChunk> {
    let client = OpenAI.Client(
      server: .init(url: server.url, like: .main), key: .bearer("sk-secret"),
      configuration: ClientConfiguration(
        responseSizeLimit: Self.limit, middleware: [], idleTimeout: idleTimeout))
    return try await client.streamChat(
      payload: .init(model: "m", messages: [.userMessage(UserMessage(content: .string("?")))]))
  }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n"

  /// What a server sends that never ends an event, each a gigabyte at least.
  enum Flood: String, CaseIterable, Sendable {
    case event, line, comments, fields, ids, emptyComments

    var text: String {
      switch self {
      case .event: "data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"
      case .line: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      case .comments: ": still there\n"
      case .fields: "field: value\n"
      case .ids: "id: 1\nevent: a\nretry: 1\n"
      case .emptyComments: ":\r\n"
      }
    }
  }

  @Test(arguments: Flood.allCases) func anEventThatNeverEnds(flood: Flood) async throws {
    let portion = Array(String(repeating: flood.text, count: (1 << 16) / flood.text.utf8.count).utf8)
    let server = try MisbehavingServer { _ in
      [.text(Self.head + "\r\n"), .flood(portion, times: 1 << 14)]
    }
    try await expectTooLarge(server)
  }

  /// A gigabyte in a megabyte: each of these is compressed to a thousandth.
  @Test(arguments: Flood.allCases) func aBombInAStream(flood: Flood) async throws {
    let portion = Array(String(repeating: flood.text, count: (1 << 20) / flood.text.utf8.count).utf8)
    let member = try compressed(portion, times: 16)
    let server = try MisbehavingServer { _ in
      [.text(Self.head + "Content-Encoding: gzip\r\n\r\n"), .flood(member, times: 64), .close]
    }
    try await expectTooLarge(server)
  }

  private func expectTooLarge(_ server: MisbehavingServer) async throws {
    let growth = try await memoryGrowth(triedUntilBelow: 32 << 20) {
      let stream = try await chat(server)
      let error = await #expect(throws: APIError.self) {
        for try await _ in stream { Issue.record("an element") }
      }
      guard case .responseTooLarge(Self.limit)? = error?.kind else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(!"\(String(describing: error))".contains("sk-secret"))
    }
    #expect(growth < 32 << 20)
  }

  /// Bytes that come all the time aren't a stall, but those of nothing but white space aren't events, either.
  @Test func aStreamThatStallsForEver() async throws {
    for start in ["", "data: {", ": one comment\n\n"] {
      let server = try MisbehavingServer { _ in
        [.text(Self.head + "\r\n" + start), .wait(milliseconds: 20_000)]
      }
      let began = ContinuousClock.now
      let stream = try await chat(server, idleTimeout: .milliseconds(200))
      let error = await #expect(throws: APIError.self) { for try await _ in stream {} }
      guard case .timedOut? = error?.kind else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(began.duration(to: .now) < .seconds(15))
    }
  }

  @Test func anElementThatIsNested() async throws {
    let nested = String(repeating: "[", count: 200_000)
    let server = try MisbehavingServer { _ in
      [.text(Self.head + "\r\ndata: {\"id\": \(nested)\n\n"), .close]
    }
    let stream = try await chat(server)
    let error = await #expect(throws: APIError.self) { for try await _ in stream {} }
    guard case .decoding? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Neither a stream nor an upload follows a redirect to another host, with its body and its token.
  @Test(arguments: ["302 Found", "307 Temporary Redirect", "308 Permanent Redirect"])
  func nothingFollowsToAnotherHost(status: String) async throws {
    let other = try MisbehavingServer { _ in [.response("{}")] }
    let server = try MisbehavingServer { [port = other.port] request in
      [.response("", status: status, fields: ["Location: http://localhost:\(port)\(request.target)"])]
    }
    let chatError = await #expect(throws: APIError.self) { try await chat(server) }
    let client = GitHub.Client(
      server: .init(url: "http://127.0.0.1:9/", like: .main, uploads: server.url),
      token: .bearer("ghp_secret"),
      configuration: .quick())
    let uploadError = await #expect(throws: APIError.self) {
      try await client.releases.uploadAsset(
        owner: "o", repo: "r", releaseID: 1, name: "a", payload: .bytes([1, 2, 3]))
    }
    for error in [chatError, uploadError] {
      guard case .redirected? = error?.kind else {
        Issue.record("\(String(describing: error))")
        continue
      }
      let text = "\(String(describing: error)) \(String(reflecting: error))"
      #expect(!text.contains("sk-secret") && !text.contains("ghp_secret"))
    }
    #expect(other.requests.isEmpty)
  }
}
