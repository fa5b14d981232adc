import Diagnostics

/// The messages from the service.
public struct Webhooks: Sendable, Hashable, Codable {
  /// The place of the event's name in a message.
  public enum Place: Sendable, Hashable, Codable {
    /// In a header field.
    case field(Name)
    /// In a property of the payload.
    case property(FieldPath)
    /// Nowhere: the caller passes it to the receiver.
    case elsewhere
  }

  /// How messages are signed.
  public enum Signature: Sendable, Hashable, Codable {
    /// The signature of a well-known service or standard.
    case known(Known)
    case hmac(HMAC)

    public enum Known: String, Sendable, Hashable, Codable, CaseIterable {
      case gitHub = "github"
      case stripe
      case slack
      case discord
      case standard
      case twilio
      case square
    }
  }

  /// An HMAC in a header field.
  public struct HMAC: Sendable, Hashable, Codable {
    public enum Algorithm: String, Sendable, Hashable, Codable, CaseIterable { case sha256, sha1 }

    public enum Encoding: String, Sendable, Hashable, Codable, CaseIterable { case hex, base64 }

    /// A part of the signed text.
    public enum Part: Sendable, Hashable, Codable {
      case text(String)
      case body, timestamp, id, url, form
    }

    public var algorithm = Algorithm.sha256
    /// The header field with the signature.
    public var field: Name
    /// The text before it.
    public var prefix: String
    public var encoding: Encoding
    public var parts: [Part]
    /// The header fields with the timestamp and the message's ID, if these are signed.
    public var timestampField: Name?
    public var idField: Name?
    /// The maximum difference between the timestamp and now, in seconds; nil for the default.
    public var tolerance: Int?

    public init(
      field: Name, prefix: String = "", encoding: Encoding = .hex, parts: [Part] = [.body],
      timestampField: Name? = nil, idField: Name? = nil, tolerance: Int? = nil
    ) {
      self.field = field
      self.prefix = prefix
      self.encoding = encoding
      self.parts = parts
      self.timestampField = timestampField
      self.idField = idField
      self.tolerance = tolerance
    }
  }

  public struct Event: Sendable, Hashable, Codable {
    /// The name in messages.
    public var name: Name
    /// The Swift name of the case, if the spec sets one.
    public var swiftName: Name?
    /// Nil if the body doesn't matter.
    public var payload: Schema?
    /// Whether the payload is a form, and not JSON.
    public var isForm: Bool
    public var documentation: Documentation

    public init(
      name: Name, swiftName: Name? = nil, payload: Schema?, isForm: Bool = false,
      documentation: Documentation = .init()
    ) {
      self.name = name
      self.swiftName = swiftName
      self.payload = payload
      self.isForm = isForm
      self.documentation = documentation
    }
  }

  public var place: Place
  /// Nil if the spec doesn't describe it.
  public var signature: Signature?
  public var events: [Event]

  public init(place: Place = .elsewhere, signature: Signature? = nil, events: [Event]) {
    self.place = place
    self.signature = signature
    self.events = events
  }
}

extension Module {
  /// The payloads of the module's webhooks.
  public var webhookSchemas: [Schema] { webhooks?.events.compactMap(\.payload) ?? [] }

  package mutating func changeWebhookSchemas(_ change: (inout Schema) -> Void) {
    guard var webhooks else { return }
    for position in webhooks.events.indices {
      guard var payload = webhooks.events[position].payload else { continue }
      change(&payload)
      webhooks.events[position].payload = payload
    }
    self.webhooks = webhooks
  }
}
