import Discord
import Foundation
import HTTPTypes
import Telegram
import Testing
import WGNAPIRuntime
import WGNAPITesting
import WGNAPIWebhooks

/// Discord's interactions, which are signed with Ed25519, and Telegram's updates, which have a token.
@Suite struct InteractionTests {
  private let now = Date(timeIntervalSince1970: 1_767_225_600)
  private let privateKey: WebhookSecret

  init() throws { privateKey = try WebhookSecret(String(repeating: "7a", count: 32)) }

  private static let command = Array(
    """
    {"id": "1", "application_id": "2", "type": 2, "token": "t0ken", "version": 1,
     "data": {"id": "3", "name": "roll", "type": 1, "options": [{"name": "sides", "type": 4, "value": 20}]},
     "user": {"id": "4", "username": "u", "global_name": null, "avatar": null}}
    """.utf8)

  private func receiver(
    _ key: WebhookSecret, after seconds: Double = 0
  ) -> WebhookReceiver<Discord.WebhookEvent> {
    WebhookReceiver(secrets: key, clock: ManualClock(date: now + seconds))
  }

  private func signed(_ body: [UInt8], _ key: WebhookSecret) throws -> HTTPFields {
    try WebhookSignature.discord.fields(signing: body, secret: key, date: now)
  }

  @Test func aCommand() async throws {
    let key = try WebhookSecret.publicKey(for: privateKey)
    let message = try await receiver(key).receive(
      Self.command, fields: signed(Self.command, privateKey), event: "interaction")
    guard case .interaction(.commandUse(let use)) = message.event else {
      Issue.record("another event: \(message.event)")
      return
    }
    #expect(use.data.name == "roll" && use.user?.id == "4" && use.token == "t0ken")
    #expect(use.data.options?.first?.value == .number(20))
    #expect(message.date == now)
    // Discord asks for this when the address is entered.
    let ping = Array(#"{"id": "1", "application_id": "2", "type": 1, "token": "t", "version": 1}"#.utf8)
    guard
      case .interaction(.ping) = try await receiver(key).receive(
        ping, fields: signed(ping, privateKey), event: "interaction"
      ).event
    else {
      Issue.record("not a ping")
      return
    }
  }

  /// A signature that another implementation has made, of more than one block.
  @Test func aCommandThatAnotherHasSigned() async throws {
    let fields: HTTPFields = [
      try #require(HTTPField.Name("x-signature-timestamp")): "1767225600",
      try #require(HTTPField.Name("x-signature-ed25519")):
        "2710983df3c5e2fb03a2f97f5505da925a980ff4af83ac5415dda558988bca12c3d9f8f56444eaa03308b050ca212be6425be73d5ccede2dd2deaf39c1c6550d",
    ]
    let key = try WebhookSecret("ba42458e83ba7926ba8b8f3e9ab9caaf0f1c4918dda8c551084f7aeb1065b74b")
    try await receiver(key).verify(Self.command, fields: fields)
    #expect(
      try WebhookSecret.publicKey(for: privateKey).matches(
        "ba42458e83ba7926ba8b8f3e9ab9caaf0f1c4918dda8c551084f7aeb1065b74b"))
  }

  /// Discord sends wrong signatures on purpose, and disables addresses that accept them.
  @Test func aCommandThatIsNotDiscords() async throws {
    let key = try WebhookSecret.publicKey(for: privateKey)
    let fields = try signed(Self.command, privateKey)
    func verify(_ body: [UInt8], _ fields: HTTPFields, after seconds: Double = 0) async throws {
      try await receiver(key, after: seconds).verify(body, fields: fields)
    }
    try await verify(Self.command, fields)
    let other = try signed(Self.command, WebhookSecret(String(repeating: "7b", count: 32)))
    await #expect(throws: WebhookError.wrongSignature) { try await verify(Self.command, other) }
    await #expect(throws: WebhookError.wrongSignature) { try await verify(Self.command + [32], fields) }
    await #expect(throws: WebhookError.tooOld(.seconds(301))) {
      try await verify(Self.command, fields, after: 301)
    }
    for field in ["X-Signature-Ed25519", "X-Signature-Timestamp"] {
      var rest = fields
      let name = try #require(HTTPField.Name(field))
      rest[name] = nil
      await #expect(throws: WebhookError.missingField(field)) { try await verify(Self.command, rest) }
      rest[name] = "1767225601"
      await #expect(throws: WebhookError.wrongSignature) { try await verify(Self.command, rest) }
    }
    for text in ["this is not a key", String(repeating: "7", count: 63)] {
      let error = await #expect(throws: WebhookError.self) {
        try await receiver(WebhookSecret(text)).verify(Self.command, fields: fields)
      }
      guard case .configuration = error else {
        Issue.record("another error: \(String(describing: error))")
        continue
      }
    }
  }

  /// The vectors of RFC 8032, section 7.1, and one of each kind of broken signature.
  @Test(arguments: [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "r",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
  ])
  func vectors(key: String, publicKey: String, text: String, signature: String) async throws {
    let scheme = WebhookSignature.ed25519(field: "X-Signature")
    let name = try #require(HTTPField.Name("X-Signature"))
    let body = Array(text.utf8)
    let expected = try WebhookSecret.publicKey(for: WebhookSecret(key))
    #expect(expected.matches(publicKey))
    func verify(_ signature: String, _ publicKey: String = publicKey) async throws {
      let receiver = WebhookReceiver<Discord.WebhookEvent>(
        secrets: try WebhookSecret(publicKey), signature: scheme)
      try await receiver.verify(body, fields: [name: signature])
    }
    try await verify(signature)
    let fields = try scheme.fields(signing: body, secret: WebhookSecret(key))
    try await verify(try #require(fields[name]))
    #if !canImport(CryptoKit)  // which signs with a random nonce
      #expect(fields[name] == signature)
    #endif
    let half = String(signature.prefix(64))
    let forged: [String] = [
      // Shorter, longer, halves exchanged, all zeros, a number that isn't below the order.
      half, signature + "00", signature.suffix(64) + half, String(repeating: "0", count: 128),
      half + String(repeating: "f", count: 64),
      half + "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010",
    ]
    for broken in forged {
      await #expect(throws: WebhookError.wrongSignature) { try await verify(broken) }
    }
    // Numbers beyond the modulus, and one that is no point's.
    for broken in [String(repeating: "f", count: 64), "02" + String(repeating: "0", count: 62)] {
      await #expect(throws: WebhookError.wrongSignature) { try await verify(signature, broken) }
    }
  }

  /// For a key of small order, a signature can be made without the private key: with the neutral element, one fixed text is
  /// right for every message.
  @Test func aKeyForWhichAnybodyCanSign() async throws {
    let scheme = WebhookSignature.ed25519(field: "X-Signature")
    let name = try #require(HTTPField.Name("X-Signature"))
    let (zeros, ones) = (String(repeating: "0", count: 62), String(repeating: "f", count: 60))
    let forged = "58" + String(repeating: "66", count: 31) + "01" + zeros
    for key in [
      "01" + zeros, "00" + zeros, "00" + zeros.dropLast(2) + "80", "ec" + ones + "7f", "ec" + ones + "ff",
      "ed" + ones + "7f", "ee" + ones + "7f",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ] {
      let receiver = WebhookReceiver<Discord.WebhookEvent>(
        secrets: try WebhookSecret(key), signature: scheme)
      let error = await #expect(throws: WebhookError.self) {
        try await receiver.verify(Self.command, fields: [name: forged])
      }
      guard case .configuration = error else {
        Issue.record("\(key): another error: \(String(describing: error))")
        continue
      }
    }
  }

  // MARK: Telegram

  private struct TokenVerifier: WebhookVerifier {
    let token: WebhookSecret

    func verify(_ body: [UInt8], fields: HTTPFields) throws {
      let name = "X-Telegram-Bot-Api-Secret-Token"
      guard let value = HTTPField.Name(name).flatMap({ fields[$0] }) else {
        throw WebhookError.missingField(name)
      }
      guard token.matches(value) else { throw WebhookError.wrongSignature }
    }
  }

  @Test func anUpdateHasAToken() async throws {
    let body = Array(
      #"{"update_id": 7, "message": {"message_id": 1, "chat": {"id": 2, "type": "private"}, "date": 1767225600, "text": "Hi"}}"#
        .utf8)
    let name = try #require(HTTPField.Name("X-Telegram-Bot-Api-Secret-Token"))
    let receiver = WebhookReceiver<Telegram.WebhookEvent>(
      verifier: TokenVerifier(token: try WebhookSecret("telegram-s3cret")))
    let message = try await receiver.receive(body, fields: [name: "telegram-s3cret"], event: "update")
    guard case .update(let update) = message.event else {
      Issue.record("another event")
      return
    }
    #expect(update.message?.text == "Hi" && message.date == nil)
    for wrong in ["", "telegram-s3cre", "telegram-s3cret1", "TELEGRAM-S3CRET"] {
      await #expect(throws: WebhookError.wrongSignature) {
        try await receiver.receive(body, fields: [name: wrong], event: "update")
      }
    }
    await #expect(throws: WebhookError.missingField(name.rawName)) {
      try await receiver.receive(body, fields: [:], event: "update")
    }
    var dumped = ""
    dump(receiver, to: &dumped)
    #expect(!dumped.contains("s3cret"))
  }
}
