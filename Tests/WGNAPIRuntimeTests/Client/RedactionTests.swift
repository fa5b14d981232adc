import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISupport

@Suite struct RedactionTests {
  /// White space isn't shown, so an excerpt may reach far into the body, but never to where a secret is cut.
  @Test(arguments: [0, 1, 10, 20, 37, 38, 60])
  func excerptsOfBlanksHoldNoPieces(before: Int) {
    let secret = "s3cr+t/of-thirty-eight-characters/0123"
    var redaction = Redaction()
    redaction.add(secret)
    for form in [secret, PercentEncoding.encode(secret), Data(secret.utf8).base64EncodedString()] {
      let body = [UInt8](repeating: 0x20, count: (64 << 10) - before) + Array("\(form) and more".utf8)
      let text = BodyExcerpt.text(of: body, redaction: redaction)
      #expect(!text.contains(form.prefix(4)), "\(text)")
      #expect(text.hasSuffix("…") == (body.count > 64 << 10))
    }
    let seen = BodyExcerpt.text(
      of: [UInt8](repeating: 0x20, count: 60 << 10) + Array("here \(secret)".utf8), redaction: redaction)
    #expect(seen == "here <redacted>")
  }

  private static let token = "t0k\"n/Ü-0123456789-abcdefghijklmnopqrstuvwxyz"
  private let request = PlayerDetails(accountID: [1], accessToken: token)

  /// Every text that something gives of itself.
  private func texts(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    var texts = [String(describing: value), String(reflecting: value), dumped, "\(value)"]
    if let error = value as? any Error {
      texts += [error.localizedDescription, "\(error as NSError)", "\((error as NSError).userInfo)"]
    }
    return texts + children(of: value, depth: 0)
  }

  private func children(of value: Any, depth: Int) -> [String] {
    guard depth < 12 else { return [] }
    return Mirror(reflecting: value).children.flatMap { child in
      ["\(child.value)", String(reflecting: child.value)] + children(of: child.value, depth: depth + 1)
    }
  }

  /// Pieces that no text may hold: beginnings and inner parts of the secrets, in their spellings.
  private var forbidden: [String] {
    ["s3cr", "t/ID", "ID&", "ID%26", "ID&amp;", "t0k", "0123456789", "abcdefgh", "stuvwxyz"]
  }

  private func expectNoSecret(in value: Any, _ name: String) {
    for text in texts(of: value) {
      for piece in forbidden where text.contains(piece) {
        Issue.record("\(name) holds \(piece): \(text.prefix(300))")
      }
    }
  }

  /// Everything a server may repeat the secrets in, and every way to fail.
  private var stubs: [(name: String, stub: StubTransport)] {
    let url =
      "https://x/?application_id=\(PercentEncoding.encode(PlayersClient.secret))&t=\(PercentEncoding.encode(Self.token))"
    func json(_ text: String) -> String {
      let bytes = (try? text.encoded()) ?? []
      return String(decoding: bytes, as: UTF8.self)
    }
    let secrets = [PlayersClient.secret, Self.token]
    var stubs: [(String, StubTransport)] = []
    for secret in secrets {
      let text = json(secret)
      let html = secret.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(
        of: "\"", with: "&quot;")
      stubs += [
        ("html", StubTransport("<p>\(html)</p> \(url) \(secret)", status: 500, type: "text/html")),
        ("html 200", StubTransport("<p>\(html)</p> \(url)", type: "text/html; \(secret)")),
        (
          "cut", StubTransport(String(repeating: "-", count: 150) + secret, status: 500, type: "text/plain")
        ),
        ("status", StubTransport("{\"status\":\(text)}", status: 404)),
        (
          "failure",
          StubTransport(
            "{\"status\":\"error\",\"error\":{\"code\":407,\"message\":\(text),\"field\":\"access_token\",\"value\":\(text)}}"
          )
        ),
        (
          "value",
          StubTransport(
            "{\"status\":\"error\",\"error\":{\"code\":407,\"message\":\"X\",\"field\":\"x\",\"value\":[\(text)]}}"
          )
        ),
        ("type", StubTransport("{\"status\":\"ok\",\"data\":{\"1\":\(text)}}")),
        ("key", StubTransport("{\"status\":\"ok\",\"data\":{\(text):1}}")),
        ("unknown", StubTransport("{\"status\":\"ok\",\(text):1,\"data\":{}}")),
        ("syntax", StubTransport("{\"status\":\"ok\",\"data\":{\"1\":\(text)\(text)}}")),
        (
          "long",
          StubTransport("{\"status\":\"ok\",\"data\":{\"1\":{\"account_id\":\(text),\"nickname\":\(text)}}}")
        ),
        (
          "violation",
          StubTransport("{\"status\":\"ok\",\"data\":{\"1\":{\"account_id\":0,\"nickname\":\(text)}}}")
        ),
        ("redirect", StubTransport(failing: TransportError.redirected(to: url))),
        (
          "transport",
          StubTransport(
            failing: TransportError.failed(
              TransportFailure(.other, domain: "x", code: 1, message: "at \(url)")))
        ),
        (
          "system",
          StubTransport(
            failing: NSError(
              domain: NSURLErrorDomain, code: -1001,
              userInfo: ["NSErrorFailingURLStringKey": url, NSLocalizedDescriptionKey: secret]))
        ),
      ]
    }
    return stubs
  }

  @Test func errorsHoldNoSecrets() async throws {
    for (name, stub) in stubs {
      let events = Locked<[any Sendable]>([])
      let observer = ClientObserver(
        onRequest: { event in events.withLock { $0.append(event) } },
        onResponse: { event in events.withLock { $0.append(event) } },
        onViolation: { event in events.withLock { $0.append(event) } })
      let options = JSONDecoding(unknownKeys: .reject, validation: .strict)
      let client = PlayersClient(stub: stub, decoding: options, observers: [observer])
      let error = await #expect(throws: APIError.self, "\(name)") { try await client.send(request) }
      expectNoSecret(in: try #require(error), name)
      for event in events.withLock(\.self) { expectNoSecret(in: event, "event of \(name)") }
    }
  }

  @Test func invalidRequestsHoldNoSecrets() throws {
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: PlayersClient.secret)
    let both = PlayerDetails(accountID: [1], nickname: [Self.token], accessToken: Self.token)
    let injected = Rename(name: "x", token: Self.token + "\r\nX: 1")
    for error in [
      #expect(throws: APIError.self) { try client.httpRequest(for: both) },
      #expect(throws: APIError.self) { try client.httpRequest(for: injected) },
    ] {
      expectNoSecret(in: try #require(error), "invalid request")
    }
  }

  @Test func requestsHoldNoSecrets() throws {
    let client = PlayersClient(
      server: APIServer("eu", "https://api.example.eu"), applicationID: PlayersClient.secret)
    expectNoSecret(in: request, "request")
    expectNoSecret(in: try client.httpRequest(for: request), "composed request")
    expectNoSecret(in: client, "client")
    #expect(String(describing: request) == "PlayerDetails(account_id: [1], access_token: <redacted>)")
    // What travels is whole.
    #expect(try client.httpRequest(for: request).url.contains(PercentEncoding.encode(Self.token)))
  }

  @Test func realConnectionsHoldNoSecrets() async throws {
    let port = try RawServer(answering: [], connections: 0).port
    let client = PlayersClient(
      server: APIServer("eu", "http://127.0.0.1:\(port)"), applicationID: PlayersClient.secret)
    let error = await #expect(throws: APIError.self) { try await client.send(request) }
    expectNoSecret(in: try #require(error), "refused connection")
  }

  @Test func clientsWithRequestsOnTheirWayHoldNoSecrets() async throws {
    try await withLoopbackServer { _ in
      try await Task.sleep(for: .seconds(20))
      return .json("{}")
    } _: { server in
      let client = PlayersClient(server: server, applicationID: PlayersClient.secret)
      let task = Task { try await client.send(request) }
      try await Task.sleep(for: .milliseconds(100))
      expectNoSecret(in: client, "client")
      task.cancel()
      _ = await task.result
    }
  }
}
