import Foundation
import HTTPTypes
import Hub
import Testing
import Till
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting
import WGNAPIWebhooks

/// Messages of services: signatures from the services' documentation, and events of generated modules.
@Suite struct WebhookTests {
  private let push = Array(#"{"ref": "main", "commits": [{"id": "c0ffee"}]}"#.utf8)

  private func fields(_ pairs: [String: String]) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in pairs {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
  }

  private func clock(_ seconds: Double) -> ManualClock {
    ManualClock(date: Date(timeIntervalSince1970: seconds))
  }

  // MARK: Signatures

  @Test func `GitHub's example is accepted`() async throws {
    let receiver = WebhookReceiver<WebhookEvent>(secrets: try WebhookSecret("It's a Secret to Everybody"))
    let code = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
    try await receiver.verify(
      Array("Hello, World!".utf8), fields: fields(["X-Hub-Signature-256": "sha256=\(code)"]))
  }

  @Test func `the example of Standard Webhooks is accepted`() async throws {
    let receiver = WebhookReceiver<WebhookEvent>(
      secrets: try WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), signature: .standard,
      clock: clock(1_614_265_400))
    let sent = fields([
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330",
      "webhook-signature": "v2,nothing v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    ])
    try await receiver.verify(Array(#"{"test": 2432232314}"#.utf8), fields: sent)
  }

  @Test func `Stripe's form has a time and several signatures`() async throws {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let one = try WebhookSignature.stripe.fields(
      signing: push, secret: WebhookSecret("secret number one"), date: now)
    let two = try WebhookSignature.stripe.fields(
      signing: push, secret: WebhookSecret("secret number two"), date: now)
    let name = try #require(HTTPField.Name("Stripe-Signature"))
    let second = try #require(two[name]?.split(separator: ",").last)
    let both = fields(["Stripe-Signature": "\(try #require(one[name])),\(second),v0=00"])
    for secret in ["secret number one", "secret number two"] {
      let receiver = WebhookReceiver<WebhookEvent>(
        secrets: try WebhookSecret(secret), signature: .stripe, clock: clock(1_700_000_010))
      let message = try await receiver.receive(push, fields: both, event: "push")
      #expect(message.date == now)
    }
    let other = WebhookReceiver<WebhookEvent>(
      secrets: try WebhookSecret("secret number three"), signature: .stripe, clock: clock(1_700_000_010))
    await #expect(throws: WebhookError.wrongSignature) { try await other.verify(push, fields: both) }
  }

  @Test(arguments: [
    (signature: WebhookSignature.gitHub, secret: "secret of a test"), (.stripe, "whsec_secret of a test"),
    (.slack, "secret of a test"),
    (.standard, "whsec_c2VjcmV0IG9mIGEgdGVzdA=="),
    (.hmacSHA1(field: "X-Hub-Signature", prefix: "sha1="), "secret of a test"),
  ])
  func `what one side signs the other accepts, and nothing else`(
    signature: WebhookSignature, secret: String
  ) async throws {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let sent = try signature.fields(signing: push, secret: WebhookSecret(secret), id: "m1", date: now)
    func receive(
      _ body: [UInt8], _ fields: HTTPFields, at seconds: Double = 1_700_000_000, secret: String = secret
    ) async throws {
      let receiver = WebhookReceiver<WebhookEvent>(
        secrets: try WebhookSecret(secret), signature: signature, clock: clock(seconds))
      _ = try await receiver.receive(body, fields: fields, event: "push")
    }
    try await receive(push, sent)
    // Another body, another secret, another time.
    await #expect(throws: WebhookError.wrongSignature) { try await receive(push + [0x20], sent) }
    let other = secret.hasPrefix("whsec_") ? "whsec_c2VjcmV0IG9mIG90aGVycw==" : "secret of others"
    await #expect(throws: WebhookError.wrongSignature) { try await receive(push, sent, secret: other) }
    if signature.tolerance == nil {
      try await receive(push, sent, at: 1_800_000_000)
    } else {
      await #expect(throws: WebhookError.tooOld(.seconds(301))) {
        try await receive(push, sent, at: 1_700_000_301)
      }
      await #expect(throws: WebhookError.tooNew(.seconds(301))) {
        try await receive(push, sent, at: 1_699_999_699)
      }
      let later = try signature.fields(
        signing: push, secret: WebhookSecret(secret), id: "m1", date: now + 400)
      // The time of one message with the signature of another.
      for field in later where sent[field.name] != field.value && sent.count > 1 {
        var mixed = sent
        mixed[field.name] = field.value
        await #expect(throws: WebhookError.wrongSignature) {
          try await receive(push, mixed, at: 1_700_000_200)
        }
      }
    }
    // Each field is needed.
    for field in sent {
      var rest = sent
      rest[field.name] = nil
      await #expect(throws: WebhookError.missingField(field.name.rawName)) { try await receive(push, rest) }
    }
  }

  @Test(arguments: ["", "sha256=", "sha256=xyz", "sha256=0", "sha1=00", "00"])
  func `a malformed signature is reported as such`(value: String) async throws {
    let receiver = WebhookReceiver<WebhookEvent>(secrets: try WebhookSecret("secret of a test"))
    let error = await #expect(throws: WebhookError.self) {
      try await receiver.verify(push, fields: fields(["X-Hub-Signature-256": value]))
    }
    let expected: [WebhookError] = [.malformedField("X-Hub-Signature-256"), .wrongSignature]
    #expect(error.map { expected.contains($0) } == true)
  }

  @Test func `secrets rotate, and come from providers`() async throws {
    let (new, old) = (try WebhookSecret("the new secret"), try WebhookSecret("the old secret"))
    let sent = try WebhookSignature.gitHub.fields(signing: push, secret: old)
    let both = [new, old]
    try await WebhookReceiver<WebhookEvent>(secrets: both).verify(push, fields: sent)
    let none: [WebhookSecret] = []
    let error = await #expect(throws: WebhookError.self) {
      try await WebhookReceiver<WebhookEvent>(secrets: none).verify(push, fields: sent)
    }
    guard case .configuration = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    struct Broken: WebhookSecretProvider {
      func secrets() throws -> [WebhookSecret] { throw CancellationError() }
    }
    await #expect(throws: CancellationError.self) {
      try await WebhookReceiver<WebhookEvent>(secrets: Broken()).verify(push, fields: sent)
    }
  }

  @Test(arguments: [
    ("", "empty"), ("whsec_", "0 bytes"), ("text", "4 bytes"), ("whsec_text", "4 bytes"),
    ("thirteen byte", "13 bytes"), ("secret of a test\n", "line break"), ("\0secret of a test", "control"),
  ])
  func `a secret that anybody can guess isn't one`(text: String, problem: String) throws {
    let error = #expect(throws: WebhookError.self) { try WebhookSecret(text) }
    guard case .configuration(let message) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(message.contains(problem))
    #expect(text.isEmpty || !message.contains(text))
    #expect(try WebhookSecret("fourteen bytes").matches("fourteen bytes"))
  }

  /// Its text is long enough, but the key that it encodes isn't.
  @Test func `a key in Base64 is measured when it is decoded`() async throws {
    let secret = try WebhookSecret("whsec_c2hvcnRlciBrZXk=")
    let sent = fields(["webhook-id": "1", "webhook-timestamp": "0", "webhook-signature": "v1,AAAA"])
    let receiver = WebhookReceiver<WebhookEvent>(secrets: secret, signature: .standard, clock: clock(0))
    let error = await #expect(throws: WebhookError.self) { try await receiver.verify(push, fields: sent) }
    #expect("\(String(describing: error))".contains("11 bytes after decoding"))
  }

  @Test func `a secret that can't be a key leaves the others`() async throws {
    let good = try WebhookSecret("whsec_c2VjcmV0IG9mIGEgdGVzdA==")
    let broken = try WebhookSecret("the secret of another service")
    let sent = try WebhookSignature.standard.fields(signing: push, secret: good, date: clock(0).date)
    func verify(_ secrets: WebhookSecret...) async throws {
      let receiver = WebhookReceiver<WebhookEvent>(secrets: secrets, signature: .standard, clock: clock(0))
      try await receiver.verify(push, fields: sent)
    }
    try await verify(broken, good)
    try await verify(good, broken)
    // Whether the message is genuine isn't known.
    let other = try WebhookSecret("whsec_c2VjcmV0IG9mIG90aGVycw==")
    for secrets in [[broken], [broken, other], [other, broken]] {
      let receiver = WebhookReceiver<WebhookEvent>(secrets: secrets, signature: .standard, clock: clock(0))
      let error = await #expect(throws: WebhookError.self) { try await receiver.verify(push, fields: sent) }
      guard case .configuration = error else {
        Issue.record("another error: \(String(describing: error))")
        continue
      }
    }
    await #expect(throws: WebhookError.wrongSignature) { try await verify(other) }
  }

  /// What is too old is refused before secrets are fetched and the body is hashed.
  @Test func `an old message costs nothing`() async throws {
    let sent = try WebhookSignature.slack.fields(
      signing: push, secret: WebhookSecret("secret of a test"), date: clock(0).date)
    struct Unasked: WebhookSecretProvider {
      func secrets() throws -> [WebhookSecret] {
        Issue.record("the provider is asked")
        return []
      }
    }
    let receiver = WebhookReceiver<WebhookEvent>(secrets: Unasked(), signature: .slack, clock: clock(301))
    await #expect(throws: WebhookError.tooOld(.seconds(301))) {
      try await receiver.verify(push, fields: sent)
    }
  }

  @Test func `no text contains a secret or a signature`() async throws {
    let secret = try WebhookSecret("very-secret-text")
    var dumped = ""
    dump(secret, to: &dumped)
    let receiver = WebhookReceiver<WebhookEvent>(secrets: secret)
    var dumpedReceiver = ""
    dump(receiver, to: &dumpedReceiver)
    let sent = fields(["X-Hub-Signature-256": "sha256=c0ffeec0ffee"])
    let error = await #expect(throws: WebhookError.self) { try await receiver.verify(push, fields: sent) }
    for text in [
      "\(secret)", String(reflecting: secret), dumped, dumpedReceiver, "\(String(describing: error))",
    ] {
      #expect(!text.contains("very-secret") && !text.contains("c0ffee"))
    }
  }

  // MARK: Events

  private func receive(
    _ body: String, event: String, decoding: JSONDecoding = JSONDecoding(validation: .report)
  ) async throws -> ReceivedWebhook<WebhookEvent> {
    let bytes = Array(body.utf8)
    var sent = try WebhookSignature.gitHub.fields(signing: bytes, secret: WebhookSecret("secret of a test"))
    if let name = HTTPField.Name("X-Hub-Event") { sent[name] = event }
    return try await WebhookReceiver<WebhookEvent>(
      secrets: try WebhookSecret("secret of a test"), decoding: decoding
    )
    .receive(bytes, fields: sent)
  }

  @Test func `a header field names the event`() async throws {
    let message = try await receive(String(decoding: push, as: UTF8.self), event: "push")
    guard case .push(let payload) = message.event else {
      Issue.record("another event: \(message.name)")
      return
    }
    #expect(payload == Push(ref: "main", commits: [Commit(id: "c0ffee")]))
    #expect(message.name == "push" && message.id == nil && message.date == nil && message.violations.isEmpty)
    guard
      case .releasePublished(let published) =
        try await receive(#"{"release": {"id": 1, "tag": "v1"}}"#, event: "release.published").event,
      case .memberAdded(let user) = try await receive(#"{"id": 1, "login": "a"}"#, event: "member-added")
        .event,
      case .unknownValue(let times) = try await receive(#"{"a": 1}"#, event: "unknown").event,
      case .ping = try await receive("not JSON", event: "ping").event,
      case .unknown("fork", ["id": 1]) = try await receive(#"{"id": 1}"#, event: "fork").event
    else {
      Issue.record("another event")
      return
    }
    #expect(published.release.tag == "v1")
    #expect(user.id == 1)
    #expect(times == ["a": Date(timeIntervalSince1970: 1)])
    #expect(
      WebhookEvent.webhooks.names
        == ["push", "release.published", "member-added", "team_changed", "unknown", "ping", "command"])
  }

  @Test func `payloads are validated`() async throws {
    let message = try await receive("[]", event: "team_changed")
    #expect(message.violations.map(\.keyword) == ["minItems"])
    let strict = JSONDecoding(validation: .strict)
    let short = #"{"ref": "m", "commits": []}"#
    #expect(try await receive(short, event: "push").violations.count == 1)
    for (body, event) in [(short, "push"), ("[]", "push"), ("{", "fork"), ("", "push")] {
      let error = await #expect(throws: WebhookError.self) {
        try await receive(body, event: event, decoding: strict)
      }
      guard case .unreadableBody(event: event, _) = error else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
    }
  }

  @Test func `a message without its event is reported`() async throws {
    let sent = try WebhookSignature.gitHub.fields(signing: push, secret: WebhookSecret("secret of a test"))
    let receiver = WebhookReceiver<WebhookEvent>(secrets: try WebhookSecret("secret of a test"))
    await #expect(throws: WebhookError.missingField("X-Hub-Event")) {
      try await receiver.receive(push, fields: sent)
    }
    let named = try await receiver.receive(push, fields: sent, event: "push")
    #expect(named.name == "push")
  }

  @Test func `a property names the event, and the signature is another service's`() async throws {
    let body = Array(#"{"type": "charge.failed", "data": {"charge": "c1"}, "reason": "empty"}"#.utf8)
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let signature = try #require(TillWebhookEvent.webhooks.signature)
    #expect(signature.tolerance == .seconds(120))
    let sent = try signature.fields(signing: body, secret: WebhookSecret("secret of a test"), date: now)
    #expect(sent.map(\.name.rawName).sorted() == ["X-Till-Signature", "X-Till-Time"])
    let receiver = WebhookReceiver<TillWebhookEvent>(
      secrets: try WebhookSecret("secret of a test"), clock: clock(1_700_000_100))
    guard case .chargeFailed(let failed) = try await receiver.receive(body, fields: sent).event else {
      Issue.record("another event")
      return
    }
    #expect(failed.reason == "empty" && failed.data.charge.rawValue == "c1")
    for (text, expected) in [(#"{"data": 1}"#, WebhookError.missingEvent), (#"{"type": 1}"#, .missingEvent)] {
      let receiver = WebhookReceiver<TillWebhookEvent>.unsigned()
      await #expect(throws: expected) { try await receiver.receive(Array(text.utf8), fields: [:]) }
    }
    let large = WebhookReceiver<TillWebhookEvent>.unsigned(maximumBodySize: 10)
    await #expect(throws: WebhookError.tooLarge(bytes: body.count, maximum: 10)) {
      try await large.receive(body, fields: [:])
    }
  }
}
