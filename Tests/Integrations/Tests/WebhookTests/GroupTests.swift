import Foundation
import Hub
import TestSupport
import Testing
import Till
import WGNAPIRuntime
import WGNAPISchema

/// Endpoints in groups, and two modules in one file, of which one has prefixed types.
@Suite struct GroupTests {
  private let server: MisbehavingServer

  init() throws {
    server = try MisbehavingServer { request in
      let body =
        switch request.target.prefix(while: { $0 != "?" }) {
        case "/repos/ada/engine": #"{"id": 1, "name": "engine", "private": false}"#
        case "/repos/ada/engine/releases": #"[{"id": 2, "tag": "v1"}]"#
        case "/meta": #"{"version": "3"}"#
        case "/alerts/7": #"{"alert": {"number": 7, "rule": "unused"}}"#
        case "/alerts", "/search": #"[{"number": 7, "rule": "unused"}]"#
        case "/charges" where request.method == "POST":
          #"{"data": {"id": "c1", "amount": 5, "source": {"kind": "card", "number": "4"}}}"#
        case "/charges": #"{"error": {"code": "declined", "message": "no"}}"#
        case "/status": #"{"name": "main"}"#
        default: "{}"
        }
      return [.text("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")]
    }
  }

  private var hub: Client { Client(server: Server(url: "http://127.0.0.1:\(server.port)/", like: .main)) }
  private var till: TillClient {
    TillClient(
      server: TillServer(url: "http://127.0.0.1:\(server.port)/", like: .main),
      key: Credential.basic(user: "key", password: ""))
  }

  @Test func `groups have their endpoints`() async throws {
    #expect(try await hub.repos.get(owner: "ada", repo: "engine").name == "engine")
    #expect(try await hub.repos.releases.list(owner: "ada", repo: "engine").map(\.tag) == ["v1"])
    #expect(try await hub.meta().version == "3")
    #expect(try await hub.codeScanning.list(client: "tests").map(\.number) == [7])
    #expect(try await hub.search(client: "tests").count == 1)
    #expect(server.requests.map(\.target).last == "/search?client=tests")
  }

  @Test func `the same endpoint is a request to send`() async throws {
    let request = ReposGetRequest(owner: "ada", repo: "engine")
    #expect(try await hub.response(to: request).status == 200)
    #expect(ReposGetRequest.endpoint.name == "repos.get")
    #expect(ReposReleasesListRequest.endpoint.name == "repos.releases.list")
    #expect(ReposChangeNameRequest.endpoint.name == "repos.rename")
    #expect(MetaRequest.endpoint.name == "meta")
  }

  @Test func `a group keeps the client's settings`() async throws {
    let other = try MisbehavingServer { _ in [.text("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")] }
    let elsewhere = hub.with(server: Server(url: "http://127.0.0.1:\(other.port)/", like: .main))
    let error = await #expect(throws: APIError.self) {
      try await elsewhere.repos.get(owner: "ada", repo: "engine")
    }
    #expect(error?.operation == "repos.get")
    #expect(other.requests.count == 1)
  }

  @Test func `the page on two modules shows them`() async throws {
    let page = try PageCode("targets.md", section: "Two modules in one app")
    let shown = page.blocks.filter { $0.contains { $0.contains("TillClient") } }
    #expect(shown.count == 1)
    let missing = try page.blocksMissing(in: #filePath)
    #expect(shown.allSatisfy { !missing.contains($0.joined(separator: "\n")) })
    let (url, key) = ("http://127.0.0.1:\(server.port)/", Credential.basic(user: "key", password: ""))
    let hub = Client(server: Server(url: url, like: .main))
    let till = TillClient(server: TillServer(url: url, like: .main), key: key)
    let charge = try await till.charges.create(payload: .init(amount: 5, currency: .eur))
    #expect(charge.amount == 5)
    #expect(try await hub.meta().version == "3")
  }

  @Test func `prefixed types are used beside those of another module`() async throws {
    let payload = TillChargesCreateRequest.Payload(amount: 5, currency: .eur, reason: .a)
    let charge: TillCharge = try await till.charges.create(payload: payload)
    #expect(charge.id == TillChargeID(rawValue: "c1"))
    #expect(charge.source == .card(TillCard(number: "4")))
    let error = await #expect(throws: APIError.self) { try await till.charges.list(ids: ["c1"]) }
    #expect(error?.code(as: TillErrorCode.self) == .declined)
    #expect(error?.code(as: ErrorCode.self) != nil)
    guard case .ok(let status) = try await till.status() else {
      Issue.record("another status")
      return
    }
    #expect(status == TillClientValue(name: "main"))
    #expect(TillChargesListRequest(ids: []).ids == [])
    #expect(JSONSchema(TillConstraints.tillNames).isValid(Array("[\"a\"]".utf8)))
  }
}
