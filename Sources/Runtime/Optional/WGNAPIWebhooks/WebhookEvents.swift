import HTTPTypes
import WGNAPIJSON

/// The events that a service sends, each with its payload. Generated modules have one such type.
public protocol WebhookEvents: Sendable {
  /// The events by name, and where a message has the name.
  static var webhooks: WebhookTable<Self> { get }
}

/// Where a message has the name of its event.
public enum WebhookEventPlace: Hashable, Sendable {
  /// In a header field.
  case field(String)
  /// In a property of the payload, by its JSON Pointer (RFC 6901).
  case property(String)
  /// Nowhere: the receiver is told the name, because each event has an address of its own, for example.
  case elsewhere
}

/// The events of an API.
public struct WebhookTable<Events: Sendable>: Sendable {
  /// An event with the constraints that its payload violates.
  struct Decoded: Sendable {
    var event: Events
    var violations: [Violation] = []
  }

  typealias Reading =
    @Sendable (_ body: [UInt8], _ options: JSONDecoding) -> Result<Decoded, JSONError>

  let place: WebhookEventPlace
  /// How messages are signed; nil if the API's description doesn't say it.
  public let signature: WebhookSignature?
  let readings: [String: Reading]
  let unknown: (@Sendable (_ name: String, _ payload: JSON) -> Events)?

  static var notAForm: JSONError { JSONError(.notRepresentable, "the body isn't a form") }

  /// The names of the events.
  public var names: Set<String> { Set(readings.keys) }

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - place: Where a message has the name of its event.
  ///   - signature: How messages are signed.
  ///   - build: Adds the events.
  public init(
    _ place: WebhookEventPlace, signature: WebhookSignature? = nil,
    _ build: (inout WebhookTableBuilder<Events>) -> Void
  ) {
    var builder = WebhookTableBuilder<Events>()
    build(&builder)
    self.place = place
    self.signature = signature
    readings = builder.readings
    unknown = builder.unknown
  }
}

/// Adds events to a table.
///
/// The methods are `@preconcurrency` because language mode 5 doesn't know that cases are `Sendable` functions.
public struct WebhookTableBuilder<Events: Sendable> {
  fileprivate(set) var readings: [String: WebhookTable<Events>.Reading] = [:]
  fileprivate(set) var unknown: (@Sendable (String, JSON) -> Events)?

  /// Adds an event with its payload.
  @preconcurrency
  public mutating func event<Coder: JSONCoder>(
    _ name: String, _ coder: Coder.Type, satisfying constraint: Constraint? = nil,
    _ make: @escaping @Sendable (Coder.Decoded) -> Events
  ) {
    readings[name] = { body, options in
      do throws(JSONError) {
        let payload = try Coder.decodeReporting(
          body, constraint: constraint, selection: nil, options: options)
        return .success(.init(event: make(payload.value), violations: payload.violations))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Adds an event whose messages are forms (`application/x-www-form-urlencoded`).
  ///
  /// - Parameters:
  ///   - name: The event's name.
  ///   - coder: What reads the fields as an object.
  ///   - fields: What the fields are, by their names.
  ///   - patterns: What the fields are whose names satisfy a constraint. The first that does decides.
  ///   - others: What all other fields are; nil for anything: one text is a string, several are a list of strings.
  ///   - constraint: The limits of the payload.
  ///   - make: The event of a payload.
  @preconcurrency
  public mutating func form<Coder: JSONCoder>(
    _ name: String, _ coder: Coder.Type, fields: [String: WebhookField] = [:],
    patterns: [(name: Constraint, field: WebhookField)] = [], others: WebhookField? = nil,
    satisfying constraint: Constraint? = nil,
    _ make: @escaping @Sendable (Coder.Decoded) -> Events
  ) {
    event(name, coder, satisfying: constraint, make)
    let read = readings[name]
    let kinds = FieldKinds(named: fields, patterns: patterns, others: others)
    readings[name] = { body, options in
      guard let form = MessageForm(body) else { return .failure(WebhookTable<Events>.notAForm) }
      do throws(JSONError) {
        let object = try form.json(kinds, options).encoded()
        return read?(object, options) ?? .failure(WebhookTable<Events>.notAForm)
      } catch {
        return .failure(error)
      }
    }
  }

  /// Adds an event without a payload that matters.
  public mutating func event(_ name: String, _ event: Events) {
    readings[name] = { _, _ in .success(.init(event: event)) }
  }

  /// Adds what becomes of other events.
  @preconcurrency
  public mutating func unknown(_ make: @escaping @Sendable (_ name: String, _ payload: JSON) -> Events) {
    unknown = make
  }
}
