import Depot
import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime

/// Header fields and values that are always the same, as they arrive at a server.
@Suite(.timeLimit(.minutes(5))) struct ConstantTests {
  private let server: MisbehavingServer
  private let client: Client

  init() throws {
    server = try MisbehavingServer { request in
      guard request.target.contains("table") else { return [.response(#"{"seen":"yes"}"#)] }
      return [.text("HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\nContent-Length: 3\r\n\r\na,b")]
    }
    client = Client(server: Server(url: server.server.baseURL, like: .main), tenant: "größe 1")
  }

  private func fields() throws -> [String: String] { try #require(server.requests.last).fields }

  @Test func theModulesHeadersAreSent() async throws {
    _ = try await client.items(page: 2)
    let request = try #require(server.requests.last)
    #expect(
      request.target
        == "/v1/items/all?format=json&limit=100&exact=true&factor=0.5&version=current&page=2")
    #expect(request.fields["x-depot-version"] == "2026-11-01")
    #expect(request.fields["x-client"] == "wgnapi")
    #expect(request.fields["accept"] == "application/vnd.depot+json")
    #expect(request.fields["x-mode"] == "fast")
    #expect(request.fields["cookie"] == "tenant=gr%C3%B6%C3%9Fe%201")
    #expect(request.fields["user-agent"] == "Depot wgnapi/0.1.0")
  }

  @Test func anEndpointOverridesAndOmits() async throws {
    _ = try await client.beta()
    let fields = try fields()
    #expect(fields["x-depot-version"] == "2027-01-01")
    #expect(fields["x-beta"] == "yes")
    #expect(fields["x-client"] == nil)
    #expect(fields["cookie"] == nil)
  }

  /// Integers of 32 bits are counted, too.
  @Test func integersOfAnySizeAreCounted() async throws {
    var seen: Set<Int> = []
    for _ in 1...3 {
      let payload = BeatRequest.Payload()
      _ = try await client.beat(payload: payload)
      let body = try JSON.decode(server.requests.last?.body ?? [])
      #expect(body["number"]?.int == Int(payload.number) && body["count"]?.int == Int(payload.count))
      seen.formUnion([Int(payload.number), Int(payload.count)])
    }
    #expect(seen.count == 6 && seen.allSatisfy { $0 > 0 })
  }

  @Test func acceptIsForJSON() async throws {
    _ = try await client.table()
    #expect(try fields()["accept"] == "text/csv, */*;q=0.1")
    _ = try await client.picture()
    #expect(try fields()["accept"] == "image/png")
  }

  @Test func aParameterOverridesAHeader() async throws {
    _ = try await client.versioned()
    #expect(try fields()["x-depot-version"] == "2026-11-01")
    _ = try await client.versioned(xDepotVersion: "3")
    #expect(try fields()["x-depot-version"] == "3")
  }

  @Test func constantsInBodies() async throws {
    _ = try await client.search(words: "a b")
    #expect(
      String(decoding: try #require(server.requests.last).body, as: UTF8.self) == "mode=all&words=a%20b")
    _ = try await client.chat(payload: .init(model: "m"))
    let body = try #require(server.requests.last).body
    #expect(String(decoding: body, as: UTF8.self) == #"{"model":"m","stream":true}"#)
  }

  @Test func constantsInPartsNeedNoArgument() async throws {
    _ = try await client.attach(title: "T")
    let body = String(decoding: try #require(server.requests.last).body, as: UTF8.self)
    let parts = [("action", "attach"), ("version", "current"), ("exact", "true"), ("title", "T")]
    for (name, value) in parts {
      let part = "Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
      #expect(body.contains(part), "\(body)")
    }
    #expect(body.contains("name=\"factor\"\r\nContent-Type: application/json\r\n\r\n0.5\r\n"), "\(body)")
    #expect(!body.contains("note"))
    #expect(AttachRequest(title: "T") == AttachRequest(title: "T"))
  }

  @Test func constantsMakeNoDifference() throws {
    #expect(ItemsRequest(page: 1) == ItemsRequest(page: 1))
    #expect(ItemsRequest(page: 1) != ItemsRequest(page: 2))
    #expect("\(ItemsRequest(page: 1))".contains("format: \"json\""))
  }

  @Test func theUserAgentCanBeSet() async throws {
    let named = Client(
      server: Server(url: server.server.baseURL, like: .main),
      configuration: ClientConfiguration(userAgent: "App/2 (+https://app.example)"))
    _ = try await named.beta()
    #expect(try fields()["user-agent"] == "App/2 (+https://app.example)")
  }

  @Test(arguments: ["a\r\nX-Other: b", "a\nb", "a\0b", " a"])
  func aBrokenHeaderIsRefused(value: String) {
    let error = #expect(throws: APIError.self) {
      try BetaRequest().composed(
        for: Server.main.core, headers: ["X-Value": value])
    }
    #expect(error.map { "\($0)" }?.contains("X-Value") == true)
  }

  @Test(arguments: ["Host", "content-length", "Transfer-Encoding", "X A", "", "Å"])
  func aHeaderOfTheTransportIsRefused(name: String) {
    #expect(throws: APIError.self) {
      try BetaRequest().composed(for: Server.main.core, headers: [name: "a"])
    }
  }
}
