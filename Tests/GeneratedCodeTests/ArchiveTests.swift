import Archive
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime

/// A document of many files, with references where the specification allows none.
@Suite(.timeLimit(.minutes(5))) struct ArchiveTests {
  private func client(_ server: MisbehavingServer) -> Client {
    Client(
      server: Server(url: server.server.baseURL, like: .archive(hall: .south)), token: .bearer("secret"),
      configuration: ClientConfiguration(middleware: []))
  }

  private func server(_ body: String) throws -> MisbehavingServer {
    try MisbehavingServer { _ in
      [
        .text(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
      ]
    }
  }

  @Test func operationsInOtherFilesSendAndRead() async throws {
    let server = try server(#"{"id": 1, "name": "a"}"#)
    let key = try await client(server).createKey(payload: .init(name: "a"))
    #expect(key == Key(id: 1, name: "a"))
    let request = try #require(server.requests.last)
    #expect(request.target == "/keys")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"name":"a"}"#)
    #expect(request.fields["authorization"] == "Bearer secret")
  }

  @Test func requiredParametersWithDefaultsAreSent() async throws {
    let server = try server("[]")
    _ = try await client(server).listKeys(limit: 12, xMode: .slow)
    let request = try #require(server.requests.last)
    #expect(request.target == "/keys?limit=12")
    #expect(request.fields["x-mode"] == "slow")
  }

  @Test func subtypesKeepTheirProperties() async throws {
    let server = try server(
      #"[{"kind": "token", "provider": "x"}, {"kind": "email", "address": "a@b"}, {"kind": "question", "answer": "y"}, {"kind": "new"}]"#
    )
    let response = try await client(server).response(to: ListFactorsRequest())
    guard case .tokenFactor(let token) = response.value[0], case .emailFactor(let email) = response.value[1],
      case .questionFactor(let question) = response.value[2], case .unknown = response.value[3]
    else {
      Issue.record("other cases: \(response.value)")
      return
    }
    #expect(token.provider == "x" && email.address == "a@b" && question.answer == "y")
  }

  @Test func integersKeepTheirDigits() async throws {
    let server = try server(#"{"range": null, "limit": 9007199254740993}"#)
    let found = try await client(server).searchConditions(
      payload: Condition(key: "a", range: Interval(from: 1.5), limit: .number(2.5)))
    #expect(found.limit == .integer(9_007_199_254_740_993))
    #expect(found.range == nil)
    let request = try #require(server.requests.last)
    #expect(request.target == "/conditions")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"key":"a","range":{"from":1.5},"limit":2.5}"#)
  }
}
