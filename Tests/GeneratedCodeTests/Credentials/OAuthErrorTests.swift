import Foundation
import TestSupport
import Testing
import Vault
import WGNAPIClient
import WGNAPIGenerated
import WGNAPIRuntime

@testable import WGNAPIOAuth

/// What a service or a callback says, in errors: without secrets, and fit to be shown.
@Suite(.timeLimit(.minutes(5))) struct OAuthErrorTests {
  private static let secret = "s3cret:of/thé+app"

  private func application(
    _ service: MisbehavingServer, _ identification: OAuthApplication.Identification = .basic,
    secret: String? = secret
  ) -> OAuthApplication {
    OAuthApplication(
      OAuth2Flows(
        authorizationURL: "https://login.example.com/", tokenURL: service.server.baseURL + "/token",
        deviceURL: service.server.baseURL + "/device"), clientID: "app", clientSecret: secret,
      identification: identification, configuration: .plain())
  }

  private func json(_ value: [String: JSON]) throws -> String {
    String(decoding: try value.encoded(), as: UTF8.self)
  }

  /// A service that describes what it received: the field, its Base64 decoded, the form.
  @Test(arguments: [OAuthApplication.Identification.basic, .form])
  func secretsInTheFormsInWhichTheyAreSent(identification: OAuthApplication.Identification) async throws {
    let service = try MisbehavingServer { request in
      let field = request.fields["authorization"] ?? ""
      let pair = Data(base64Encoded: String(field.dropFirst("Basic ".count))) ?? Data()
      let sent = String(decoding: request.body, as: UTF8.self)
      let echo = [
        field, String(decoding: pair, as: UTF8.self), sent, Data("x\(sent)".utf8).base64EncodedString(),
        Data("Basic \(field)".utf8).base64EncodedString(), Data("xy\(sent)".utf8).base64EncodedString(),
      ]
      let text = try! JSON.string(echo.joined(separator: " ")).encoded()
      let body =
        #"{"error": "invalid_client", "error_description": \#(String(decoding: text, as: UTF8.self))}"#
      return [.response(body, status: "401 Unauthorized")]
    }
    let application = application(service, identification)
    let error = await #expect(throws: OAuthError.self) {
      try await application.token([("grant_type", "refresh_token"), ("refresh_token", "r3fresh/token+1")])
    }
    guard case .service("invalid_client", let text?)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    let head = try #require(service.requests.first)
    for part in ["s3cret", "r3fresh", "app%2B", "%2Bapp"] { #expect(!text.contains(part), "\(text)") }
    // Any twelve digits of the field's Base64 reveal nine bytes of the pair.
    let digits = (head.fields["authorization"] ?? "").dropFirst("Basic ".count)
    for start in digits.indices.dropLast(11) {
      #expect(!text.contains(digits[start...].prefix(12)), "\(text)")
    }
    // Base64 of the form, wherever the secrets are in it.
    for word in text.split(separator: " ") {
      for padding in ["", "=", "=="] {
        let decoded = Data(base64Encoded: word + padding).map { String(decoding: $0, as: UTF8.self) }
        #expect(decoded?.contains("s3cret") != true && decoded?.contains("r3fresh") != true)
      }
    }
  }

  /// A secret of three bytes is too short to be looked for, but not the pair that contains it.
  @Test func aShortSecret() async throws {
    let service = try MisbehavingServer { request in
      let field = request.fields["authorization"] ?? ""
      return [
        .response(
          #"{"error": "invalid_client", "error_description": "\#(field)"}"#, status: "401 Unauthorized")
      ]
    }
    let error = await #expect(throws: OAuthError.self) {
      try await application(service, secret: "abc").token([])
    }
    #expect(error == .service(code: "invalid_client", text: "Basic <redacted>"))
  }

  private static let hostile =
    "\u{1B}[2J\u{1B}]0;title\u{7}a\r\nb\u{202E}c\u{2066}d\u{200B}\u{85}\u{2028}e\u{0}"
    + String(repeating: "x", count: 100_000)

  private func expectClean(_ error: OAuthError?) {
    guard case .service(let code, let text?)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(code.count <= 65 && text.count <= 301)
    for scalar in "\(code)\(text)\(String(describing: error))".unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: Issue.record("\(scalar.value)")
      default: break
      }
    }
  }

  @Test func textsOfServices() async throws {
    // Without NUL, which makes a text binary data.
    let hostile = Self.hostile.replacingOccurrences(of: "\0", with: "")
    let text = try json(["error": .string(hostile), "error_description": .string(hostile)])
    let service = try MisbehavingServer { _ in [.response(text, status: "400 Bad")] }
    let error = await #expect(throws: OAuthError.self) { try await application(service).token([]) }
    expectClean(error)
    #expect("\(String(describing: error))".contains(" [2J ]0;title a b c d e"))
    let binary = try json(["error": "x", "error_description": .string(Self.hostile)])
    let other = try MisbehavingServer { _ in [.response(binary, status: "400 Bad")] }
    expectClean(await #expect(throws: OAuthError.self) { try await application(other).token([]) })
  }

  @Test func textsOfCallbacks() async throws {
    let service = try MisbehavingServer { _ in [.close] }
    let application = application(service)
    let redirectURI = try #require(URL(string: "app://callback/"))
    let login = try application.login(redirectURI: redirectURI)
    let state = try #require(
      URLComponents(url: login.url, resolvingAgainstBaseURL: true)?.queryItems?.first { $0.name == "state" }?
        .value)
    func callback(_ address: URL, _ fields: [String: String]) throws -> URL {
      var parts = try #require(URLComponents(url: address, resolvingAgainstBaseURL: true))
      parts.queryItems = (parts.queryItems ?? []) + fields.map { URLQueryItem(name: $0, value: $1) }
      return try #require(parts.url)
    }
    let response = try callback(
      redirectURI,
      [
        "state": state, "code": "c0de-1", "error": Self.hostile,
        "error_description": "\(state) c0de-1 \(Self.hostile)",
      ])
    let error = await #expect(throws: OAuthError.self) {
      try await application.token(for: login, callback: response)
    }
    expectClean(error)
    #expect(
      !"\(String(describing: error))".contains(state) && !"\(String(describing: error))".contains("c0de"))
    let session = TokenFlowSession(Client.api.tokenFlow) { _ in throw CancellationError() }
    let address = TokenFlowSession.redirectURI(to: redirectURI)
    let failed = try callback(
      address,
      [
        "status": "error", "access_token": "t0ken-1", "code": Self.hostile,
        "message": "t0ken-1 \(Self.hostile)",
      ])
    let other = await #expect(throws: OAuthError.self) {
      try await session.logIn(callback: failed, for: address)
    }
    expectClean(other)
    #expect(!"\(String(describing: other))".contains("t0ken"))
    #expect(service.requests.isEmpty)
  }

  @Test(
    arguments: [
      (["access_token": "a\nb"], "its 'access_token' contains a line break"),
      (
        ["access_token": "a", "refresh_token": "r\r\nX-Evil: 1"], "its 'refresh_token' contains a line break"
      ),
      (["access_token": "é"], "its 'access_token' contains"), (["access_token": ""], "no 'access_token'"),
    ] as [([String: JSON], String)])
  func tokensThatCannotBeSent(fields: [String: JSON], problem: String) async throws {
    let text = try json(fields.merging(["token_type": "Bearer"]) { $1 })
    let service = try MisbehavingServer { _ in [.response(text)] }
    let error = await #expect(throws: OAuthError.self) { try await application(service).token([]) }
    #expect("\(String(describing: error))".contains(problem))
  }

  @Test func storedTokensThatCannotBeSent() async throws {
    let service = try MisbehavingServer { _ in [.close] }
    for token in ["", "a\nb"] {
      let storage = MemoryTokenStorage(OAuthToken(accessToken: token))
      let session = OAuthSession(application(service), storage: storage)
      #expect(try await !session.isLoggedIn)
      await #expect(throws: OAuthError.self) { try await session.logIn(OAuthToken(accessToken: token)) }
    }
    // An empty refresh token is none.
    let empty = try json(["access_token": "a", "refresh_token": "", "token_type": "Bearer"])
    let other = try MisbehavingServer { _ in [.response(empty)] }
    let old = OAuthToken(accessToken: "a0", refreshToken: "r0")
    #expect(try await application(other).token([], replacing: old).refreshToken == "r0")
  }

  @Test(
    arguments: [
      ["user_code": "A\u{1B}[2J"], ["user_code": "A\nB"], ["verification_uri": "javascript:alert(1)"],
      ["verification_uri": "http://evil.example/"], ["verification_uri_complete": "file:///etc/passwd"],
    ] as [[String: JSON]])
  func devicesThatCannotBeShown(fields: [String: JSON]) async throws {
    let good: [String: JSON] = [
      "device_code": "d", "user_code": "WDJB-MJHT", "verification_uri": "https://example.com/device",
      "expires_in": 60,
    ]
    let text = try json(good.merging(fields) { $1 })
    let service = try MisbehavingServer { _ in [.response(text)] }
    let error = await #expect(throws: OAuthError.self) { try await application(service).device() }
    guard case .invalidResponse? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    let plain = try json(good)
    let other = try MisbehavingServer { _ in [.response(plain)] }
    #expect(try await application(other).device().userCode == "WDJB-MJHT")
  }
}
