import Foundation
import HTTPTypes
import Testing
import Vault
import WGNAPIRuntime

@testable import WGNAPIRecording
@testable import WGNAPISecrets

/// Secrets that no client knows, found by their names and forms.
@Suite struct UnknownSecretTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func client(_ service: Service, _ recording: Recording) -> Client {
    Client(
      server: .main(), token: .bearer("t0ken-of-the-client"),
      configuration: ClientConfiguration(transport: service, middleware: []).using(recording))
  }

  /// A service calls keys after itself; some keys let nobody in.
  @Test(arguments: [
    ("X-Shop-Key", true), ("x-shop-key", true), ("MyApikey", true), ("Cookie", true),
    ("X-Idempotency-Key", false), ("Idempotency-Key", false), ("Ocp-Apim-Subscription-Key", true),
    ("X-Sort-Key", false), ("Sort-Key", false), ("X-Monkey", false), ("Accept", false), ("not a name", true),
  ]) func headerFields(name: String, isSecret: Bool) {
    #expect(SecretFinder().isSecret(field: name) == isSecret)
    let kept = SecretNames(Scrubbing(keeping: [name]), and: [])
    if name.hasPrefix("X-S") { #expect(!kept.contains(field: name)) }
  }

  /// Texts with a secret, as bodies, in JSON strings, and in header fields. `%` is the secret.
  static let texts = [
    "see https://ann:%@example.com/a?b=1", "postgres://ann:%@db.example.com:5432/x",
    "https://%@github.com/a.git",
    "git clone 'https://x-access-token:%@github.com/a.git'",
    "curl -H 'Authorization: Bearer %' https://example.com", "got bearer %, expected another",
    "Bearer+% was sent",
    "Authorization=Bearer%20%", "password: %", "password=%", "PASSWORD = \"%\"", "{'password': '%'}",
    "x-vault-token: %", "X-Shopify-Access-Token: %", "X-Gitlab-Token:%", "x-csrf-token: %", "csrf=%",
    "csrf: %",
    "csrfmiddlewaretoken=%", "authenticity_token=%&a=1", "XSRF-TOKEN=%; Path=/", "sessionid=%; a=1",
    "PHPSESSID: %",
    "db_password: %", "DB_PASSWORD=%", "AWS_SECRET_ACCESS_KEY=%", "aws_secret_access_key = %",
    "?X-Amz-Signature=%&a=1", "?sv=1&sig=%", "sid=%; Path=/", "https://a.example/?sid=%",
    "passwordConfirmation: \"%\"", "secretKey: '%'", "client-key: %",
    #"{"password": "%"#, #"{"a": [1, {"token": "%", "b": "#, #"x({"apiKey": "%"})"#, #"{\"password\":\"%\"}"#,
    #"{\\\"secret\\\": \\\"%\\\"}"#, #"'{"refresh_token":"%"'"#,
    #"<input type="hidden" name="csrf_token" value="%">"#, #"<meta name="csrf-token" content="%">"#,
    #"<input value='%' name='authenticity_token'/>"#, "<session><token>%</token></session>",
    "senha: %", "nova_senha=%", "contraseña: '%'", "Contraseña=%", "a=1&contraseña=%", "hasło=%",
    "NOWE_HASŁO: '%'",
    "motDePasse=%", #"{"mot_de_passe": "%"#, "пароль: %", "?пароль=%", "<пароль>%</пароль>", "lösenord=%",
    "(kennwort=%", "?ticket=ST-185-aA5Yuvrxzpv8%",
    "/cb?code=%&state=af0", "https://a.example/cb?a=1&state=%&code=x", "/cb?session_state=%",
    "grant_type=authorization_code&code=%&a=1", "see <https://a.example/cb#code=%&session_state=x>",
    "?subscription-key=%",
    "-----BEGIN RSA PRIVATE KEY-----\n%\nMIIEow",
    "-----BEGIN PRIVATE KEY-----\n%\n-----END PRIVATE KEY-----\nafter",
  ]

  /// So short that it isn't learned in one place and found in another.
  private static let secret = "q7xkz-2"

  @Test(arguments: texts) func byNameOrForm(text: String) async throws {
    let secret = Self.secret
    let full = text.replacing("%20", with: "\u{1}").replacing("%", with: secret).replacing(
      "\u{1}", with: "%20")
    let json = String(decoding: try full.encoded(), as: UTF8.self)
    let service = Service { number, _, _ in
      switch number {
      case 1: .text(full, type: "text/plain")
      // Cut, so it isn't JSON.
      case 2: .text(full, type: "application/json")
      case 3: .json(#"{"seen": \#(json), "list": [\#(json)]}"#)
      default:
        Service.Response(
          fields: [
            "Content-Type": "application/json", "X-Note": full.replacing("\n", with: " "),
          ], body: Array(#"{"seen": "x"}"#.utf8))
      }
    }
    let recording = try Recording(folder: folder.url, mode: .record)
    let client = client(service, recording)
    for number in 1...4 { _ = try? await client.default(n: number) }
    #expect(service.requests.count == 4)
    for (name, text) in try folder.texts { #expect(!text.contains(secret), "\(name): \(text)") }
  }

  /// By form alone, wherever they are.
  @Test(arguments: [
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "github_pat_11ABCDEFG0abcdefghijkl_mnop",
    "glpat-abcdefghijklmnopqrst",
    "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "xoxb-123456789012-abcdefghijkl",
    "AIzaSyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe",
    "npm_abcdefghijklmnopqrstuvwxyz0123456789",
  ])
  func tokensOfKnownServices(token: String) async throws {
    let service = Service { _, _, _ in .json(#"{"seen": "use \#(token) for this"}"#) }
    let recording = try Recording(folder: folder.url, mode: .record)
    _ = try? await client(service, recording).default()
    let text = try folder.texts.values.joined()
    #expect(text.contains(#""use <redacted> for this""#), "\(text)")
  }

  /// Lists of fields with their names beside them, as in archives of HTTP messages.
  @Test func namesBesideValues() async throws {
    let service = Service { _, _, _ in
      .json(
        #"{"seen": "x", "fields": [{"name": "password", "value": "a b"}, {"key": "X-Vault-Token", "value": "cd"}, {"name": "page", "value": "7"}]}"#
      )
    }
    let recording = try Recording(folder: folder.url, mode: .record)
    _ = try? await client(service, recording).default()
    let text = try folder.texts.values.joined()
    #expect(!text.contains("a b") && !text.contains("cd\"") && text.contains(#""value": "7""#))
  }

  /// Passwords in other languages, as words of a name, also in other letters. Words that only contain them are others.
  @Test(arguments: [
    ("senha", true), ("nova_senha", true), ("senhaAtual", true), ("resenha", false), ("contrasena", true),
    ("contraseña", true), ("contrasen\u{303}a", true), ("contraseñaNueva", true), ("haslo", true),
    ("nowe_hasło", true), ("passwort", true), ("altesPasswort", true), ("kennwort", true),
    ("motdepasse", true), ("mot_de_passe", true), ("ancienMotDePasse", true), ("mot", false),
    ("parola", true), ("parole", false), ("parolado", false), ("пароль", true), ("Новый_Пароль", true),
    ("parol", true), ("wachtwoord", true), ("salasana", true), ("lösenord", true), ("losenord", true),
    ("пароли", false),
  ])
  func passwordsInOtherLanguages(name: String, isSecret: Bool) {
    #expect(SecretFinder().isSecret(name: name) == isSecret)
    #expect(SecretFinder().isSecret(pair: name) == isSecret)
    let text = "https://example.com/?\(name)=abcd"
    #expect(SecretFinder().looksSecret(text) == isSecret, "\(text)")
    #expect(!SecretNames(Scrubbing(keeping: [name]), and: []).contains(name))
  }

  /// A ticket lets somebody in if nobody could guess it. Others are numbers of questions.
  @Test(arguments: [
    ("ticket=ST-1856339-aA5Yuvrxzpv8Tau1cYQ7", true), ("ticket=14000000a1b2c3d4e5f6a7b8", true),
    ("ticket=4711", false), ("ticket=open", false), ("ticket=SHOP-12345", false), ("tickets=1,2,3", false),
    ("ticket=a-question-about-books", false), ("login_ticket=abcd", true),
  ])
  func tickets(pair: String, isSecret: Bool) {
    let text = "https://example.com/a?x=1&\(pair)&y=2"
    #expect((SecretFinder().cleaned(text).text != text) == isSecret)
    #expect(SecretFinder().cleaned(text).text.hasSuffix("&y=2"))
  }

  @Test func declaredTicketsAreSecretsHoweverShort() {
    let names = SecretNames(Scrubbing(names: ["ticket"]), and: [])
    let text = SecretText.replacingPairs(in: Array("?ticket=4711&y=2".utf8), names: names, mark: "…").text
    #expect(String(decoding: text, as: UTF8.self) == "?ticket=…&y=2")
  }

  /// What isn't a secret stays.
  @Test func wordsAndPlaces() async throws {
    let lines = [
      "password: is too short", "Invalid token: expired", "Basic usage", "Bearer authentication",
      "token://a1b2c3",
      #"WWW-Authenticate: Bearer realm="api2", error="x1""#, "nextPageToken=a1b2c3d4", "page_token: a1b2c3d4",
      "ssh://git@example.com/a1b2", "https://example.com:8080/a1@b2", "time: 12:30:45", "tokens: 128000",
      "sk-8", "secretary=a1b2c3",
    ]
    let text = lines.joined(separator: "\n")
    let service = Service { _, _, _ in .text(text, type: "text/plain") }
    let recording = try Recording(folder: folder.url, mode: .record)
    _ = try? await client(service, recording).default()
    let recorded = try folder.texts.values.joined()
    for line in lines { #expect(recorded.contains(line), "\(line) in \(recorded)") }
    let names = SecretNames(Scrubbing(names: ["own"], keeping: ["token", "gate_token"]), and: ["of_client"])
    for name in ["own", "OF-CLIENT", "x-other-token", "db_pwd", "API_KEY"] { #expect(names.contains(name)) }
    for name in ["token", "gateToken", "nextToken", "continuation_token", "page", "tokens"] {
      #expect(!names.contains(name))
    }
  }

  /// Keys of JSON that name a secret only in URLs and cookies: Twilio's `sid` identifies a message.
  @Test func identifiersInJSON() async throws {
    let id = "SM1f0e8ae6ade43cb3c0ce4525424e404f"
    let service = Service { _, _, _ in
      .json(#"{"seen": "/Messages/\#(id).json", "sig": "\#(id)", "more": {"Sig": "9a8b7c6d5e4f"}}"#)
    }
    let recording = try Recording(folder: folder.url, mode: .record)
    _ = try await client(service, recording).default()
    let text = try folder.texts.values.joined()
    #expect(text.contains("/Messages/\(id).json") && text.contains(#""sig": "\#(id)""#), "\(text)")
    #expect(text.contains(#""Sig": "9a8b7c6d5e4f""#))
    #expect(!Scrubbing.standardNames.contains("sid"))
    let names = SecretNames(Scrubbing(), and: [])
    #expect(!names.contains("SID") && names.inPairs.contains("SID"))
    #expect(SecretNames(Scrubbing(names: ["sid"]), and: []).contains("SID"))
    #expect(!SecretNames(Scrubbing(keeping: ["sid"]), and: []).inPairs.contains("SID"))
  }

  /// What a later response shows to be a secret is removed from the files that have it already, wherever both have it.
  @Test(arguments: [
    ("Set-Cookie", "sid=%; Path=/; HttpOnly", ""),
    ("Set-Cookie", "a=b, visit=\"%\"; Expires=Sat, 28 Nov 2026", ""),
    ("Cookie", "theme=dark; key=%", ""), ("Authorization", "Signature keyId=\"1\",signature=\"%\"", ""),
    ("X-Note", "-", #""access_token": "%""#), ("X-Note", "-", #""access_token": %"#),
    ("X-Note", "-", #""pin_token": [%]"#), ("X-Note", "-", #""one_time_code": "%""#),
    ("X-Note", "-", #""inviteCode": "%""#), ("X-Note", "-", #""magic_link": "%""#),
    ("X-Note", "-", #""next": "/a?reset_code=%&b=1""#), ("Location", "/b?twofa=%", ""),
  ])
  func laterResponses(field: String, value: String, member: String) async throws {
    let secret = "4815162342108"
    let service = Service { number, _, _ in
      switch number {
      case 1: .json(#"{"seen": "\#(secret)"}"#)
      case 2: .text("<p>\(secret)</p>", type: "text/plain")
      case 3: .json(#"{"seen": "x", "number": \#(secret), "list": [{"\#(secret)": ["a \#(secret)"]}]}"#)
      default:
        Service.Response(
          fields: ["Content-Type": "application/json", field: value.replacing("%", with: secret)],
          body: Array(
            #"{"seen": "x"\#(member.isEmpty ? "" : ", ")\#(member.replacing("%", with: secret))}"#.utf8))
      }
    }
    let recording = try Recording(folder: folder.url, mode: .record)
    let client = client(service, recording)
    for number in 1...3 { _ = try? await client.default(n: number) }
    #expect(try folder.texts.values.filter { $0.contains(secret) }.count == 3)
    _ = try? await client.default(n: 4)
    for (name, text) in try folder.texts { #expect(!text.contains(secret), "\(name): \(text)") }
  }

  /// A token that a later run reveals is removed from the files of earlier runs.
  @Test func filesOfEarlierRuns() async throws {
    let token = "0c5a2f9e77d14b6f8f3f"
    let service = Service { number, _, _ in
      number == 1 ? .json(#"{"seen": "\#(token)"}"#) : .json(#"{"seen": "x", "access_token": "\#(token)"}"#)
    }
    let first = try Recording(folder: folder.url, mode: .record)
    _ = try await client(service, first).default(n: 1)
    #expect(try folder.texts.values.joined().contains(token))
    let second = try Recording(folder: folder.url, mode: .replayElseRecord)
    let client = client(service, second)
    #expect(try await client.default(n: 1).seen == token)
    _ = try await client.default(n: 2)
    #expect(service.requests.count == 2)
    #expect(try folder.texts.count == 2)
    #expect(try !folder.texts.values.joined().contains(token))
    // The files can be replayed.
    let third = try Recording(folder: folder.url)
    #expect(try await self.client(service, third).default(n: 1).seen == "<redacted>")
    try third.finish()
  }
}
