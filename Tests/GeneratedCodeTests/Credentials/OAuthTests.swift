import Foundation
import HTTPTypes
import TestSupport
import Testing
import Vault
import WGNAPIClient
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPISupport
import WGNAPITesting

@testable import WGNAPIOAuth

/// The flows of `WGNAPIOAuth`, without a network.
@Suite struct OAuthTests {
  /// A service that answers as a closure says, which gets the number of the request and its form.
  private final class Service: HTTPTransport {
    typealias Response = (status: Int, json: String)
    let forms = Shared<[[String: String]]>([])
    let heads = Shared<[HTTPRequest]>([])
    private let respond: @Sendable (Int, [String: String]) throws -> Response

    init(_ respond: @escaping @Sendable (Int, [String: String]) throws -> Response) { self.respond = respond }

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      #expect(options.redirects == .none)
      let pairs = String(decoding: body, as: UTF8.self).split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
        return (
          PercentEncoding.decode(parts[0]) ?? "", PercentEncoding.decode(parts.last ?? "") ?? ""
        )
      }
      let form = Dictionary(uniqueKeysWithValues: pairs)
      heads.with { $0.append(request) }
      let number = forms.with { forms -> Int in
        forms.append(form)
        return forms.count
      }
      let (status, json) = try respond(number, form)
      return TransportResponse(
        response: HTTPResponse(status: .init(code: status)), body: Array(json.utf8))
    }
  }

  private func application(
    _ service: Service, secret: String? = nil, clock: any ClientClock = .system,
    identification: OAuthApplication.Identification = .basic
  ) -> OAuthApplication {
    OAuthApplication(
      Client.api.oauth2("user"), clientID: "app", clientSecret: secret, identification: identification,
      configuration: ClientConfiguration(transport: service, middleware: [], clock: clock))
  }

  private let context = CredentialContext(name: "user", api: "Vault", server: Server.main().core)

  /// RFC 7636, appendix B.
  @Test func theProofOfTheSpecification() {
    let octets: [UInt8] = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214,
      191,
      240, 91, 88, 5, 88, 83, 132, 141, 121,
    ]
    let verifier = PKCE.base64URL(octets)
    #expect(verifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(PKCE(verifier: verifier).challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(Set((0..<100).map { _ in PKCE().verifier }).count == 100)
    #expect(PKCE().verifier.utf8.count == 43)
  }

  private let redirectURI = URL(string: "app://callback/here?from=login")!

  private func login(_ application: OAuthApplication) throws -> OAuthLogin {
    try application.login(
      redirectURI: redirectURI, scopes: ["write", "read"], parameters: ["prompt": "a b", "state": "evil"],
      state: "st4te", proof: PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
  }

  @Test func aLogIn() async throws {
    let clock = ManualClock()
    let service = Service { _, _ in
      (
        200,
        #"{"access_token": "a", "token_type": "bearer", "expires_in": "60", "refresh_token": "r", "scope": "read x"}"#
      )
    }
    let application = application(service, clock: clock)
    let login = try login(application)
    #expect(
      login.url.absoluteString
        == "https://login.example.com/authorize?response_type=code&client_id=app"
        + "&redirect_uri=app%3A%2F%2Fcallback%2Fhere%3Ffrom%3Dlogin&state=st4te"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        + "&scope=read%20write&prompt=a%20b")
    let callback = URL(string: "APP://Callback/here?from=login&state=st4te&code=c0de%2F1")!
    let token = try await application.token(for: login, callback: callback)
    #expect(
      token
        == OAuthToken(
          accessToken: "a", refreshToken: "r", expiresAt: clock.date.addingTimeInterval(60),
          scopes: ["read", "x"], requestedScopes: ["read", "write"], account: token.account))
    #expect(
      service.forms.now == [
        [
          "grant_type": "authorization_code", "code": "c0de/1", "redirect_uri": redirectURI.absoluteString,
          "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "client_id": "app",
        ]
      ])
    #expect(service.heads.now.first?.headerFields[.authorization] == nil)
    var dumped = "\(login)\(token)\(application)"
    dump(login, to: &dumped)
    dump(token, to: &dumped)
    #expect(!dumped.contains("st4te") && !dumped.contains("dBjftJeZ"))
  }

  @Test(arguments: [
    ("app://callback/here?code=c", OAuthError.invalidCallback("its 'state' doesn't match")),
    ("app://callback/here?code=c&state=other", .invalidCallback("its 'state' doesn't match")),
    ("app://callback/here?error=access_denied", .invalidCallback("its 'state' doesn't match")),
    ("app://callback/here?state=st4te&error=access_denied", .denied),
    (
      "app://callback/here?state=st4te&error=x&error_description=a%20b", .service(code: "x", text: "a b")
    ),
    ("app://callback/here?state=st4te", .invalidCallback("it has no 'code'")),
    ("app://callback/here?state=st4te&code=1&code=2", .invalidCallback("it has 'code' twice")),
    ("app://callback/here?state=st4te&state=st4te&code=1", .invalidCallback("it has 'state' twice")),
    ("app://callback/there?state=st4te&code=1", .invalidCallback("it leads to another address")),
    ("app://evil/here?state=st4te&code=1", .invalidCallback("it leads to another address")),
    ("https://callback/here?state=st4te&code=1", .invalidCallback("it leads to another address")),
  ]) func otherCallbacks(callback: String, expected: OAuthError) async throws {
    let service = Service { _, _ in (500, "") }
    let application = application(service)
    let login = try login(application)
    await #expect(throws: expected) {
      try await application.token(for: login, callback: URL(string: callback)!)
    }
    #expect(service.forms.now.isEmpty)
  }

  @Test func responsesThatAreNone() async throws {
    for (response, problem) in [
      ("{}", "it has no 'access_token'"),
      (#"{"access_token": "a", "token_type": "mac"}"#, "its 'token_type' isn't 'Bearer'"),
      ("<html>", "its status is 200, and it isn't JSON"),
      ("[]", "its status is 200"),
    ] {
      let application = application(Service { _, _ in (200, response) }, secret: "s")
      await #expect(throws: OAuthError.invalidResponse(problem)) {
        try await application.token([("grant_type", "client_credentials")])
      }
    }
  }

  @Test func errorsHideWhatTheServiceRepeats() async throws {
    let service = Service { _, form in
      (400, #"{"error": "invalid_client", "error_description": "\#(form["refresh_token"]!) is wrong"}"#)
    }
    let application = application(service, secret: "cl1ent-s3cret")
    let error = await #expect(throws: OAuthError.self) {
      try await application.token([("refresh_token", "r3fresh-token")])
    }
    #expect(error == .service(code: "invalid_client", text: "<redacted> is wrong"))
  }

  @Test(arguments: ["http://login.example.com/token", "ftp://x/", "login", "https://me@x/", "https://"])
  func tokensAreEncrypted(address: String) async throws {
    let application = OAuthApplication(
      OAuth2Flows(tokenURL: address), clientID: "app",
      configuration: ClientConfiguration(transport: Service { _, _ in (200, "") }, middleware: []))
    let error = await #expect(throws: OAuthError.self) { try await application.token([]) }
    guard case .invalidAddress? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func anApplicationsOwnToken() async throws {
    let clock = ManualClock()
    let service = Service { number, _ in
      (200, #"{"access_token": "\#(number)", "token_type": "Bearer", "expires_in": 100}"#)
    }
    let provider = ClientCredentialsProvider(
      application(service, secret: "se:cret", clock: clock), scopes: ["read"])
    let first = try await provider.credential(for: context)
    #expect(first.secret == "1")
    #expect(first.scopes == ["read"])
    #expect(try await provider.credential(for: context).secret == "1")
    #expect(try await provider.refresh(first, for: context).secret == "2")
    #expect(!provider.isCurrent(first))
    clock.advance(by: .seconds(101))
    #expect(try await provider.credential(for: context).secret == "3")
    #expect(service.forms.now.first == ["grant_type": "client_credentials", "scope": "read"])
    // RFC 6749, section 2.3.1: both parts are encoded before they are joined.
    let expected = Data("app:se%3Acret".utf8).base64EncodedString()
    #expect(service.heads.now.first?.headerFields[.authorization] == "Basic \(expected)")
  }

  /// A stored token for other scopes must not be used, and one with fewer than were asked for isn't asked for again.
  @Test func aTokenForOtherScopes() async throws {
    let service = Service { number, _ in
      (200, #"{"access_token": "\#(number)", "token_type": "Bearer", "scope": "read"}"#)
    }
    let storage = MemoryTokenStorage()
    let application = application(service, secret: "s")
    func secret(_ scopes: Set<String>) async throws -> String {
      let provider = ClientCredentialsProvider(application, scopes: scopes, storage: storage)
      return try await provider.credential(for: context).secret
    }
    #expect(try await secret(["read", "write"]) == "1")
    #expect(try await secret(["read", "write"]) == "1")
    #expect(try await secret(["read"]) == "2")
    #expect(try await secret(["read"]) == "2")
    #expect(try await secret([]) == "3")
    // Tokens of which it isn't known what they were asked for.
    await storage.save(OAuthToken(accessToken: "old", scopes: ["read", "write"]))
    #expect(try await secret(["read"]) == "old")
    await storage.save(OAuthToken(accessToken: "old"))
    #expect(try await secret([]) == "old")
    #expect(try await secret(["read"]) == "4")
  }

  @Test func theSecretInTheForm() async throws {
    let service = Service { _, _ in (200, #"{"access_token": "a", "token_type": "Bearer"}"#) }
    _ = try await application(service, secret: "s", identification: .form).token([])
    #expect(service.forms.now == [["client_id": "app", "client_secret": "s"]])
    #expect(service.heads.now.first?.headerFields[.authorization] == nil)
  }

  /// An app and its extension keep one token in one place: the other one may have renewed it.
  @Test func aTokenThatAnotherProcessRenewed() async throws {
    let clock = ManualClock()
    let service = Service { _, form in
      form["refresh_token"] == "r1"
        ? (200, #"{"access_token": "a2", "token_type": "Bearer", "refresh_token": "r2"}"#)
        : (400, #"{"error": "invalid_grant"}"#)
    }
    let storage = MemoryTokenStorage(OAuthToken(accessToken: "a0", refreshToken: "r0"))
    let session = OAuthSession(application(service, clock: clock), storage: storage)
    let first = try await session.credential(for: context)
    #expect(first.secret == "a0")
    await storage.save(OAuthToken(accessToken: "a1", refreshToken: "r1"))
    let second = try await session.refresh(first, for: context)
    #expect(second.secret == "a1")
    #expect(try await session.refresh(second, for: context).secret == "a2")
    #expect(await storage.load()?.refreshToken == "r2")
  }

  /// A log-out, or another log-in, while a token is being renewed.
  @Test func changesByTheUserMeanwhileCount() async throws {
    for isLoggedOut in [true, false] {
      let service = Service { _, _ in
        (200, #"{"access_token": "renewed", "token_type": "Bearer", "refresh_token": "r1"}"#)
      }
      let storage = SlowStorage(OAuthToken(accessToken: "a0", refreshToken: "r0"))
      let session = OAuthSession(application(service), storage: storage)
      let first = try await session.credential(for: context)
      // The renewal is being saved when the user acts.
      async let renewal = session.refresh(first, for: context)
      await storage.waitForSave()
      let new = OAuthToken(accessToken: "new", refreshToken: "n", account: "new")
      async let act: Void = isLoggedOut ? session.logOut() : session.logIn(new)
      await storage.goOn()
      _ = try await (renewal, act)
      #expect(await storage.load() == (isLoggedOut ? nil : new))
    }
  }

  @Test func refreshTokensRotate() async throws {
    let clock = ManualClock()
    let service = Service { number, _ in
      switch number {
      case 1: (200, #"{"access_token": "a1", "token_type": "Bearer", "refresh_token": "r1"}"#)
      case 2: (200, #"{"access_token": "a2", "token_type": "Bearer"}"#)
      case 3: (503, "")
      default: (400, #"{"error": "invalid_grant"}"#)
      }
    }
    let storage = MemoryTokenStorage(
      OAuthToken(
        accessToken: "a0", refreshToken: "r0", expiresAt: clock.date.addingTimeInterval(-1), scopes: ["read"])
    )
    let session = OAuthSession(application(service, clock: clock), storage: storage)
    // It has expired when it is loaded.
    let first = try await session.credential(for: context)
    #expect(first.secret == "a1")
    #expect(first.scopes == ["read"])
    let second = try await session.refresh(first, for: context)
    #expect(second.secret == "a2")
    // Another client has the old one still.
    #expect(try await session.refresh(first, for: context).secret == "a2")
    #expect(service.forms.now.map { $0["refresh_token"] } == ["r0", "r1"])
    #expect(await storage.load()?.refreshToken == "r1")
    await #expect(throws: OAuthError.unavailable(status: 503)) {
      try await session.refresh(second, for: context)
    }
    #expect(try await session.isLoggedIn)
    await #expect(throws: OAuthError.loginRequired) { try await session.refresh(second, for: context) }
    #expect(await storage.load() == nil)
    await #expect(throws: OAuthError.loginRequired) { try await session.credential(for: context) }
    #expect(service.forms.now.count == 4)
  }

  @Test func loggingOutWhileRefreshing() async throws {
    let mayAnswer = Shared(false)
    let service = Service { _, _ in
      while !mayAnswer.now { usleep(1000) }
      return (200, #"{"access_token": "a1", "token_type": "Bearer"}"#)
    }
    let storage = MemoryTokenStorage(OAuthToken(accessToken: "a0", refreshToken: "r0"))
    let session = OAuthSession(application(service), storage: storage)
    let old = try await session.credential(for: context)
    let refreshing = Task { try await session.refresh(old, for: context) }
    while service.forms.now.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
    try await session.logOut()
    #expect(!session.isCurrent(old))
    mayAnswer.with { $0 = true }
    await #expect(throws: OAuthError.loginRequired) { try await refreshing.value }
    #expect(await storage.load() == nil)
  }
}

/// A storage whose first save waits.
private actor SlowStorage: TokenStorage {
  private var token: OAuthToken?
  private var isHeld = true
  private var held: CheckedContinuation<Void, Never>?
  private var waiting: CheckedContinuation<Void, Never>?

  init(_ token: OAuthToken?) { self.token = token }

  func load() -> OAuthToken? { token }

  func save(_ token: OAuthToken?) async {
    if isHeld {
      isHeld = false
      await withCheckedContinuation { continuation in
        held = continuation
        waiting?.resume()
        waiting = nil
      }
    }
    self.token = token
  }

  func waitForSave() async {
    if held == nil { await withCheckedContinuation { waiting = $0 } }
  }

  func goOn() { held?.resume() }
}
