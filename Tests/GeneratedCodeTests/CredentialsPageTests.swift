import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing
import Vault
import WGNAPIClient
import WGNAPICredentials
import WGNAPIGenerated
import WGNAPIOAuth
import WGNAPIRuntime
import WGNAPITesting

/// The code of `docs/credentials.md`, word for word, and what the page says of it.
@Suite(.timeLimit(.minutes(5))) struct CredentialsPageTests {
  @Test func thePageIsCompiled() throws {
    let page = try PageCode("credentials.md")
    #expect(page.blocks.count == 18)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  @Test func valuesAndProviders() async throws {
    let (token, key, otherToken, renewedToken, accountID) = ("t", "k", "o", "r", "a")
    let client = Client(server: .main(region: .eu), token: .bearer(token), key: .key(key))
    let other = client.with(token: .bearer(otherToken))
    let renewed = client.with(token: .bearer(renewedToken, account: accountID))
    let requests = try [client, other, renewed].map { try $0.httpRequest(for: DefaultRequest()) }
    #expect(
      requests.map { $0.httpRequest.headerFields[.authorization] } == ["Bearer t", "Bearer o", "Bearer r"])
  }

  @Test func aProvider() async throws {
    let server = try MisbehavingServer(accepting: ["leased"])
    let provider = LeaseProvider { ("leased", Date(timeIntervalSinceNow: 60)) }
    let client = Client(server: server.vault, token: provider, configuration: .plain())
    #expect(try await client.default().seen == "ok")
  }

  @Test func tokensOfAnEndpoint() async throws {
    let service = try MisbehavingServer { request in
      switch (request.target, request.fields["authorization"]) {
      case ("/prolongate", _): [.response(#"{"access_token": "longer", "expires_at": 4000000000}"#)]
      case (_, "Bearer longer"): [.response(#"{"seen": "ok"}"#)]
      default: [.response("{}", status: "401 Unauthorized")]
      }
    }
    let guest = Client(server: service.vault, token: .bearer("none"), configuration: .plain())
    let client = guest.with(token: Tokens(guest: guest, token: "short"))
    async let (one, two) = (client.default(), client.default())
    #expect(try await one.seen == "ok")
    #expect(try await two.seen == "ok")
    #expect(service.requests.filter { $0.target == "/prolongate" }.count == 1)
  }

  @Test func signedRequests() async throws {
    let server = try MisbehavingServer { request in
      request.target.contains("&signature=")
        ? [.response(#"{"seen": "\#(request.fields["x-key"] ?? "")"}"#)]
        : [.response("{}", status: "401 Unauthorized")]
    }
    let (key, token) = ("k", "t")
    @Sendable func code(_ text: String) -> String {
      String(text.utf8.reduce(0) { $0 &* 31 &+ UInt32($1) }, radix: 16)
    }

    let signing = Signing(key: key) { text in code(text) }
    let client = Client(
      server: server.vault, token: .bearer(token),
      configuration: ClientConfiguration(middleware: Client.middleware + [signing]))
    let signed = client.with(options: [.signed])
    let seen = try await signed.default()
    #expect(seen.seen == "k")
    let target = try #require(server.requests.first?.target)
    let query = target.drop { $0 != "?" }.dropFirst()
    let parts = query.components(separatedBy: "&signature=")
    #expect(parts.first?.hasPrefix("timestamp=") == true && parts.last == code(parts.first ?? ""))
    await #expect(throws: APIError.self) { try await client.default() }
  }

  private func service() throws -> MisbehavingServer {
    try MisbehavingServer { request in
      switch request.target {
      case "/token":
        [
          .response(
            #"{"access_token": "a", "token_type": "Bearer", "expires_in": 3600, "refresh_token": "r"}"#)
        ]
      case "/device":
        [
          .response(
            #"{"device_code": "d", "user_code": "U", "verification_uri": "https://x.example/", "expires_in": 60, "interval": 1}"#
          )
        ]
      case "/prolongate":
        [
          .response(
            #"{"access_token": "longer", "expires_at": \#(Int(Date().timeIntervalSince1970) + 1_000_000)}"#)
        ]
      case "/logout": [.response("")]
      case "/player?access_token=longer": [.response(#"{"status": "ok", "data": {"seen": "player"}}"#)]
      default: [.response(#"{"seen": "\#(request.fields["authorization"] ?? "")"}"#)]
      }
    }
  }

  @Test func aUser() async throws {
    let service = try service()
    let (server, token, storage) = (service.vault, "t", MemoryTokenStorage())
    let configuration = ClientConfiguration(transport: Rerouted(port: service.port), middleware: [])
    let callback = URL(string: "app://callback")!
    @Sendable func open(_ url: URL) async throws -> URL {
      let state = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.first {
        $0.name == "state"
      }
      return URL(string: "app://callback?code=c&state=\(state?.value ?? "")")!
    }

    let application = OAuthApplication(
      Client.api.oauth2("user"), clientID: "app", configuration: configuration)
    let session = OAuthSession(application, storage: storage)
    let client = Client(server: server, token: .bearer(token), user: session, configuration: configuration)

    let login = try application.login(redirectURI: callback, scopes: ["read"])
    let redirect = try await open(login.url)
    try await session.logIn(application.token(for: login, callback: redirect))
    let seen = try await client.readAsUser()
    #expect(seen == Seen(seen: "Bearer a"))

    let device = try await application.device(scopes: ["read"])
    print("Open \(device.verificationURL) and enter \(device.userCode)")
    try await session.logIn(application.token(for: device))
    #expect(await storage.load()?.refreshToken == "r")
  }

  @Test func aServerOfOnesOwn() async throws {
    let service = try service()
    let (server, secret, storage) = (service.vault, "s", MemoryTokenStorage())
    let configuration = ClientConfiguration(transport: Rerouted(port: service.port), middleware: [])

    let instance = Server(url: "https://social.example/api", like: .main())
    let flows = OAuth2Flows(authorizationURL: "/oauth/authorize", tokenURL: "/oauth/token").at(instance.core)
    let member = OAuthApplication(
      flows, clientID: "app", clientSecret: secret, identification: .form, configuration: configuration)
    #expect(flows.tokenURL == "https://social.example/oauth/token")
    let login = try member.login(redirectURI: "app://callback", scopes: ["read"])
    #expect(login.url.absoluteString.hasPrefix("https://social.example/oauth/authorize?response_type=code"))
    #expect(login.redirectURI == URL(string: "app://callback"))
    #expect(throws: OAuthError.invalidAddress("'redirectURI' isn't a URL")) {
      try member.login(redirectURI: "callback")
    }

    var shown: [String] = []
    func show(_ seen: Seen) { shown.append(seen.seen) }
    func showLogin() { shown.append("login") }
    let visitor = OAuthSession(member, storage: storage)
    let guest = Client(server: server, token: visitor, configuration: configuration)
    _ = try await guest.open()
    do {
      show(try await guest.default())
    } catch let error as APIError {
      guard case .credential(let failure) = error.kind,
        failure.underlyingError as? OAuthError == .loginRequired
      else { throw error }
      showLogin()
    }
    #expect(shown == ["login"])
  }

  @Test func anApplication() async throws {
    let server = try service()
    let secret = "s"
    let configuration = ClientConfiguration(transport: Rerouted(port: server.port), middleware: [])
    func client(_ server: Server) -> Client {
      let service = OAuthApplication(
        Client.api.oauth2("user"), clientID: "service", clientSecret: secret, configuration: configuration)
      let client = Client(
        server: server, token: ClientCredentialsProvider(service), configuration: configuration)
      return client
    }
    #expect(try await client(server.vault).default().seen == "Bearer a")
  }

  @Test func aLogInPage() async throws {
    let service = try service()
    let callback = URL(string: "app://callback")!
    let client = Client(server: service.vault, token: .bearer("t"), configuration: .plain())
    @Sendable func open(_ url: URL) async throws -> URL {
      URL(
        string:
          "\(url.absoluteString)&status=ok&access_token=short&expires_at=\(Int(Date().timeIntervalSince1970) + 60)"
      )!
    }

    let session = TokenFlowSession(Client.api.tokenFlow) { token in
      let grant = try await client.prolongate(accessToken: token)
      return OAuthToken(accessToken: grant.accessToken, expiresAt: grant.expiresAt)
    }
    let player = client.with(player: session)

    let redirectURI = TokenFlowSession.redirectURI(to: callback)
    let redirect = try await open(redirectURI)
    try await session.logIn(callback: redirect, for: redirectURI)
    let seen = try await player.asPlayer()
    #expect(seen.seen == "player")

    try await session.logOut { token in try await client.logout(accessToken: token) }
    #expect(service.requests.last.map { String(decoding: $0.body, as: UTF8.self) } == "access_token=longer")
  }

  /// The text to sign has the form of the example in Amazon's documentation, whose signature it leads to.
  @Test func signingInAField() async throws {
    let texts = Texts()
    let transport = Kept()
    let signing = HeaderSigning(
      key: "AKIAIOSFODNN7EXAMPLE", region: "us-east-1",
      digest: { bytes in
        texts.add(String(decoding: bytes, as: UTF8.self))
        return "digest\(bytes.isEmpty ? 0 : 1)"
      }, code: { text, day in "\(day) \(text.split(separator: "\n").last ?? "")" })
    let client = Client(
      server: Server(url: "https://examplebucket.s3.amazonaws.com", like: .main()),
      token: .bearer("a-token-of-tests"),
      configuration: ClientConfiguration(
        transport: transport, middleware: Client.middleware + [signing],
        clock: ManualClock(date: Date(timeIntervalSince1970: 1_369_353_600))))
    _ = try? await client.with(options: [.signed]).default()
    let sent = try #require(transport.request)
    let path = sent.path ?? ""
    #expect(
      texts.all == [
        "",
        "GET\n\(path)\n\nhost:examplebucket.s3.amazonaws.com\nx-amz-content-sha256:digest0\nx-amz-date:20130524T000000Z\n\n"
          + "host;x-amz-content-sha256;x-amz-date\ndigest0",
      ])
    #expect(
      sent.headerFields[.authorization]
        == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
        + "SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=20130524 digest1")
  }

  @Test func variables() throws {
    let server = Server.main(region: .usWest, version: "v2")
    #expect(server.core.baseURL == "https://us-west.api.example.com:443/v2/")
  }
}

actor Tokens: CredentialProvider {
  /// A client without this provider.
  let guest: Client
  private var token: String

  init(guest: Client, token: String) {
    (self.guest, self.token) = (guest, token)
  }

  func credential(for context: CredentialContext) -> Credential { .bearer(token) }

  func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
    let grant = try await guest.prolongate(accessToken: token)
    token = grant.accessToken
    return .bearer(token, expiresAt: grant.expiresAt)
  }
}

struct Signed: PolicyValue {
  var isSigned = true
}

extension Policy {
  static var signed: Policy { Policy(Signed()) }
}

struct Signing: APIMiddleware {
  let key: String
  /// The HMAC of a text, with SHA-256 and in hexadecimal digits.
  let code: @Sendable (String) -> String

  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    guard request.call.policy(Signed.self)?.isSigned == true else { return try await next(request) }
    guard request.streamedBody == nil else { throw UnsignedBody() }
    var request = request
    let time = Int(request.call.clock.date.timeIntervalSince1970 * 1000)
    let path = request.httpRequest.path ?? "/"
    let stamped = "\(path)\(path.contains("?") ? "&" : "?")timestamp=\(time)"
    let query = stamped.drop { $0 != "?" }.dropFirst()
    let signature = code("\(query)\(String(decoding: request.body, as: UTF8.self))")
    request.httpRequest.path = "\(stamped)&signature=\(signature)"
    if let field = HTTPField.Name("X-Key") { request.httpRequest.headerFields[field] = key }
    return try await next(request)
  }
}

struct UnsignedBody: Error {}

struct HeaderSigning: APIMiddleware {
  let key: String
  let region: String
  /// The SHA-256 of bytes, in hexadecimal digits.
  let digest: @Sendable ([UInt8]) -> String
  /// The HMAC of a text with the key of a day, such as 20261128, in hexadecimal digits.
  let code: @Sendable (_ text: String, _ day: String) -> String

  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
    guard request.call.policy(Signed.self)?.isSigned == true else { return try await next(request) }
    var request = request
    let body = request.streamedBody == nil ? digest(request.body) : "UNSIGNED-PAYLOAD"
    let time = request.call.clock.date.formatted(
      .iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    let scope = "\(time.prefix(8))/\(region)/s3/aws4_request"
    let target = (request.httpRequest.path ?? "/").split(separator: "?", maxSplits: 1)
    let query = (target.dropFirst().first ?? "").split(separator: "&").map { pair in
      pair.contains("=") ? String(pair) : "\(pair)="
    }
    let names = "host;x-amz-content-sha256;x-amz-date"
    let lines = [
      request.httpRequest.method.rawValue, String(target.first ?? "/"),
      query.sorted().joined(separator: "&"), "host:\(request.httpRequest.authority ?? "")",
      "x-amz-content-sha256:\(body)", "x-amz-date:\(time)", "", names, body,
    ]
    let canonical = digest(Array(lines.joined(separator: "\n").utf8))
    let signature = code("AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(canonical)", String(time.prefix(8)))
    for (name, value) in [("x-amz-content-sha256", body), ("x-amz-date", time)] {
      if let field = HTTPField.Name(name) { request.httpRequest.headerFields[field] = value }
    }
    request.httpRequest.headerFields[.authorization] =
      "AWS4-HMAC-SHA256 Credential=\(key)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
    return try await next(request)
  }
}

struct LeaseProvider: CredentialProvider {
  let lease: @Sendable () async throws -> (token: String, end: Date)

  func credential(for context: CredentialContext) async throws -> Credential {
    let lease = try await lease()
    return .bearer(lease.token, expiresAt: lease.end)
  }

  func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
    try await credential(for: context)
  }
}

/// Texts in the order in which they were added.
private final class Texts: Sendable {
  private let texts = Mutex<[String]>([])
  var all: [String] { texts.withLock { $0 } }
  func add(_ text: String) { texts.withLock { $0.append(text) } }
}

/// Keeps the request, and answers nothing.
private final class Kept: HTTPTransport {
  private let kept = Mutex<HTTPRequest?>(nil)
  var request: HTTPRequest? { kept.withLock { $0 } }

  func send(_ request: HTTPRequest, body: [UInt8], options: TransportOptions) async throws
    -> TransportResponse
  {
    kept.withLock { $0 = request }
    throw CancellationError()
  }
}

/// Sends requests for the service of the spec to this machine.
private struct Rerouted: HTTPTransport {
  let port: UInt16

  func send(
    _ request: HTTPRequest, body: [UInt8], options: TransportOptions
  ) async throws -> TransportResponse {
    var request = request
    if request.authority == "login.example.com" {
      request.scheme = "http"
      request.authority = "127.0.0.1:\(port)"
    }
    return try await ClientConfiguration().transport.send(request, body: body, options: options)
  }
}
