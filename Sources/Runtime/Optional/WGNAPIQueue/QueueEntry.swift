import HTTPTypes
import WGNAPIClient
import WGNAPIJSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A stored request of a ``RequestQueue``, without secrets.
public struct QueueEntry: Identifiable, Hashable, Sendable {
  /// The ID of a request, which never changes and is never used again.
  public struct ID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number of the request. Later requests have greater numbers.
    public let number: Int64

    /// Creates an ID from its number.
    public init(number: Int64) { self.number = number }

    /// The number.
    public var description: String { "\(number)" }
  }

  /// The ID.
  public let id: ID
  /// The lane, in which requests are sent one after the other.
  public let lane: String
  /// The endpoint's name in the API description.
  public let operation: String
  /// The name of the request's type when it was stored, such as `Shop.CreateOrderRequest`.
  public let requestType: String
  /// The name of the API.
  public let api: String
  /// The name of the server that the request is for.
  public let server: String
  /// The version of the runtime that stored the request.
  public let runtimeVersion: String
  /// The HTTP method.
  public let method: String
  /// The endpoint's path, with `{name}` in place of parameters.
  public let path: String
  /// The parameters, with the body, without secrets.
  public let parameters: [QueuedParameter]
  /// The idempotency key, the same for all attempts. If the API description has no place for it, it isn't sent.
  public let idempotencyKey: String
  /// Whether the request can be sent again without being accepted twice.
  public let isRepeatable: Bool
  /// The size that counts toward the queue's limit, in bytes.
  public let size: Int
  /// The date on which the request was stored.
  public let createdAt: Date
  /// The number of attempts to send it.
  public let attempts: Int
  /// The date before which it isn't sent again; nil if it can be sent now.
  public let nextAttempt: Date?
  /// Whether it is being sent. After the process that sends it is killed, this stays true until another one takes over.
  public let isBeingSent: Bool
  /// Whether an attempt ended without a response, so that the server may have accepted the request.
  public let mayHaveArrived: Bool
  /// The result of the last attempt; nil if there was none.
  public let lastFailure: QueueFailure?

  /// Returns the value of a parameter; nil if it is absent, secret or of another type.
  public func value<Value: JSONValue>(of name: String, as type: Value.Type = Value.self) -> Value? {
    parameters.first { $0.name == name }.flatMap { try? Value.decode($0.bytes) }
  }
}

/// A parameter of a stored request.
public struct QueuedParameter: Hashable, Sendable {
  /// The name on the wire; `body` for a body as a whole.
  public let name: String
  /// The place in the request.
  public let location: ParameterLocation
  /// The value as JSON; for a body that isn't JSON, its bytes.
  public let bytes: [UInt8]
}

/// A request that won't be sent, and the reason.
public struct DeadLetter: Identifiable, Hashable, Sendable {
  /// The request.
  public let entry: QueueEntry
  /// The reason.
  public let failure: QueueFailure
  /// The date on which the queue gave up.
  public let failedAt: Date

  /// The request's ID.
  public var id: QueueEntry.ID { entry.id }
}

/// The reason why a stored request wasn't accepted. It contains no secrets.
public struct QueueFailure: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// The server couldn't be reached, or didn't answer.
    case network
    /// The server refused credentials, or the client has none.
    case credential
    /// The server, or a limit, asked to try again later.
    case later
    /// The server refused the request with an error that won't pass.
    case refused
    /// The request violates rules of its endpoint, perhaps those of a newer version.
    case invalid
    /// The request waited too long.
    case expired
    /// The server answered with as many failures as ``QueueConfiguration/responseLimit`` allows.
    case exhausted
    /// The request made room for newer ones.
    case displaced
    /// The request may have arrived, and must not be sent twice.
    case outcomeUnknown
    /// The request's type isn't among those that the queue was given, or it was for another server.
    case unknownRequest
    /// The stored request was damaged.
    case damaged
  }

  /// The maximum length of a text in bytes.
  static let textLimit = 2_000

  /// The kind of the failure.
  public let kind: Kind
  /// The HTTP status; nil if there was no response.
  public let status: Int?
  /// The service's error code; nil if the service reported none.
  public let code: String?
  /// The service's message; nil if the service reported none. At most 2,000 bytes.
  public let message: String?
  /// A sentence with the place, the problem and the solution. At most 2,000 bytes.
  public let description: String
  /// The number of failures that the server answered the request with, this one included; nil if this isn't known.
  private(set) var responses: Int?

  init(_ kind: Kind, _ description: String) {
    self.init(kind, description, status: nil, code: nil, message: nil)
  }

  init(_ kind: Kind, _ error: APIError) {
    self.init(
      kind, error.description, status: error.status?.code, code: error.failure?.code?.text,
      message: error.failure?.message)
  }

  private init(_ kind: Kind, _ description: String, status: Int?, code: String?, message: String?) {
    self.kind = kind
    self.status = status
    self.code = code.map(Self.bounded)
    self.message = message.map(Self.bounded)
    self.description = Self.bounded(description)
  }

  /// Returns this failure with the number of those before it, of a request that is sent again.
  func counted(after earlier: QueueFailure?) -> QueueFailure {
    var result = self
    let (count, overflow) = (earlier?.responses ?? 0).addingReportingOverflow(status == nil ? 0 : 1)
    result.responses = overflow ? .max : count
    return result
  }

  /// The failure of a request that the server has answered with so many failures.
  var exhausted: QueueFailure {
    let text =
      "\(description); the server has answered with \(responses ?? 1) failures, the limit; retry the request if it still "
      + "matters"
    return QueueFailure(.exhausted, text, status: status, code: code, message: message)
  }

  private static func bounded(_ text: String) -> String {
    guard text.utf8.count > textLimit else { return text }
    // At most three bytes are a part of a character that is cut.
    return String(decoding: text.utf8.prefix(textLimit - 9), as: UTF8.self) + "…"
  }
}
