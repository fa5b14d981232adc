import HTTPTypes
import WGNAPIClient
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The fields about the signature in a request.
struct SignatureCheck {
  private let scheme: WebhookSignature
  private let signatures: [[UInt8]]
  private let timestamp: String?
  let id: String?
  private let url: String?
  private let isForm: Bool

  /// More than a service sends while it changes its secret.
  private static let mostSignatures = 16

  init(_ scheme: WebhookSignature, of fields: HTTPFields, url: String?) throws(WebhookError) {
    self.scheme = scheme
    self.url = url
    isForm = MessageForm.isForm(fields)
    let text = try Self.value(of: scheme.field, in: fields)
    var timestamp: String?
    let texts: [Substring]
    switch scheme.form {
    case .single(let prefix):
      guard text.hasPrefix(prefix) else { throw .malformedField(scheme.field) }
      texts = [text.dropFirst(prefix.count)]
    case .list(let prefix):
      texts = text.split(separator: " ").filter { $0.hasPrefix(prefix) }.map { $0.dropFirst(prefix.count) }
    case .pairs(let signature, let time):
      let pairs = text.split(separator: ",").map { $0.drop { $0 == " " }.split(separator: "=", maxSplits: 1) }
      func values(_ key: String) -> [Substring] {
        pairs.filter { $0.count == 2 && $0[0] == key }.map { $0[1] }
      }
      texts = values(signature)
      let times = values(time)
      guard times.count == 1, let time = times.first else { throw .malformedField(scheme.field) }
      timestamp = String(time)
    }
    signatures = texts.prefix(Self.mostSignatures).compactMap { scheme.encoding.decode($0) }
    guard !signatures.isEmpty else { throw .malformedField(scheme.field) }
    if let field = scheme.timestampField { timestamp = try Self.value(of: field, in: fields) }
    self.timestamp = timestamp
    id = try scheme.idField.map { (field) throws(WebhookError) in try Self.value(of: field, in: fields) }
  }

  /// The time at which the message was signed; nil if the service doesn't say it.
  var date: Date? {
    get throws(WebhookError) {
      guard let timestamp else { return nil }
      guard let seconds = Int(timestamp), seconds >= 0, seconds < 1_000_000_000_000 else {
        throw .malformedField(scheme.timestampField ?? scheme.field)
      }
      return Date(timeIntervalSince1970: TimeInterval(seconds))
    }
  }

  /// Checks that the message was signed within the tolerance. This is cheap, so it comes before ``isGenuine(_:secrets:)``.
  func requireTolerance(at now: Date) throws(WebhookError) {
    guard let tolerance = scheme.tolerance, let date = try date else { return }
    let age = Duration.seconds(now.timeIntervalSince(date))
    if age > tolerance { throw .tooOld(age) }
    if age < .zero - tolerance { throw .tooNew(.zero - age) }
  }

  /// Whether one of the secrets matches one of the signatures. All are tried, so the time doesn't depend on which
  /// matches.
  ///
  /// - Throws: ``WebhookError/configuration(_:)`` if one of the secrets can't be a key, and no other one matches.
  func isGenuine(_ body: [UInt8], secrets: [WebhookSecret]) throws(WebhookError) -> Bool {
    var isGenuine = false
    var problem: WebhookError?
    let message = try scheme.message(body, timestamp: timestamp, id: id, url: url, isForm: isForm)
    for secret in secrets {
      let key: [UInt8]
      do throws(WebhookError) {
        key = try scheme.key(of: secret)
      } catch {
        problem = error
        continue
      }
      switch scheme.algorithm {
      case .hmac(let hash):
        for signature in signatures where MessageCode.isValid(signature, of: message, key: key, hash) {
          isGenuine = true
        }
      case .ed25519:
        guard !Ed25519.isForAnybody(key) else {
          problem = .configuration(
            "a key is one for which anybody can sign messages; pass the public key that the service shows")
          continue
        }
        let message = Array(message.joined())
        for signature in signatures where Ed25519.isValid(signature, of: message, publicKey: key) {
          isGenuine = true
        }
      }
    }
    if !isGenuine, let problem { throw problem }
    return isGenuine
  }

  private static func value(of field: String, in fields: HTTPFields) throws(WebhookError) -> String {
    guard let value = HTTPField.Name(field).flatMap({ fields[$0] }) else { throw .missingField(field) }
    return value
  }
}

extension WebhookSignature {
  fileprivate func message(
    _ body: [UInt8], timestamp: String?, id: String?, url: String?, isForm: Bool
  ) throws(WebhookError) -> [[UInt8]] {
    var message: [[UInt8]] = []
    for part in parts {
      switch part {
      case .text(let text): message.append(Array(text.utf8))
      case .body: message.append(body)
      case .timestamp: message.append(Array((timestamp ?? "").utf8))
      case .id: message.append(Array((id ?? "").utf8))
      case .url:
        guard let url else {
          throw .configuration(
            "the signature is of the URL, too; pass 'url', the address of the receiver as the service knows it"
          )
        }
        message.append(Array(url.utf8))
      case .form where isForm && digests(in: url).isEmpty:
        guard let form = MessageForm(body) else { throw .wrongSignature }
        message.append(Array(form.signedText.utf8))
      case .form:
        guard parts.contains(.body) || Self.isBody(body, of: digests(in: url)) else {
          throw .wrongSignature
        }
      }
    }
    return message
  }

  /// The digests of the body that the query of a URL has, if the URL is signed. The type of the body never is.
  private func digests(in url: String?) -> [Substring] {
    guard parts.contains(.url) else { return [] }
    let query = (url ?? "").utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
    let pairs = query.prefix { $0 != UInt8(ascii: "#") }.split(separator: UInt8(ascii: "&"))
    return pairs.map { Substring($0) }.filter { $0.hasPrefix(Self.digestName) }
      .map { $0.dropFirst(Self.digestName.count) }
  }

  /// Returns whether one of the digests matches the body; without digests, whether the body is empty.
  private static func isBody(_ body: [UInt8], of digests: [Substring]) -> Bool {
    guard !digests.isEmpty else { return body.isEmpty }
    return digests.contains { text in
      guard let digest = Encoding.hex.decode(text) else { return false }
      return areEqual(digest, MessageCode.digest(of: body))
    }
  }

  private static let digestName = "bodySHA256="

  fileprivate func key(of secret: WebhookSecret) throws(WebhookError) -> [UInt8] {
    switch key {
    case .text: return Array(secret.text.utf8)
    case .hex:
      guard let bytes = Encoding.hex.decode(secret.text[...]), bytes.count == 32 else {
        throw .configuration("a key doesn't have 64 hexadecimal digits, as the service shows it")
      }
      return bytes
    case .base64(let prefix):
      let text = secret.text.hasPrefix(prefix) ? secret.text.dropFirst(prefix.count) : secret.text[...]
      guard let bytes = Encoding.base64.decode(text), !bytes.isEmpty else {
        throw .configuration("a secret isn't in Base64 after '\(prefix)', as the service issues them")
      }
      guard bytes.count >= WebhookSecret.minimumLength else {
        throw .configuration(
          "a secret has \(bytes.count) bytes after decoding its Base64, so it can be guessed; get one of at least "
            + "\(WebhookSecret.minimumLength) from the service")
      }
      return bytes
    }
  }

  /// Signs a body as the service does, for tests of a receiver.
  ///
  /// - Parameters:
  ///   - body: The body to sign.
  ///   - secret: The secret; for a signature with Ed25519, the private key: any 64 hexadecimal digits, whose
  ///     ``WebhookSecret/publicKey(for:)`` the receiver has.
  ///   - id: The ID of the message, for services that sign it.
  ///   - date: The time of the signature, for services that sign it.
  ///   - url: The URL of the receiver, for services that sign it. If the fields of a form are signed, the body is taken for one,
  ///     unless the URL is signed and has `bodySHA256`.
  /// - Returns: The header fields that the service would send.
  /// - Throws: ``WebhookError`` if the secret or the URL can't be used.
  public func fields(
    signing body: [UInt8], secret: WebhookSecret, id: String = "message", date: Date = Date(),
    url: String? = nil
  ) throws(WebhookError) -> HTTPFields {
    let timestamp = String(Int64(date.timeIntervalSince1970))
    let isForm = parts.contains(.form) && !body.isEmpty && digests(in: url).isEmpty
    let message = try message(body, timestamp: timestamp, id: id, url: url, isForm: isForm)
    let key = try key(of: secret)
    let code: [UInt8]? =
      switch algorithm {
      case .hmac(let hash): MessageCode.code(of: message, key: key, hash)
      case .ed25519: Ed25519.signature(of: Array(message.joined()), privateKey: key)
      }
    let text = encoding.encode(code ?? [])
    var fields = HTTPFields()
    func set(_ name: String?, _ value: String) {
      if let name = name.flatMap({ HTTPField.Name($0) }) { fields[name] = value }
    }
    switch form {
    case .single(let prefix), .list(let prefix): set(field, prefix + text)
    case .pairs(let signature, let time): set(field, "\(time)=\(timestamp),\(signature)=\(text)")
    }
    set(timestampField, timestamp)
    set(idField, id)
    if isForm { set("Content-Type", MessageForm.mediaType) }
    return fields
  }
}

extension WebhookSecret {
  /// Returns the public key for a private key of Ed25519, for tests of a receiver.
  ///
  /// - Parameter privateKey: 64 hexadecimal digits.
  /// - Throws: ``WebhookError`` if it isn't that.
  public static func publicKey(for privateKey: WebhookSecret) throws(WebhookError) -> WebhookSecret {
    let key = try WebhookSignature.discord.key(of: privateKey)
    return try WebhookSecret(WebhookSignature.Encoding.hex.encode(Ed25519.publicKey(of: key) ?? []))
  }
}

extension WebhookSignature.Encoding {
  func encode(_ bytes: [UInt8]) -> String {
    switch self {
    case .base64: return Data(bytes).base64EncodedString()
    case .hex: return bytes.hexadecimal
    }
  }

  func decode(_ text: Substring) -> [UInt8]? {
    switch self {
    case .base64: return Data(base64Encoded: String(text)).map { Array($0) }
    case .hex:
      let digits = text.utf8.compactMap(\.hexadecimalValue)
      guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
      return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
  }
}
