import Diagnostics

/// How payloads are wrapped: an object with a place for the payload, or with the payload's members beside its own.
public struct Envelope: Sendable, Hashable, Codable {
  public var name: Name
  /// The properties except for the payload.
  public var schema: Schema
  /// The wire name of the payload's property; nil if the payload is the rest of the object.
  public var payload: Name?
  /// Whether a response may lack the payload, or have null there.
  public var mayLackPayload = false
  public var failure: Failure?
  public var library: String?

  public init(name: Name, schema: Schema, payload: Name?, failure: Failure? = nil, library: String? = nil) {
    self.name = name
    self.schema = schema
    self.payload = payload
    self.failure = failure
    self.library = library
  }

  /// How a response reports failure. Paths are wire names within the envelope.
  public struct Failure: Sendable, Hashable, Codable {
    /// The property that reports failure.
    public var property: Name
    /// The value that means failure; nil if the property's presence does.
    public var value: Literal?
    /// Whether the property is a list, which means failure if there is anything in it.
    public var isList: Bool
    public var paths: FailurePaths

    public init(property: Name, value: Literal?, isList: Bool = false, paths: FailurePaths) {
      self.property = property
      self.value = value
      self.isList = isList
      self.paths = paths
    }
  }
}

/// A dotted path of wire names.
public struct FieldPath: Sendable, Hashable, Codable {
  public var components: [String]
  public var span: SourceSpan

  public init(_ components: [String], span: SourceSpan) {
    self.components = components
    self.span = span
  }

  /// The same place as a JSON Pointer (RFC 6901): `meta.total` → `/meta/total`.
  public var pointer: String {
    components.map { component in
      "/"
        + component.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }.joined()
  }
}

/// An error code of the service.
public struct ErrorCase: Sendable, Hashable, Codable {
  public var code: Code
  /// The service's message, in which `*` is any text.
  public var message: Name
  /// The Swift name, if the spec sets one.
  public var swiftName: Name?
  public var isRetryable: Bool
  public var documentation: Documentation

  public init(
    code: Code, message: Name, swiftName: Name? = nil, isRetryable: Bool = false,
    documentation: Documentation = .init()
  ) {
    self.code = code
    self.message = message
    self.swiftName = swiftName
    self.isRetryable = isRetryable
    self.documentation = documentation
  }

  /// A number, or a word such as `card_declined`.
  public enum Code: Sendable, Hashable, Codable {
    case integer(Int)
    case text(Name)

    /// The code as text; a number and its digits as text are the same code.
    public var text: String {
      switch self {
      case .integer(let number): String(number)
      case .text(let name): name.text
      }
    }

    /// Decodes an integer or a word.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        self = .integer(number)
      } else {
        self = .text(try container.decode(Name.self))
      }
    }

    /// Encodes an integer or a word.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .integer(let number): try container.encode(number)
      case .text(let name): try container.encode(name)
      }
    }
  }
}
