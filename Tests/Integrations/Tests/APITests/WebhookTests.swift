import Discord
import Foundation
import GitHub
import HTTPTypes
import OpenAI
import Stripe
import Telegram
import Testing
import WGNAPIRuntime
import WGNAPITesting
import WGNAPIWebhooks

/// Webhooks of the five services, as these sign them.
@Suite struct WebhookTests {
  private let now = Date(timeIntervalSince1970: 1_767_225_600)

  private func clock(after seconds: Double = 0) -> ManualClock { ManualClock(date: now + seconds) }

  private func fields(_ pairs: [String: String]) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in pairs {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
  }

  private func value(_ name: String, in fields: HTTPFields) throws -> String {
    try #require(HTTPField.Name(name).flatMap { fields[$0] })
  }

  // MARK: GitHub

  private static let push = Array(
    """
    {"ref": "refs/heads/main", "before": "a", "after": "b", "created": false, "deleted": false, "forced": true,
     "commits": [{"id": "b", "message": "Fix", "timestamp": "2026-01-01T00:00:00Z"}],
     "repository": {"id": 1, "full_name": "o/r"},
     "sender": {"id": 1, "login": "o", "type": "User", "avatar_url": "https://a.example/", "html_url": "https://b.example/"}}
    """.utf8)

  private func gitHub(_ event: String, _ body: [UInt8], secret: String = "gitHub-s3cret-1") throws
    -> HTTPFields
  {
    var fields = try WebhookSignature.gitHub.fields(signing: body, secret: WebhookSecret(secret))
    fields[try #require(HTTPField.Name("X-GitHub-Event"))] = event
    return fields
  }

  @Test func aPush() async throws {
    let receiver = WebhookReceiver<GitHub.WebhookEvent>(secrets: try WebhookSecret("gitHub-s3cret-1"))
    let message = try await receiver.receive(Self.push, fields: try gitHub("push", Self.push))
    guard case .push(let push) = message.event else {
      Issue.record("another event: \(message.name)")
      return
    }
    #expect(push.commits.map(\.message) == ["Fix"] && push.repository.fullName == "o/r" && push.forced)
    #expect(message.violations.isEmpty)
    let ping = Array(#"{"zen": "Keep it logically awesome.", "hook_id": 1}"#.utf8)
    guard case .ping(let payload) = try await receiver.receive(ping, fields: try gitHub("ping", ping)).event
    else {
      Issue.record("another event")
      return
    }
    #expect(payload.hookID == 1)
    guard
      case .unknown("star", let payload) =
        try await receiver.receive(ping, fields: try gitHub("star", ping)).event
    else {
      Issue.record("another event")
      return
    }
    #expect(payload["hook_id"] == 1)
  }

  @Test func aPushThatIsNotGitHubs() async throws {
    let receiver = WebhookReceiver<GitHub.WebhookEvent>(secrets: try WebhookSecret("gitHub-s3cret-1"))
    let genuine = try gitHub("push", Self.push)
    func receive(_ body: [UInt8], _ fields: HTTPFields) async throws {
      _ = try await receiver.receive(body, fields: fields)
    }
    // Another secret, a replaced body, the same JSON without white space, and one byte of the signature.
    let other = try gitHub("push", Self.push, secret: "gitHub-s3cret-2")
    await #expect(throws: WebhookError.wrongSignature) { try await receive(Self.push, other) }
    let replaced = Array(String(decoding: Self.push, as: UTF8.self).replacing("main", with: "prod").utf8)
    await #expect(throws: WebhookError.wrongSignature) { try await receive(replaced, genuine) }
    let compact = Self.push.filter { $0 != UInt8(ascii: "\n") }
    await #expect(throws: WebhookError.wrongSignature) { try await receive(compact, genuine) }
    let name = try #require(HTTPField.Name("X-Hub-Signature-256"))
    var changed = genuine
    let last = genuine[name]?.last == "0" ? "1" : "0"
    changed[name] = genuine[name].map { $0.dropLast() + last }
    await #expect(throws: WebhookError.wrongSignature) { try await receive(Self.push, changed) }
    // No signature, an old kind of signature, and no event.
    var missing = genuine
    missing[name] = nil
    await #expect(throws: WebhookError.missingField("X-Hub-Signature-256")) {
      try await receive(Self.push, missing)
    }
    changed[name] = genuine[name].map { $0.replacing("sha256=", with: "sha1=") }
    await #expect(throws: WebhookError.malformedField("X-Hub-Signature-256")) {
      try await receive(Self.push, changed)
    }
    var unnamed = genuine
    unnamed[try #require(HTTPField.Name("X-GitHub-Event"))] = nil
    await #expect(throws: WebhookError.missingField("X-GitHub-Event")) {
      try await receive(Self.push, unnamed)
    }
    // The event isn't signed, so a payload may be another event's.
    await #expect(throws: WebhookError.self) { try await receive(Self.push, try gitHub("issues", Self.push)) }
  }

  // MARK: Stripe

  private static let event = Array(
    """
    {"id": "evt_1", "object": "event", "type": "payment_intent.succeeded", "api_version": "2025-09-30.clover",
     "created": 1767225600, "livemode": false, "pending_webhooks": 1, "request": {"id": null, "idempotency_key": null},
     "data": {"object": {"id": "pi_1", "object": "payment_intent", "amount": 1999, "currency": "eur",
       "status": "succeeded", "latest_charge": null, "created": 1767225600}}}
    """.utf8)

  private func stripe(
    _ secrets: String..., after seconds: Double = 0
  ) throws -> WebhookReceiver<Stripe.WebhookEvent> {
    WebhookReceiver(secrets: try secrets.map { try WebhookSecret($0) }, clock: clock(after: seconds))
  }

  private func signed(with secret: String, _ body: [UInt8] = Self.event) throws -> HTTPFields {
    try WebhookSignature.stripe.fields(signing: body, secret: WebhookSecret(secret), date: now)
  }

  @Test func aPayment() async throws {
    let message = try await stripe("whsec_stripe-secret-1", after: 3).receive(
      Self.event, fields: signed(with: "whsec_stripe-secret-1"))
    guard case .paymentIntentSucceeded(let event) = message.event else {
      Issue.record("another event: \(message.name)")
      return
    }
    #expect(event.data.object.amount == 1_999 && event.id == "evt_1")
    #expect(message.date == now && message.name == "payment_intent.succeeded")
    // An event that the spec doesn't list has its payload, too.
    let other = Array(#"{"type": "invoice.paid", "id": "evt_2"}"#.utf8)
    let fields = try signed(with: "whsec_stripe-secret-1", other)
    guard
      case .unknown("invoice.paid", let payload) =
        try await stripe("whsec_stripe-secret-1").receive(other, fields: fields).event
    else {
      Issue.record("another event")
      return
    }
    #expect(payload["id"] == "evt_2")
  }

  @Test func paymentsThatAreOldOrNotStripes() async throws {
    let genuine = try signed(with: "whsec_stripe-secret-1")
    for (receiver, expected) in [
      (try stripe("whsec_stripe-secret-2"), WebhookError.wrongSignature),
      (try stripe("whsec_stripe-secret-1", after: 301), .tooOld(.seconds(301))),
      (try stripe("whsec_stripe-secret-1", after: -301), .tooNew(.seconds(301))),
      // What is too old isn't looked at further.
      (try stripe("whsec_stripe-secret-2", after: 301), .tooOld(.seconds(301))),
    ] {
      await #expect(throws: expected) { try await receiver.receive(Self.event, fields: genuine) }
    }
    let replaced = Array(String(decoding: Self.event, as: UTF8.self).replacing("1999", with: "9991").utf8)
    await #expect(throws: WebhookError.wrongSignature) {
      try await stripe("whsec_stripe-secret-1").receive(replaced, fields: genuine)
    }
    await #expect(throws: WebhookError.missingField("Stripe-Signature")) {
      try await stripe("whsec_stripe-secret-1").receive(Self.event, fields: [:])
    }
    // The time of another message, a second time, no time, and only signatures of another version.
    let signature = try value("Stripe-Signature", in: genuine).replacing("t=1767225600,", with: "")
    for (text, expected) in [
      ("t=1767225700,\(signature)", WebhookError.wrongSignature),
      ("t=1767225600,t=1767225700,\(signature)", .malformedField("Stripe-Signature")),
      (signature, .malformedField("Stripe-Signature")),
      ("t=1767225600,\(signature.replacing("v1=", with: "v0="))", .malformedField("Stripe-Signature")),
      ("t=1767225600", .malformedField("Stripe-Signature")), ("", .malformedField("Stripe-Signature")),
    ] {
      await #expect(throws: expected, "\(text)") {
        try await stripe("whsec_stripe-secret-1", after: 100).receive(
          Self.event, fields: fields(["Stripe-Signature": text]))
      }
    }
  }

  /// While a secret is replaced, Stripe signs with both, and the receiver knows one or both.
  @Test func severalSignatures() async throws {
    let old = try value("Stripe-Signature", in: signed(with: "whsec_stripe-secret-old"))
    let new = try value("Stripe-Signature", in: signed(with: "whsec_stripe-secret-new"))
    let both = fields(["Stripe-Signature": old + new.replacing("t=1767225600", with: "") + ",v0=ab"])
    for receiver in try [
      stripe("whsec_stripe-secret-old"), stripe("whsec_stripe-secret-new"),
      stripe("whsec_stripe-secret-other", "whsec_stripe-secret-new"),
    ] {
      _ = try await receiver.receive(Self.event, fields: both)
    }
    await #expect(throws: WebhookError.wrongSignature) {
      try await stripe("whsec_stripe-secret-other").receive(Self.event, fields: both)
    }
    // Only so many signatures are tried, whatever somebody sends.
    let forged = String(repeating: ",v1=\(String(repeating: "0", count: 64))", count: 100_000)
    let flood = fields(["Stripe-Signature": "t=1767225600" + forged + new.dropFirst("t=1767225600".count)])
    await #expect(throws: WebhookError.wrongSignature) {
      try await stripe("whsec_stripe-secret-new").receive(Self.event, fields: flood)
    }
  }

  // MARK: OpenAI

  /// OpenAI follows Standard Webhooks: the ID of the message is signed, too.
  @Test func aBatchIsComplete() async throws {
    let body = Array(
      #"{"object": "event", "id": "evt_1", "type": "batch.completed", "created_at": 1767225600, "data": {"id": "batch_1"}}"#
        .utf8)
    let secret = try WebhookSecret("whsec_dGhlIHNlY3JldCBvZiBhIHRlc3Q=")
    let fields = try WebhookSignature.standard.fields(signing: body, secret: secret, id: "wh_1", date: now)
    let receiver = WebhookReceiver<OpenAI.WebhookEvent>(secrets: secret, clock: clock())
    let message = try await receiver.receive(body, fields: fields)
    guard case .batchCompleted(let event) = message.event else {
      Issue.record("another event: \(message.name)")
      return
    }
    #expect(event.data.id == "batch_1" && message.id == "wh_1")
    var renamed = fields
    renamed[try #require(HTTPField.Name("webhook-id"))] = "wh_2"
    await #expect(throws: WebhookError.wrongSignature) {
      try await receiver.receive(body, fields: renamed)
    }
  }
}
