import HTTPTypes
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPITransport

/// Redirects to URLs that no transport may send to: each library would read them differently.
@Suite(.timeLimit(.minutes(15))) struct BadURLTests {
  @Test(
    arguments: [
      "http://127.0.0.1:99999/x", "https://127.0.0.1:65536/x", "http://127.0.0.1:99999999999999999999/x",
      "http://me@127.0.0.1:99999/x",
    ], AnyTransport.allCases)
  func redirectsToNoPort(target: String, kind: AnyTransport) async throws {
    let server = try MisbehavingServer { _ in
      [.response("", status: "302 Found", fields: ["Location: \(target)"])]
    }
    let transport = kind.transport
    for policy in [RedirectPolicy.otherHosts, .sameHost] {
      let options = TransportOptions(timeout: .seconds(120), redirects: policy)
      let error = try await failure { try await transport.send(to: server.server, options: options) }
      guard case .redirected = error else { throw error }
      let second = await #expect(throws: TransportError.self) {
        try await transport.stream(to: server.server, options: options)
      }
      guard case .redirected? = second else {
        Issue.record("\(String(describing: second))")
        return
      }
    }
    #expect(server.requests.count == 4)
  }

  /// A port that is too large for a number isn't the default one.
  @Test func aPortThatIsNoNumberIsNotTheDefault() throws {
    let request = OutgoingRequest(
      HTTPRequest(method: .get, scheme: "http", authority: "a.example", path: "/"), body: [])
    for port in ["99999999999999999999", "65536"] {
      for policy in [RedirectPolicy.sameHost, .otherHosts] {
        for host in ["a.example", "b.example"] {
          #expect(throws: TransportError.redirected(to: "http://\(host):\(port)/x")) {
            try Redirect.next(
              after: request, status: 302, location: "http://\(host):\(port)/x", policy: policy, count: 0)
          }
        }
      }
    }
    // An empty port is the default (RFC 3986, section 3.2.3).
    let next = try Redirect.next(
      after: request, status: 302, location: "http://b.example:/x", policy: .otherHosts, count: 0)
    #expect(next?.head.authority == "b.example")
  }

  /// What a service has encoded isn't encoded again because of a space elsewhere.
  @Test(arguments: [
    ("/a b/%C3%A9?q=x%20y z", "/a%20b/%C3%A9?q=x%20y%20z"), ("/é/%41", "/%C3%A9/%41"),
    ("/a%zz b", "/a%25zz%20b"),
    ("/[x] %20", "/%5Bx%5D%20%20"), ("https://a.example/ü?%7C=|", "/%C3%BC?%7C=%7C"),
    ("/plain%20x", "/plain%20x"),
  ])
  func escapesInLocationsStay(location: String, path: String) throws {
    let request = OutgoingRequest(
      HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/"), body: [])
    let next = try Redirect.next(after: request, status: 302, location: location, policy: .sameHost, count: 0)
    #expect(next?.head.path == path)
  }
}
