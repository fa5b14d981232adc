import Foundation
import HTTPTypes
import Testing
import Vault
import WGNAPIGenerated
import WGNAPIOAuth
import WGNAPIRecording
import WGNAPIRuntime
import WGNAPISupport

/// No file of a recording has a secret, however a service repeats it.
@Suite struct RecordingSecretTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let token =
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwiYWRtaW4iOnRydWV9.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let key = "K3y/with+signs=&\"quotes\" ü"
  private static let password = "pass w0rd<&>"

  /// A secret in all forms in which text can have it.
  private static func forms(_ secret: String) -> [String] {
    let bytes = Array(secret.utf8)
    let percent = PercentEncoding.encode(secret)
    var forms = [
      secret, percent, percent.lowercased(), PercentEncoding.encode(percent),
      percent.replacing("%20", with: "+"),
      String(
        (try? secret.encoded()).map { String(decoding: $0, as: UTF8.self) }?.dropFirst().dropLast() ?? ""),
      bytes.map { String(format: "%02x", Int($0)) }.joined(),
      bytes.map { String(format: "%02X", Int($0)) }.joined(),
    ]
    for offset in 0..<3 {
      let text = Data(Array("uvw".utf8.prefix(offset)) + bytes + Array("xyz".utf8.prefix(2 - offset)))
        .base64EncodedString()
      // The characters that the secret alone determines.
      let first = (offset * 8 + 5) / 6
      let own = String(text.dropFirst(first).prefix((offset + bytes.count) * 8 / 6 - first))
      forms += [own, own.replacing("+", with: "-").replacing("/", with: "_")]
    }
    if secret.hasPrefix("eyJ") { forms += secret.split(separator: ".").dropFirst().map { String($0) } }
    return forms
  }

  private func expectNoSecret(_ secrets: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let names = try folder.names
    #expect(!names.isEmpty, sourceLocation: sourceLocation)
    for name in names {
      let text = try folder.text(of: name)
      for form in secrets.flatMap({ Self.forms($0) }) {
        #expect(
          !text.contains(form) && !name.contains(form), "\(name): \(form)", sourceLocation: sourceLocation)
      }
    }
  }

  @Test func secretsThatTheServiceRepeats() async throws {
    let secrets = [Self.token, Self.key, Self.password]
    let echo = secrets.flatMap { Self.forms($0) }
    let service = Service { number, _, _ in
      let strings = try echo.map { String(decoding: try "before \($0) after".encoded(), as: UTF8.self) }
      switch number % 3 {
      case 0: return .text(echo.joined(separator: "\n"), type: "text/plain")
      case 1:
        return Service.Response(
          fields: ["Content-Type": "application/json", "X-Echo": PercentEncoding.encode(Self.token)],
          body: Array(#"{"seen": "x", "all": [\#(strings.joined(separator: ","))]}"#.utf8))
      default:
        // Not text, so the bytes are searched.
        return Service.Response(fields: [:], body: [0xFF, 0xFE] + echo.joined(separator: "\u{0}").utf8)
      }
    }
    let recording = try Recording(folder: folder.url, mode: .record)
    let client = Client(
      server: .main(), token: .bearer(Self.token), key: .key("12345-abcde-key"),
      hidden: .key("hidden-k3y-in-query"),
      session: .key("sess10n-in-cookie"), bot: .key("b0t-in-the-path"), pin: .key("p1n-in-the-form"),
      login: .basic(user: "someone", password: Self.password), player: .key("player-t0ken"),
      configuration: ClientConfiguration(transport: service, middleware: []).using(recording))
    for _ in 0..<3 {
      _ = try? await client.default()
      _ = try? await client.both()
      _ = try? await client.with(hidden: nil).either()
      _ = try? await client.withBot()
      _ = try? await client.withPin(amount: 1)
      _ = try? await client.withAccount()
      _ = try? await client.asPlayer()
      _ = try? await client.changePassword(payload: .init(user: "me", password: Self.key))
      _ = try? await client.signIn(payload: .init(user: "me", password: Password(Self.key)))
      _ = try? await client.logout(accessToken: "t1")
      _ = try? await client.open()
    }
    #expect(service.requests.count == 33)
    try expectNoSecret(
      secrets + [
        "12345-abcde-key", "hidden-k3y-in-query", "sess10n-in-cookie", "b0t-in-the-path", "p1n-in-the-form",
        "player-t0ken",
      ])
    let all = try folder.texts.values.joined()
    // Even one that is too short to be looked for.
    #expect(!all.contains("t1"))
    #expect(all.contains("Authorization: Bearer <redacted>\n") && all.contains("Cookie: <redacted>\n"))
    #expect(all.contains("/bot<redacted>/me\n"))
  }

  @Test func secretsOfResponses() async throws {
    let session = "0c5a2f9e77d14b6f8f3f"
    let service = Service { number, request, _ in
      switch number {
      case 1:
        return Service.Response(
          fields: [
            "Content-Type": "application/json", "Set-Cookie": "sid=\(session)c",
            "Location": "/next?access_token=\(session)l&page=2", "X-Auth-Token": "\(session)h",
          ],
          body: Array(
            """
            {"seen": "x", "access_token": "\(session)", "apiKey": 12345678, "nested": {"Client-Secret": ["\(session)n"]},
             "next": "https://example.com/?token=\(session)u&page=2", "text": "{\\"refresh_token\\": \\"\(session)r\\"}",
             "jwt?": "see \(Self.token)"}
            """.utf8))
      case 2: return .json(#"{"seen": "\#(session)"}"#)
      default: return .json(#"{"seen": "later-s3cret"}"#)
      }
    }
    let recording = try Recording(
      folder: folder.url, mode: .record, scrubbing: Scrubbing(names: ["seen_by"], secrets: ["my own secret"]))
    func client(_ token: String) -> Client {
      Client(
        server: .main(), token: .bearer(token),
        configuration: ClientConfiguration(transport: service, middleware: []).using(recording))
    }
    for number in 1...3 { _ = try? await client("t0ken-of-call").default(n: number) }
    // What a response had, becomes a credential: the files that have it are written again.
    _ = try? await client("later-s3cret").default(n: 4)
    try expectNoSecret([session, Self.token, "t0ken-of-call", "later-s3cret"])
    let texts = try folder.texts.values.joined()
    for line in [
      #""access_token": "<redacted>""#, #""apiKey": 0"#, "\"Client-Secret\": [\n      \"<redacted>\"\n",
      #""next": "https://example.com/?token=<redacted>&page=2""#,
      #""text": "{\"refresh_token\":\"<redacted>\"}""#,
      #""jwt?": "see <redacted>""#, "Location: /next?access_token=<redacted>&page=2",
      "X-Auth-Token: <redacted>",
      #""seen": "<redacted>""#,
    ] { #expect(texts.contains(line), "\(line)") }
  }

  @Test(arguments: [
    (
      "application/x-www-form-urlencoded",
      "user%5Bpassword%5D=hunter2&user.password=hunter2&token[]=hunter2&page=2"
    ),
    ("text/xml", "<s:Login page=\"2\"><s:Password>hunter2</s:Password><token/><name>Ann</name></s:Login>"),
    ("text/html", "<a password=\"hunter2 &amp; hunter2\" page='2'>"),
    (
      "multipart/form-data; boundary=b",
      "--b\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n--b\r\n"
        + "Content-Disposition: form-data; name=\"user[password]\"\r\n\r\nhunter2\r\n\r\nhunter2\r\n--b\r\n"
        + "Content-Disposition: form-data; name=\"page\"\r\n\r\n2\r\n--b--\r\n"
    ),
  ])
  func valuesByTheirNames(type: String, body: String) async throws {
    let service = Service { _, _, _ in .text(body, type: type) }
    let recording = try Recording(folder: folder.url, mode: .record)
    let client = Client(
      server: .main(), token: .bearer("t0ken-of-call"),
      configuration: ClientConfiguration(transport: service, middleware: []).using(recording))
    _ = try? await client.default(n: 1)
    let text = try folder.texts.values.joined()
    #expect(!text.contains("hunter2"))
    #expect(text.contains("<redacted>") && text.contains("2") && text.contains("page"))
  }

  @Test func exchangesOfProviders() async throws {
    let service = Service { number, request, _ in
      request.path == "/token"
        ? .json(#"{"access_token": "new-acce55-token", "token_type": "bearer", "expires_in": 3600}"#)
        : .json(#"{"seen": "new-acce55-token"}"#)
    }
    for (mode, transport) in [(Recording.Mode.record, service as any HTTPTransport), (.replay, NoNetwork())] {
      let recording = try Recording(folder: folder.url, mode: mode, isStrict: true)
      let configuration = ClientConfiguration(transport: transport, middleware: []).using(recording)
      let application = OAuthApplication(
        Client.api.oauth2("user"), clientID: "app", clientSecret: "cl1ent-secret",
        configuration: configuration)
      let client = Client(
        server: .main(), token: .bearer("unused-t0ken"),
        user: ClientCredentialsProvider(application, scopes: ["read"]),
        configuration: configuration)
      #expect(try await client.readAsUser().seen == (mode == .record ? "new-acce55-token" : "<redacted>"))
      try recording.finish()
    }
    try expectNoSecret(["cl1ent-secret", "new-acce55-token"])
    let texts = try folder.texts
    #expect(texts.count == 2 && texts.keys.contains { $0.hasPrefix("request-") })
    #expect(texts.values.contains { $0.contains("grant_type=client_credentials") })
  }

  @Test func problemsNameNoSecret() async throws {
    let service = Service { _, _, _ in .json(#"{"seen": "x"}"#) }
    func client(_ recording: Recording) -> Client {
      Client(
        server: .main(), token: .bearer("t0ken-of-call"), key: .key("12345-abcde-key"),
        hidden: .key("hidden-k3y-in-query"),
        configuration: ClientConfiguration(transport: service, middleware: []).using(recording))
    }
    _ = try await client(try Recording(folder: folder.url, mode: .record)).default(n: 1)
    let recording = try Recording(folder: folder.url)
    _ = try? await client(recording).both()
    _ = try? await client(recording).logout(accessToken: "t0ken-of-logout")
    let texts = recording.problems.map(\.description).joined()
    #expect(recording.problems.count == 2)
    for secret in ["t0ken-of-call", "hidden-k3y-in-query", "t0ken-of-logout"] {
      #expect(!texts.contains(secret))
    }
  }
}
