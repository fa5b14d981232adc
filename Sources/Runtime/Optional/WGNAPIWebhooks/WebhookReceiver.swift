import HTTPTypes
import WGNAPIClient
import WGNAPIJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A message of a service whose signature is right.
public struct ReceivedWebhook<Events: WebhookEvents>: Sendable {
  public let event: Events
  /// The event's name.
  public let name: String
  /// The message's ID, if the service signs one. A service may send a message twice; the ID is then the same.
  public let id: String?
  /// The time at which the service signed the message, if it says so.
  public let date: Date?
  /// The constraints that the payload violates, if violations are reported.
  public let violations: [Violation]
}

/// Checks the signatures of an API's webhooks and decodes their payloads.
///
/// ```swift
/// let receiver = WebhookReceiver<WebhookEvent>(secrets: secret)
/// let message = try await receiver.receive(body, fields: request.headerFields)
/// ```
public struct WebhookReceiver<Events: WebhookEvents>: Sendable {
  private let secrets: (any WebhookSecretProvider)?
  private let verifier: (any WebhookVerifier)?
  private let signature: WebhookSignature?
  private let decoding: JSONDecoding
  private let maximumBodySize: Int
  private let clock: any ClientClock

  /// Creates a receiver that checks signatures.
  ///
  /// - Parameters:
  ///   - secrets: The secret, several of them, or their provider. A signature by any of them is accepted.
  ///   - signature: How messages are signed; nil for the signature in the API's description.
  ///   - decoding: How strictly payloads are decoded.
  ///   - maximumBodySize: The size of the largest body that is accepted, in bytes.
  ///   - clock: The clock that tells how old a message is.
  public init(
    secrets: any WebhookSecretProvider, signature: WebhookSignature? = nil,
    decoding: JSONDecoding = JSONDecoding(validation: .report), maximumBodySize: Int = 32 << 20,
    clock: any ClientClock = .system
  ) {
    self.secrets = secrets
    verifier = nil
    self.signature = signature ?? Events.webhooks.signature
    self.decoding = decoding
    self.maximumBodySize = maximumBodySize
    self.clock = clock
  }

  /// Creates a receiver that has messages checked by something else.
  ///
  /// - Parameters:
  ///   - verifier: Says whether a message is from the service.
  ///   - decoding: How strictly payloads are decoded.
  ///   - maximumBodySize: The size of the largest body that is accepted, in bytes.
  public init(
    verifier: any WebhookVerifier, decoding: JSONDecoding = JSONDecoding(validation: .report),
    maximumBodySize: Int = 32 << 20
  ) {
    self.init(decoding: decoding, maximumBodySize: maximumBodySize, verifier)
  }

  private init(decoding: JSONDecoding, maximumBodySize: Int, _ verifier: (any WebhookVerifier)?) {
    secrets = nil
    self.verifier = verifier
    signature = nil
    self.decoding = decoding
    self.maximumBodySize = maximumBodySize
    clock = .system
  }

  /// Returns a receiver that checks no signatures, for messages that something else has checked.
  public static func unsigned(
    decoding: JSONDecoding = JSONDecoding(validation: .report), maximumBodySize: Int = 32 << 20
  ) -> WebhookReceiver {
    WebhookReceiver(decoding: decoding, maximumBodySize: maximumBodySize, nil)
  }

  /// Checks a message and decodes its payload.
  ///
  /// - Parameters:
  ///   - body: The body, exactly as it was received: another spelling of the same JSON has another signature.
  ///   - fields: The header fields of the request.
  ///   - url: The receiver's URL as the service knows it, with its query, for signatures of the URL.
  ///   - name: The event's name, if the message doesn't have it where the API's description says.
  /// - Throws: ``WebhookError``, or what the provider of the secrets or the verifier throws.
  public func receive(
    _ body: [UInt8], fields: HTTPFields, url: String? = nil, event name: String? = nil
  ) async throws -> ReceivedWebhook<Events> {
    let check = try await checkSignature(of: body, fields, url)
    let isForm = MessageForm.isForm(fields)
    let name = try name ?? self.name(body, fields, isForm: isForm)
    let decoded = try decode(body, as: name, isForm: isForm)
    return ReceivedWebhook(
      event: decoded.event, name: name, id: check?.id, date: try check?.date, violations: decoded.violations)
  }

  /// Checks a message without decoding it: to store it first, for example, and to answer the service at once.
  ///
  /// - Parameters:
  ///   - body: The body, exactly as it was received.
  ///   - fields: The header fields of the request.
  ///   - url: The receiver's URL as the service knows it, with its query, for signatures of the URL.
  /// - Throws: ``WebhookError``, or what the provider of the secrets or the verifier throws.
  public func verify(_ body: [UInt8], fields: HTTPFields, url: String? = nil) async throws {
    _ = try await checkSignature(of: body, fields, url)
  }

  private func checkSignature(
    of body: [UInt8], _ fields: HTTPFields, _ url: String?
  ) async throws -> SignatureCheck? {
    guard body.count <= maximumBodySize else {
      throw WebhookError.tooLarge(bytes: body.count, maximum: maximumBodySize)
    }
    guard let secrets else {
      try await verifier?.verify(body, fields: fields)
      return nil
    }
    guard let signature else {
      throw WebhookError.configuration("the receiver isn't told how messages are signed; pass 'signature'")
    }
    let check = try SignatureCheck(signature, of: fields, url: url)
    try check.requireTolerance(at: clock.date)
    let valid = try await secrets.secrets()
    guard !valid.isEmpty else {
      throw WebhookError.configuration("there is no secret to check signatures with")
    }
    guard try check.isGenuine(body, secrets: valid) else { throw WebhookError.wrongSignature }
    return check
  }

  private func name(_ body: [UInt8], _ fields: HTTPFields, isForm: Bool) throws(WebhookError) -> String {
    switch Events.webhooks.place {
    case .field(let name):
      guard let value = HTTPField.Name(name).flatMap({ fields[$0] }) else { throw .missingField(name) }
      return value
    case .property(let pointer):
      var value: JSON?
      do throws(JSONError) {
        value = try payload(body, isForm: isForm)
      } catch {
        throw .unreadableBody(event: nil, error)
      }
      for key in JSONPointer.path(pointer) {
        // What a field of a form contains is known only when the event is.
        if isForm, let text = value?.string { value = MessageForm.value(text, decoding) }
        value = value?[key]
      }
      guard let name = value?.string else { throw .missingEvent }
      return name
    case .elsewhere: throw .missingEvent
    }
  }

  /// A payload of which nothing else is known.
  private func payload(_ body: [UInt8], isForm: Bool) throws(JSONError) -> JSON {
    guard isForm else { return try JSON.decode(body, options: decoding) }
    guard let form = MessageForm(body) else { throw WebhookTable<Events>.notAForm }
    return form.json(FieldKinds(named: [:]), decoding)
  }

  private func decode(
    _ body: [UInt8], as name: String, isForm: Bool
  ) throws(WebhookError) -> WebhookTable<Events>.Decoded {
    let table = Events.webhooks
    do throws(JSONError) {
      if let read = table.readings[name] { return try read(body, decoding).get() }
      let payload = try payload(body, isForm: isForm)
      if let event = table.unknown?(name, payload) { return .init(event: event) }
    } catch {
      throw .unreadableBody(event: name, error)
    }
    throw .missingEvent
  }
}
