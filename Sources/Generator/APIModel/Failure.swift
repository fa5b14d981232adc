import Diagnostics

/// The body of failures with a range of status codes.
public struct Failure: Sendable, Hashable, Codable {
  /// `404...404` for one code, `400...499` for `4XX`, ``Endpoint/Response/otherStatuses`` for `default`.
  public var statuses: ClosedRange<Int>
  public var payload: Endpoint.Response.Payload
  /// The Swift type that decodes a payload of bytes; nil for other payloads.
  public var codec: Name?
  /// The media type of what the codec decodes, or a range of them.
  public var mediaType: Name?
  /// The media types that the document lists.
  public var listedTypes: [String] = []
  /// The document's examples of the body.
  public var examples: [ResponseExample] = []
  /// The name that the document gives to the response.
  public var componentName: String?
  /// The place of the service's error in the payload.
  public var paths: FailurePaths
  public var span: SourceSpan

  public init(
    statuses: ClosedRange<Int>, payload: Endpoint.Response.Payload, paths: FailurePaths = .init(),
    span: SourceSpan
  ) {
    self.statuses = statuses
    self.payload = payload
    self.paths = paths
    self.span = span
  }
}

/// An example of a response.
public struct ResponseExample: Sendable, Hashable, Codable {
  /// Its name in the document; nil if it is the only one.
  public var name: String?
  public var value: Literal
  /// Its place in the document; nil if it is made up.
  public var span: SourceSpan?

  public init(name: String? = nil, value: Literal, span: SourceSpan? = nil) {
    self.name = name
    self.value = value
    self.span = span
  }
}

/// The place of the service's error in an envelope or the body of a failure. Paths are wire names.
public struct FailurePaths: Sendable, Hashable, Codable {
  public var code: FieldPath?
  public var message: FieldPath?
  public var field: FieldPath?
  public var rejectedValue: FieldPath?
  /// When to send the next request: a duration or a date, depending on the schema.
  public var retryAfter: FieldPath?
  /// The unit of a time to wait.
  public var retryAfterUnit = WaitUnit.seconds

  public enum WaitUnit: String, Sendable, Hashable, Codable, CaseIterable { case seconds, milliseconds }

  public init(
    code: FieldPath? = nil, message: FieldPath? = nil, field: FieldPath? = nil,
    rejectedValue: FieldPath? = nil, retryAfter: FieldPath? = nil
  ) {
    self.code = code
    self.message = message
    self.field = field
    self.rejectedValue = rejectedValue
    self.retryAfter = retryAfter
  }

  /// Whether they identify an error.
  public var hasError: Bool { code != nil || message != nil }
}

/// A header field of a response.
public struct ResponseHeader: Sendable, Hashable, Codable {
  /// The field's name.
  public var name: Name
  public var schema: Schema
  public var isRequired: Bool
  /// The statuses of the responses that have it; empty if all do.
  public var statuses: [ClosedRange<Int>] = []

  public init(name: Name, schema: Schema, isRequired: Bool) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
  }

  /// Whether both are the same field. Case doesn't count (RFC 9110, section 5.1).
  public func isSame(as other: ResponseHeader) -> Bool {
    name.text.lowercased() == other.name.text.lowercased()
  }
}

extension Endpoint.Response {
  /// `default`: all statuses without another entry.
  public static let otherStatuses = 100...999
}

extension Endpoint {
  /// The schemas of its responses, of their header fields, and of its own failures.
  public var responseSchemas: [Schema] {
    responses.flatMap(\.payload.schemas) + headers.map(\.schema) + failures.compactMap(\.payload.schema)
  }

  /// Changes the schemas of its responses, of their header fields, and of its own failures.
  package mutating func changeResponseSchemas(_ change: (inout Schema) -> Void) {
    for position in responses.indices { responses[position].payload.changeSchema(change) }
    for position in headers.indices { change(&headers[position].schema) }
    for position in failures.indices { failures[position].payload.changeSchema(change) }
  }
}

extension Endpoint.Response.Payload {
  /// The schema of the JSON or of its elements; nil if it isn't JSON, or if there are several.
  public var schema: Schema? {
    switch self {
    case .empty, .bytes, .text, .stream(.textLines, _), .events, .byteStream: nil
    case .json(let schema), .stream(_, let schema): schema
    }
  }

  /// The schemas of the JSON or of its elements.
  public var schemas: [Schema] {
    if case .events(let events) = self { events.schemas } else { schema.map { [$0] } ?? [] }
  }

  /// Changes the schema of the JSON, or those of its elements.
  package mutating func changeSchema(_ change: (inout Schema) -> Void) {
    if case .events(var events) = self {
      events.changeSchemas(change)
      self = .events(events)
      return
    }
    guard var schema else { return }
    change(&schema)
    switch self {
    case .json: self = .json(schema)
    case .stream(let stream, _): self = .stream(stream, of: schema)
    case .empty, .bytes, .text, .events, .byteStream: break
    }
  }
}
