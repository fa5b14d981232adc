/// How a service signs its webhooks: with an HMAC (RFC 2104) of SHA-256 or SHA-1, or with Ed25519 (RFC 8032), in a header field.
public struct WebhookSignature: Hashable, Sendable {
  /// How a signature is written as text.
  public enum Encoding: Hashable, Sendable { case hex, base64 }

  /// The parts of the signed text.
  public enum Part: Hashable, Sendable {
    case text(String)
    /// The body, byte by byte as it was received.
    case body
    /// The time at which the service signed it, in seconds since 1970, as the request has it.
    case timestamp
    /// The ID of the message.
    case id
    /// The URL to which the message was sent, as the service knows it. The receiver is told.
    case url
    /// The fields of a body that is a form (`application/x-www-form-urlencoded`): all names in the order of their bytes, each
    /// before its values, decoded and without anything in between.
    ///
    /// Of any other body, nothing is signed. It is accepted only if ``url`` is signed and has its SHA-256 in hexadecimal digits,
    /// as `bodySHA256`, or if ``body`` is signed, too.
    case form
  }

  /// The form of the header field with the signature.
  enum Form: Hashable, Sendable {
    /// One signature after a prefix: `sha256=…`.
    case single(prefix: String)
    /// Pairs with commas between them, among them signatures and the timestamp: `t=…,v1=…,v1=…`.
    case pairs(signature: String, timestamp: String)
    /// Signatures with spaces between them, each after a prefix: `v1,… v1,…`.
    case list(prefix: String)
  }

  enum Algorithm: Hashable, Sendable {
    case hmac(MessageCode.Hash)
    case ed25519
  }

  /// How a secret's text becomes a key.
  enum Key: Hashable, Sendable {
    case text
    /// Base64, perhaps after a prefix.
    case base64(prefix: String)
    case hex
  }

  let algorithm: Algorithm
  /// The header field with the signature.
  let field: String
  let form: Form
  let encoding: Encoding
  let parts: [Part]
  /// The header field with the timestamp, if the signature's own doesn't contain it.
  let timestampField: String?
  /// The header field with the message's ID.
  let idField: String?
  let key: Key
  /// How far the timestamp may be from now; nil for any distance.
  public private(set) var tolerance: Duration?

  init(
    field: String, form: Form, encoding: Encoding, parts: [Part],
    timestampField: String? = nil, idField: String? = nil, key: Key = .text,
    tolerance: Duration? = nil, algorithm: Algorithm = .hmac(.sha256)
  ) {
    self.algorithm = algorithm
    self.field = field
    self.form = form
    self.encoding = encoding
    self.parts = parts
    self.timestampField = timestampField
    self.idField = idField
    self.key = key
    self.tolerance = tolerance
  }

  /// Describes the signature of a service that isn't among those below.
  ///
  /// - Parameters:
  ///   - field: The header field with the signature.
  ///   - prefix: What precedes the signature there, such as `sha256=`.
  ///   - encoding: How the signature is written.
  ///   - parts: What is signed.
  ///   - timestampField: The header field with the timestamp, if it is signed, in seconds since 1970.
  ///   - idField: The header field with the message's ID, if it is signed.
  ///   - tolerance: How far the timestamp may be from now; nil for any distance.
  public static func hmacSHA256(
    field: String, prefix: String = "", encoding: Encoding = .hex, parts: [Part] = [.body],
    timestampField: String? = nil, idField: String? = nil,
    tolerance: Duration? = .seconds(300)
  ) -> WebhookSignature {
    WebhookSignature(
      field: field, form: .single(prefix: prefix), encoding: encoding, parts: parts,
      timestampField: timestampField, idField: idField, tolerance: timestampField == nil ? nil : tolerance)
  }

  /// Describes the signature of a service that uses SHA-1.
  ///
  /// - Parameters:
  ///   - field: The header field with the signature.
  ///   - prefix: What precedes the signature there, such as `sha1=`.
  ///   - encoding: How the signature is written.
  ///   - parts: What is signed.
  ///   - timestampField: The header field with the timestamp, if it is signed, in seconds since 1970.
  ///   - idField: The header field with the message's ID, if it is signed.
  ///   - tolerance: How far the timestamp may be from now; nil for any distance.
  public static func hmacSHA1(
    field: String, prefix: String = "", encoding: Encoding = .hex, parts: [Part] = [.body],
    timestampField: String? = nil, idField: String? = nil,
    tolerance: Duration? = .seconds(300)
  ) -> WebhookSignature {
    WebhookSignature(
      field: field, form: .single(prefix: prefix), encoding: encoding, parts: parts,
      timestampField: timestampField, idField: idField, tolerance: timestampField == nil ? nil : tolerance,
      algorithm: .hmac(.sha1))
  }

  /// Describes a signature with Ed25519. The receiver's secret is the service's public key, in hexadecimal digits.
  ///
  /// - Parameters:
  ///   - field: The header field with the signature.
  ///   - encoding: How the signature is written.
  ///   - parts: What is signed.
  ///   - timestampField: The header field with the timestamp, if it is signed, in seconds since 1970.
  ///   - idField: The header field with the message's ID, if it is signed.
  ///   - tolerance: How far the timestamp may be from now; nil for any distance.
  public static func ed25519(
    field: String, encoding: Encoding = .hex, parts: [Part] = [.body], timestampField: String? = nil,
    idField: String? = nil, tolerance: Duration? = .seconds(300)
  ) -> WebhookSignature {
    WebhookSignature(
      field: field, form: .single(prefix: ""), encoding: encoding, parts: parts,
      timestampField: timestampField, idField: idField, key: .hex,
      tolerance: timestampField == nil ? nil : tolerance, algorithm: .ed25519)
  }

  /// Returns the same signature with another tolerance; nil accepts messages of any age.
  public func tolerating(_ tolerance: Duration?) -> WebhookSignature {
    var signature = self
    signature.tolerance = tolerance
    return signature
  }
}

extension WebhookSignature {
  /// GitHub's: `X-Hub-Signature-256: sha256=…` of the body. It has no time, so an old message can be sent again.
  public static let gitHub = WebhookSignature(
    field: "X-Hub-Signature-256", form: .single(prefix: "sha256="), encoding: .hex, parts: [.body])

  /// Stripe's: `Stripe-Signature: t=…,v1=…` of `{timestamp}.{body}`, at most five minutes old.
  public static let stripe = WebhookSignature(
    field: "Stripe-Signature", form: .pairs(signature: "v1", timestamp: "t"), encoding: .hex,
    parts: [.timestamp, .text("."), .body], tolerance: .seconds(300))

  /// Slack's: `X-Slack-Signature: v0=…` of `v0:{timestamp}:{body}`, at most five minutes old.
  public static let slack = WebhookSignature(
    field: "X-Slack-Signature", form: .single(prefix: "v0="), encoding: .hex,
    parts: [.text("v0:"), .timestamp, .text(":"), .body],
    timestampField: "X-Slack-Request-Timestamp", tolerance: .seconds(300))

  /// Discord's: `X-Signature-Ed25519` of `{timestamp}{body}`, at most five minutes old. The secret is the application's
  /// public key.
  public static let discord = WebhookSignature.ed25519(
    field: "X-Signature-Ed25519", parts: [.timestamp, .body], timestampField: "X-Signature-Timestamp")

  /// Twilio's: `X-Twilio-Signature` of the URL and the form's fields, with SHA-1 and in Base64. The secret is the account's
  /// authentication token. It has no time, so an old message can be sent again.
  public static let twilio = WebhookSignature.hmacSHA1(
    field: "X-Twilio-Signature", encoding: .base64, parts: [.url, .form])

  /// Square's: `x-square-hmacsha256-signature` of the URL and the body, in Base64. It has no time, so an old message can be
  /// sent again.
  public static let square = WebhookSignature.hmacSHA256(
    field: "x-square-hmacsha256-signature", encoding: .base64, parts: [.url, .body])

  /// That of [Standard Webhooks](https://www.standardwebhooks.com), which many services use: `webhook-signature: v1,…`
  /// of `{id}.{timestamp}.{body}`, at most five minutes old. Its secrets begin with `whsec_`.
  public static let standard = WebhookSignature(
    field: "webhook-signature", form: .list(prefix: "v1,"), encoding: .base64,
    parts: [.id, .text("."), .timestamp, .text("."), .body], timestampField: "webhook-timestamp",
    idField: "webhook-id", key: .base64(prefix: "whsec_"), tolerance: .seconds(300))
}
