import HTTPTypes
import Hub
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIWebhooks

/// The code of `docs/webhooks.md`, word for word.
@Suite struct WebhooksPageTests {
  private let body = Array(#"{"ref": "main", "commits": []}"#.utf8)

  @Test func thePageIsCompiled() throws {
    let page = try PageCode("webhooks.md")
    #expect(page.blocks.count == 13)
    #expect(try page.blocksMissing(in: #filePath) == [])
    #expect(try page.cellsMissing(in: #filePath) == [])  // `.hmacSHA256(…)` and `.hmacSHA1(…)` are only named
  }

  private func signed() throws -> HTTPFields {
    let secret = try WebhookSecret("a secret of tests")
    let fields = try WebhookSignature.gitHub.fields(signing: body, secret: secret)
    return fields
  }

  private func handle(_ message: ReceivedWebhook<WebhookEvent>) async throws {
    switch message.event {
    case .push(let push): print(push.ref, push.commits.count)
    case .releasePublished(let payload): print(payload.release.tag)
    case .ping: break
    case .unknown(let name, let payload): print(name, payload)
    default: break
    }
  }

  @Test func receiving() async throws {
    let text = "a secret of tests"
    let secret = try WebhookSecret(text)
    let headers = try signed().map { ($0.name.rawName, $0.value) } + [("X-Hub-Event", "push")]
    var fields = HTTPFields()
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    let receiver = WebhookReceiver<WebhookEvent>(secrets: secret)
    let message = try await receiver.receive(body, fields: fields)
    #expect(message.name == "push")
    let named = try await receiver.receive(body, fields: fields, event: "push")
    #expect(named.violations.isEmpty)
    try await receiver.verify(body, fields: fields)
    let unsigned = WebhookReceiver<WebhookEvent>.unsigned()
    #expect(try await unsigned.receive(body, fields: fields).name == "push")
    let patient = WebhookReceiver<WebhookEvent>(
      secrets: secret, signature: .stripe.tolerating(.seconds(900)))
    await #expect(throws: WebhookError.missingField("Stripe-Signature")) {
      try await patient.verify(body, fields: fields)
    }
  }

  @Test func signaturesOfTheURL() async throws {
    let (secret, body) = (try WebhookSecret("a secret of tests"), Array("command=%2Fgo&text=now".utf8))
    let fields = try WebhookSignature.twilio.fields(
      signing: body, secret: secret, url: "https://bot.example.com/sms")
    let twilio = WebhookReceiver<WebhookEvent>(secrets: secret, signature: .twilio)
    let command = try await twilio.receive(
      body, fields: fields, url: "https://bot.example.com/sms", event: "command")
    guard case .command(let payload) = command.event else {
      Issue.record("another event")
      return
    }
    #expect(payload.text == "now")
  }

  @Test func rotatingSecrets() async throws {
    let (new, old) = (try WebhookSecret("a new secret of tests"), try WebhookSecret("a secret of tests"))
    let receiver = WebhookReceiver<WebhookEvent>(secrets: [new, old])
    try await receiver.verify(body, fields: try signed())
    let vault = Vault(load: { ["a secret of tests"] })
    try await WebhookReceiver<WebhookEvent>(secrets: vault).verify(body, fields: try signed())
  }

  @Test func publicKeys() async throws {
    let privateKey = try WebhookSecret(String(repeating: "01", count: 32))
    let publicKey = try WebhookSecret.publicKey(for: privateKey)
    let signature = WebhookSignature.ed25519(
      field: "X-Signature", parts: [.timestamp, .text("."), .body], timestampField: "X-Signature-Time")
    let receiver = WebhookReceiver<WebhookEvent>(secrets: publicKey, signature: signature)
    let fields = try signature.fields(signing: body, secret: privateKey)
    try await receiver.verify(body, fields: fields)
    await #expect(throws: WebhookError.wrongSignature) { try await receiver.verify([], fields: fields) }
  }

  struct TokenVerifier: WebhookVerifier {
    let token: WebhookSecret

    func verify(_ body: [UInt8], fields: HTTPFields) throws {
      let name = "X-Gitlab-Token"
      guard let value = HTTPField.Name(name).flatMap({ fields[$0] }) else {
        throw WebhookError.missingField(name)
      }
      guard token.matches(value) else { throw WebhookError.wrongSignature }
    }
  }

  @Test func tokens() async throws {
    let secret = try WebhookSecret("a secret of tests")
    let receiver = WebhookReceiver<WebhookEvent>(verifier: TokenVerifier(token: secret))
    let name = try #require(HTTPField.Name("X-Gitlab-Token"))
    try await receiver.verify(body, fields: [name: "a secret of tests"])
    await #expect(throws: WebhookError.wrongSignature) {
      try await receiver.verify(body, fields: [name: "a secret of test"])
    }
  }

  struct Vault: WebhookSecretProvider {
    let load: @Sendable () async throws -> [String]

    func secrets() async throws -> [WebhookSecret] { try await load().map { try WebhookSecret($0) } }
  }

  private func response(_ body: [UInt8], _ fields: HTTPFields, secret: WebhookSecret) async throws -> Int {
    let receiver = WebhookReceiver<WebhookEvent>(secrets: secret)
    do {
      let message = try await receiver.receive(body, fields: fields)
      try await handle(message)
      return 204
    } catch WebhookError.unreadableBody(let event, let error) {
      print("cannot read \(event ?? "the event"): \(error)")
      return 400
    } catch is WebhookError {
      return 401
    }
  }

  @Test func answering() async throws {
    var fields = try signed()
    if let name = HTTPField.Name("X-Hub-Event") { fields[name] = "push" }
    let secret = try WebhookSecret("a secret of tests")
    #expect(try await response(body, fields, secret: secret) == 204)
    #expect(try await response(body, fields, secret: WebhookSecret("a secret of others")) == 401)
    let text = Array("text".utf8)
    var broken = try WebhookSignature.gitHub.fields(signing: text, secret: secret)
    if let name = HTTPField.Name("X-Hub-Event") { broken[name] = "push" }
    #expect(try await response(text, broken, secret: secret) == 400)
  }
}
