import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

/// The response of a stub: a value, JSON, any body, or a failure.
///
/// The client decodes and validates the response like the service's, except for failures.
public struct StubResponse<Request>: Sendable {
  enum Content: Sendable {
    /// A response with the portions of its body.
    case response(HTTPResponse, [[UInt8]], every: Duration)
    /// Returns the body with these members of the envelope; nil if the value can't be written as JSON.
    case value(@Sendable (JSON?) -> [UInt8]?)
    case failure(ServiceFailure, status: Int)
    case error(any Error)
  }

  let content: Content
  var delay = Duration.zero

  init(_ content: Content) { self.content = content }

  /// A body in JSON, with its envelope.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - status: The HTTP status.
  ///   - headers: Header fields beside `Content-Type`.
  public static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Self {
    body(Array(text.utf8), type: "application/json", status: status, headers: headers)
  }

  /// A body as text.
  ///
  /// - Parameters:
  ///   - text: The body.
  ///   - type: The media type.
  ///   - status: The HTTP status.
  ///   - headers: Header fields beside `Content-Type`.
  public static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200,
    headers: [String: String] = [:]
  ) -> Self {
    body(Array(text.utf8), type: type, status: status, headers: headers)
  }

  /// Any body.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - type: The media type.
  ///   - status: The HTTP status.
  ///   - headers: Header fields beside `Content-Type`.
  public static func body(
    _ bytes: [UInt8], type: String, status: Int = 200, headers: [String: String] = [:]
  ) -> Self {
    portions(bytes.isEmpty ? [] : [bytes], type: type, status: status, headers: headers)
  }

  /// No body.
  ///
  /// - Parameters:
  ///   - status: The HTTP status.
  ///   - headers: Header fields.
  public static func status(_ status: Int, headers: [String: String] = [:]) -> Self {
    portions([], type: nil, status: status, headers: headers)
  }

  /// A stream, in portions.
  ///
  /// - Parameters:
  ///   - portions: The portions, such as `"data: 1\n\n"` for an event.
  ///   - every: The time before each portion, on the client's clock.
  ///   - type: The media type.
  public static func stream(
    _ portions: [String], every: Duration = .zero, type: String = "text/event-stream"
  ) -> Self {
    self.portions(portions.map { Array($0.utf8) }, type: type, status: 200, headers: [:], every: every)
  }

  private static func portions(
    _ portions: [[UInt8]], type: String?, status: Int, headers: [String: String], every: Duration = .zero
  ) -> Self {
    var response = HTTPResponse(status: .init(code: (100...999).contains(status) ? status : 500))
    response.headerFields[.contentType] = type
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { response.headerFields[name] = value }
    }
    return Self(.response(response, portions, every: every))
  }

  /// A failure of the network, without a response.
  public static func networkError(_ reason: TransportFailure.Reason = .connectionLost) -> Self {
    .error(TransportError.failed(TransportFailure(reason)))
  }

  /// A timeout, which is immediate. Add ``delayed(by:)`` to let the client wait.
  public static var timeout: Self { .error(TransportError.timedOut) }

  /// An error instead of a response.
  public static func error(_ error: any Error) -> Self { Self(.error(error)) }

  /// Returns the same response after a delay on the client's clock. A delay longer than the client's timeout is a timeout.
  public func delayed(by delay: Duration) -> Self {
    var result = self
    result.delay = max(delay, .zero)
    return result
  }
}

extension StubResponse where Request: APIRequest {
  /// A value, written as JSON in the endpoint's envelope.
  ///
  /// The rest of the envelope is made up so that it reports success. If that isn't possible, pass its members to
  /// ``Stubs/init(envelope:fileID:filePath:line:column:)``. For responses that aren't JSON or that depend on the status, use
  /// ``body(_:type:status:headers:)`` or ``json(_:status:headers:)``.
  public static func value(_ value: Request.Response) -> Self {
    Self(.value { EnvelopeSample<Request>(members: $0).body(of: value) })
  }

  /// An error of the service, as the client reports it.
  ///
  /// - Parameters:
  ///   - code: The error's code. A `*` in its message becomes `ANY`.
  ///   - status: The HTTP status.
  public static func failure(_ code: Request.ServiceCode, status: Int = 200) -> Self {
    failure(
      ServiceFailure(code: code.code, message: code.message.replacing("*", with: "ANY")), status: status)
  }

  /// An error of the service.
  ///
  /// - Parameters:
  ///   - failure: The error.
  ///   - status: The HTTP status.
  public static func failure(_ failure: ServiceFailure, status: Int = 200) -> Self {
    Self(.failure(failure, status: status))
  }
}
