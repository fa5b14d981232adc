import Features
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIStreams

/// The code of the section "Streams" of `docs/responses.md`, word for word, against a server.
@Suite(.timeLimit(.minutes(5))) struct StreamsPageTests {
  private static func response(_ type: String, _ body: String) -> [MisbehavingServer.Step] {
    [.text("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nConnection: close\r\n\r\n\(body)"), .close]
  }

  private let server = try? MisbehavingServer { request in
    switch request.target.prefix(while: { $0 != "?" }) {
    case "/v1/chat":
      response("text/event-stream", "data: {\"text\":\"Because.\",\"index\":0}\n\ndata: [DONE]\n\n")
    case "/v1/ticks" where request.number < 5: response("text/event-stream", "retry: 1\nid: 1\ndata: 1\n\n")
    case "/v1/ticks": [.response("gone", status: "410 Gone")]
    case "/v1/export/2027":
      [
        .response(
          "", status: "302 Found",
          fields: [
            "Location: http://localhost:\(request.fields["host"]?.split(separator: ":").last ?? "")/files"
          ])
      ]
    case "/v1/timeline":
      response(
        "text/event-stream",
        "event: delete\ndata: 103270115826048975\n\nevent: filters_changed\ndata: undefined\n\n")
    case "/v1/samples": response("application/jsonl", "1\n2\n")
    case "/v1/log":
      response("application/jsonl", "{\"level\":\"error\",\"message\":\"a\"}\n{\"level\":\"debug\"}")
    default: [.response("some bytes")]
    }
  }

  private func client() throws -> Client {
    let server = try #require(server)
    return Client(server: Server(url: server.server.baseURL + "/v1/", like: .main), key: "the-secret-key")
  }

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("responses.md", section: "Streams")
    #expect(page.blocks.count == 9)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func events() async throws {
    let client = try client()
    for try await chunk in try await client.chat(payload: .init(question: "Why is the sky blue?")) {
      print(chunk.text, terminator: "")
    }
    for try await event in try await client.ticks().events {
      print(event.type, event.id, event.value)
    }
  }

  @Test func typesOfEvents() async throws {
    let client = try client()
    for try await event in try await client.timeline() {
      switch event {
      case .update(let entry): print(entry.message ?? "")
      case .statusUpdate(let status): print(status.id, status.text ?? "")
      case .delete(let id): print("\(id) is gone")
      case .filtersChanged: print("The filters have changed.")
      case .unknown(let event): print("\(event.type): \(event.value)")
      }
    }
  }

  @Test func unreadableElements() async throws {
    let client = try client()
    for try await entry in try await client.log().skippingUnreadable({ print($0) }) {
      print(entry.level)
    }
    for try await sample in try await client.samples().endingAtUnreadable() {
      print(sample)
    }
  }

  @Test func reconnecting() async throws {
    let client = try client()
    let error = await #expect(throws: APIError.self) {
      for try await event in client.reconnectingEvents(TicksRequest()) {
        print(event.value)
      }
    }
    #expect(error?.status == 410)
  }

  @Test func lines() async throws {
    let client = try client()
    for try await entry in try await client.log() where entry.level == .error {
      print(entry.message ?? "")
    }
  }

  @Test func files() async throws {
    let client = try client()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let download = try await client.download(ExportRequest(name: "2026"), to: file) { progress in
      print("\(progress.received) of \(progress.total ?? 0) bytes")
    }
    #expect(download.size == 10)
    let release = try await client.download(
      ExportRequest(name: "2027"), to: file, options: CallOptions(redirects: .otherHosts))
    #expect(release.size == 10)
    #expect(server?.requests.last?.fields["host"]?.hasPrefix("localhost:") == true)
    let bytes = try await client.export(name: "2026").collected(upTo: 1 << 20)
    #expect(bytes == Array("some bytes".utf8))
  }
}
