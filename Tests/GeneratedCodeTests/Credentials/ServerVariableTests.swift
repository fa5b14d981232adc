import Testing
import Vault
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPIServers

/// Servers whose URLs have variables.
@Suite struct ServerVariableTests {
  private func url(_ server: Server) throws -> String {
    try Client(server: server, token: .bearer("t")).httpRequest(for: OpenRequest()).url
  }

  @Test func defaultsAndValues() throws {
    #expect(try url(.main()) == "https://eu.api.example.com:443/v1/open")
    #expect(
      try url(.main(region: .euBackup, port: "8443", version: "v2"))
        == "https://eu.backup.api.example.com:8443/v2/open")
    #expect(try url(.tenant(tenant: "Acme-1")) == "https://Acme-1.example.com/open")
    #expect(Server.all.map(\.core.name) == ["main", "fixed"])
    #expect(Server.main() == .main(region: .eu))
    #expect(Server.main() != .main(region: .usWest))
  }

  @Test func endpointsOfSomeServers() throws {
    let client = Client(server: .main(region: .usWest), token: .bearer("t"))
    _ = try client.httpRequest(for: OnlyFixedRequest())
    #expect(throws: APIError.self) {
      try client.with(server: .tenant(tenant: "a")).httpRequest(for: OnlyFixedRequest())
    }
  }

  @Test(arguments: [
    "", "a.b", "evil.com/", "a@evil.com", "a:b@evil", "evil.com#", "evil.com?", "a/b", "-a", "a-", "ä", "a b",
    "a\\b", "a%2e", "{region}", "a\u{0}", "127.0.0.1", "[::1]", String(repeating: "a", count: 64),
  ]) func aHostStaysOneLabel(value: String) async throws {
    let server = Server.tenant(tenant: value)
    let error = #expect(throws: APIError.self) { try url(server) }
    guard case .invalidServer(let reason)? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("its variable 'tenant' must be one label of a host"))
  }

  private func host(_ value: String) -> APIServer {
    APIServer("own", template: "https://{instance}/api", variables: ["instance": .free(value)])
  }

  /// A variable that is the whole host takes a host name, and a port.
  @Test(arguments: ["mastodon.social", "localhost:3000", "a-b.example.com", "127.0.0.1:8080"])
  func aWholeHost(value: String) throws {
    let server = Server(url: host(value).baseURL, like: .main())
    #expect(host(value).baseURL == "https://\(value)/api")
    #expect(try url(server) == "https://\(value)/api/open")
  }

  @Test(arguments: [
    "", ".", "a..b", "a.", ".a", "a@evil.com", "evil.com/", "evil.com#", "evil.com?", "evil.com\\", "a:b",
    "a:65536",
    "a:1:2", "ä.de", "a b", "a%2eb", "[::1]", "-a.de", String(repeating: "a.", count: 127) + "a",
  ]) func aWholeHostIsNoMore(value: String) async throws {
    struct Own: APIClient { let core: ClientCore }
    let client = Own(
      core: ClientCore(api: Client.api, server: host(value), configuration: ClientConfiguration()))
    let error = #expect(throws: APIError.self) { try client.httpRequest(for: OpenRequest()) }
    guard case .invalidServer(let reason)? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("its variable 'instance' must be a host name"))
  }

  @Test(arguments: ["", "x", "65536", "-1", "+1", "80/", "80@evil.com", "８０"]) func aPortIsANumber(
    value: String
  ) {
    #expect(throws: APIError.self) { try url(.main(port: value)) }
  }

  @Test func aPathStaysOneSegment() throws {
    for value in ["", ".", ".."] {
      #expect(throws: APIError.self) { try url(.main(version: value)) }
    }
    #expect(try url(.main(version: "../x")) == "https://eu.api.example.com:443/..%2Fx/open")
    #expect(try url(.main(version: "@evil.com")) == "https://eu.api.example.com:443/%40evil.com/open")
    #expect(try url(.main(version: "a?b#c%2e")) == "https://eu.api.example.com:443/a%3Fb%23c%252e/open")
  }
}
