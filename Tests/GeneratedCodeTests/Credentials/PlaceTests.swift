import Foundation
import HTTPTypes
import TestSupport
import Testing
import Vault
import WGNAPICache
import WGNAPIClient
import WGNAPIGenerated
import WGNAPIOAuth
import WGNAPIRuntime
import WGNAPISupport

/// Where requests contain credentials, and where nothing does.
@Suite struct PlaceTests {
  private static let secrets = [
    "s3cret-bearer", "s3cret-key", "s3cret/hidden+?", "s3cret cookie;", "123456:s3cret-BOT_x", "s3cret-pin",
    "s3cret-user-token", "s3cret-player", "pass:s3cret word",
  ]

  private func client(
    _ transport: any HTTPTransport = Echo(), server: Server = .main(), cache: ResponseCache? = nil
  ) -> Client {
    let secrets = Self.secrets
    return Client(
      server: server, token: .bearer(secrets[0]), key: .key(secrets[1]), hidden: .key(secrets[2]),
      session: .key(secrets[3]), bot: .key(secrets[4]), pin: .key(secrets[5]),
      login: .basic(user: "Aladdin", password: secrets[8]),
      user: .bearer(secrets[6], scopes: ["read"]), player: .key(secrets[7]),
      configuration: ClientConfiguration(
        transport: transport, middleware: .standard(cache: cache, retry: nil, limiter: nil)))
  }

  /// Answers 401 and repeats what it was sent, in several encodings.
  private struct Echo: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      let parts =
        [request.path ?? "", String(decoding: body, as: UTF8.self)]
        + request.headerFields.map { "\($0.name): \($0.value)" }
      let all = parts.joined(separator: " ")
      let hex = all.utf8.map { String(format: "%02x", $0) }.joined()
      let text = "\(all) \(Data(all.utf8).base64EncodedString()) \(hex)"
      return TransportResponse(response: HTTPResponse(status: .unauthorized), body: Array(text.utf8))
    }
  }

  @Test func eachPlace() throws {
    let client = client()
    let token = try client.httpRequest(for: DefaultRequest())
    #expect(token.httpRequest.headerFields[.authorization] == "Bearer s3cret-bearer")
    let both = try client.httpRequest(for: BothRequest())
    #expect(both.httpRequest.headerFields[HTTPField.Name("X-Api-Key")!] == "Bot s3cret-key")
    #expect(both.httpRequest.path == "/v1/both?api_key=s3cret%2Fhidden%2B%3F")
    #expect(both.httpRequest.headerFields[.authorization] == nil)
    #expect(both.redactedURL == "https://eu.api.example.com:443/v1/both?api_key=<redacted>")
    let either = try client.with(key: nil).httpRequest(for: EitherRequest())
    #expect(either.httpRequest.headerFields[.cookie] == "sid=s3cret%20cookie%3B")
    let bot = try client.httpRequest(for: WithBotRequest())
    #expect(bot.httpRequest.path == "/v1/bot123456:s3cret-BOT_x/me")
    #expect(bot.redactedURL == "https://eu.api.example.com:443/v1/bot<redacted>/me")
    let pin = try client.httpRequest(for: WithPinRequest(amount: 1))
    #expect(String(decoding: pin.body, as: UTF8.self) == "amount=1&pin=s3cret-pin")
    let open = try client.httpRequest(for: OpenRequest())
    #expect(open.httpRequest.headerFields[.authorization] == nil)
    let perCall = try client.httpRequest(for: PerCallRequest(token: "own"))
    #expect(perCall.httpRequest.headerFields[values: .authorization] == ["Bearer own"])
    let user = try client.httpRequest(for: ReadAsUserRequest())
    #expect(user.httpRequest.headerFields[.authorization] == "Bearer s3cret-user-token")
  }

  /// RFC 7617, section 2.
  @Test(arguments: [
    ("Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("test", "123£", "dGVzdDoxMjPCow=="),
    ("", "", "Og=="), ("a", "b", "YTpi"),
  ]) func userAndPassword(user: String, password: String, text: String) throws {
    let client = client().with(login: .basic(user: user, password: password))
    let request = try client.httpRequest(for: WithAccountRequest())
    #expect(request.httpRequest.headerFields[.authorization] == "Basic \(text)")
  }

  /// Of `[session]`, `[key, hidden]` and none, the one with the most credentials counts, in whatever order they are.
  @Test func alternativesByWhatTheClientHas() throws {
    let both = try client().httpRequest(for: EitherRequest())
    #expect(both.httpRequest.path?.contains("api_key=") == true)
    #expect(both.httpRequest.headerFields[.cookie] == nil)
    let session = try client().with(hidden: nil).httpRequest(for: EitherRequest())
    #expect(session.httpRequest.path == "/v1/either")
    #expect(session.httpRequest.headerFields[.cookie] == "sid=s3cret%20cookie%3B")
    let none = try client().with(key: nil).with(session: nil).httpRequest(for: EitherRequest())
    #expect(none.httpRequest.path == "/v1/either")
    #expect(none.httpRequest.headerFields[.cookie] == nil)
  }

  /// Before a user logs in, an alternative without the user's token is used; another failure of a provider isn't hidden.
  @Test func alternativesWithoutATokenYet() async throws {
    let server = try MisbehavingServer { _ in [.response(#"{"seen": "ok"}"#)] }
    func client(_ error: any Error) -> Client {
      Client(
        server: server.vault, token: .bearer("t"), session: Provider { _ in throw error },
        configuration: .plain())
    }
    #expect(try await client(OAuthError.loginRequired).either().seen == "ok")
    #expect(server.requests.map { $0.fields["cookie"] } == [nil])
    await #expect(throws: APIError.self) { try await client(OAuthError.unavailable(status: 503)).either() }
    await #expect(throws: APIError.self) { try await client(ProviderFailure()).either() }
    #expect(server.requests.count == 1)
  }

  private func failure(_ body: () async throws -> Seen) async -> CredentialFailure? {
    let error = await #expect(throws: APIError.self) { _ = try await body() }
    guard case .credential(let failure)? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return nil
    }
    return failure
  }

  @Test func missingPartsAreNamed() async throws {
    let client = client(Never())
    let both = client.with(key: nil).with(hidden: nil)
    #expect(
      await failure { try await both.both() }?.description
        == "the request needs 'key' and 'hidden', which the client doesn't have; give it to the client's initializer"
    )
    let scopes = await failure { try await client.writeAsUser(payload: Seen(seen: "")) }
    #expect(scopes?.reason == .missingScopes(["write"]))
    #expect(
      scopes?.description == "'user' lacks the scope 'write'; ask for it when the user logs in")
    let kind = client.with(token: .basic(user: "a", password: "b"))
    #expect(await failure { try await kind.default() }?.reason == .otherKind)
    let colon = client.with(login: .basic(user: "a:b", password: "c"))
    #expect(await failure { try await colon.withAccount() }?.reason == .otherKind)
  }

  @Test func unknownScopesPass() throws {
    let client = client().with(user: .bearer("t"))
    #expect(
      try client.httpRequest(for: WriteAsUserRequest(payload: Seen(seen: ""))).httpRequest.headerFields[
        .authorization] == "Bearer t")
  }

  /// Sends nothing.
  private struct Never: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      Issue.record("\(request.path ?? "") was sent")
      throw TransportError.failed(TransportFailure(.other))
    }
  }

  @Test(arguments: ["", ".", ".."]) func aPathStaysAPath(secret: String) async throws {
    let client = client(Never()).with(bot: .key(secret))
    await #expect(throws: APIError.self) { _ = try await client.withBot() }
    let safe = try self.client().with(bot: .key("../../x?y#z@h")).httpRequest(for: WithBotRequest())
    #expect(safe.httpRequest.path == "/v1/bot..%2F..%2Fx%3Fy%23z%40h/me")
  }

  @Test func aHeaderStaysOneLine() async throws {
    let client = client(Never()).with(token: .bearer("s3cret\r\nX-Evil: 1"))
    let error = await #expect(throws: APIError.self) { _ = try await client.default() }
    #expect(error?.violations.map(\.keyword) == ["header"])
    #expect(!"\(error.map(String.init(reflecting:)) ?? "")".contains("s3cret"))
  }

  /// The secrets in any form that a text might contain them in.
  private static let traces: [String] = secrets.flatMap { secret -> [String] in
    let bytes = Array(secret.utf8)
    let pair = Array("Aladdin:\(secret)".utf8)
    return [
      secret, PercentEncoding.encode(secret), Data(bytes).base64EncodedString(),
      Data(pair).base64EncodedString(),
      bytes.map { String(format: "%02x", $0) }.joined(), "s3cret",
    ]
  }

  @Test func nothingShowsASecret() async throws {
    let log = Shared<[String]>([])
    let client = client()
    var texts: [String] = []
    func look(_ value: Any) {
      var dumped = ""
      dump(value, to: &dumped)
      texts += [dumped, "\(value)", String(reflecting: value)]
    }
    look(client)
    look(client.core)
    look(Credential.bearer(Self.secrets[0]))
    look(Credential.basic(user: "Aladdin", password: Self.secrets[8]))
    look(try client.httpRequest(for: BothRequest()))
    look(try client.httpRequest(for: WithBotRequest()))
    var configuration = client.core.configuration
    configuration.observers = [
      ClientObserver(
        onRequest: { event in log.with { $0.append("\(event)") } },
        onResponse: { event in
          log.with {
            $0.append("\(event)")
            $0.append(String(reflecting: event))
          }
        })
    ]
    configuration.middleware = [RequestLog { line in log.with { $0.append("\(line)") } }]
    let watched = Client(
      server: .main(), token: .bearer(Self.secrets[0]), key: .key(Self.secrets[1]),
      hidden: .key(Self.secrets[2]), session: .key(Self.secrets[3]), bot: .key(Self.secrets[4]),
      pin: .key(Self.secrets[5]), login: .basic(user: "Aladdin", password: Self.secrets[8]),
      user: Provider { _ in .bearer(Self.secrets[6]) }, player: .key(Self.secrets[7]),
      configuration: configuration)
    let calls: [@Sendable () async throws -> Any] = [
      { try await watched.default() }, { try await watched.both() }, { try await watched.either() },
      { try await watched.withBot() }, { try await watched.withPin(amount: 1) },
      { try await watched.withAccount() }, { try await watched.readAsUser() },
      { try await watched.asPlayer() },
    ]
    for call in calls {
      do {
        look(try await call())
        Issue.record("a response")
      } catch {
        #expect((error as? APIError)?.status == 401, "\(error)")
        look(error)
      }
    }
    // The client has kept the provider's by now.
    look(watched)
    texts += log.now
    #expect(log.now.count >= 24)
    for trace in Self.traces {
      for text in texts where text.contains(trace) { Issue.record("'\(trace)' is in: \(text)") }
    }
  }

  @Test func cachesNeverMeet() async throws {
    struct Who: HTTPTransport {
      func send(
        _ request: HTTPRequest, body: [UInt8], options: TransportOptions
      ) async throws -> TransportResponse {
        var response = HTTPResponse(status: .ok)
        response.headerFields[.cacheControl] = "max-age=3600"
        let who = (request.headerFields[.authorization] ?? "") + (request.headerFields[.cookie] ?? "")
        return TransportResponse(
          response: response, body: Array(#"{"seen": "\#(who)"}"#.utf8))
      }
    }
    let cache = ResponseCache()
    let ann = client(Who(), cache: cache).with(token: .bearer("ann")).with(session: .key("ann")).with(
      key: nil)
    let bob = ann.with(token: Provider { _ in .bearer("bob") }).with(session: .key("bob"))
    for _ in 1...2 {
      #expect(try await ann.default().seen == "Bearer ann")
      #expect(try await bob.default().seen == "Bearer bob")
      #expect(try await ann.either().seen == "sid=ann")
      #expect(try await bob.either().seen == "sid=bob")
    }
    #expect(try await ann.response(to: DefaultRequest()).origin == .cache)
    #expect(try await bob.response(to: DefaultRequest()).origin == .cache)
  }
}
