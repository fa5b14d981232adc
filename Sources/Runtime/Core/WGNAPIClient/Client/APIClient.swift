import HTTPTypes
import WGNAPIJSON
import WGNAPITransport

/// A client for one API. Generated clients add a method for each endpoint.
public protocol APIClient: Sendable {
  /// The part of the client that sends requests.
  var core: ClientCore { get }
  /// The middlewares between a call and the transport, outermost first, unless the client's configuration has others.
  /// A generated client has those that act on the policies of its spec, and passes them to its ``core``; so must a client
  /// written by hand. Each access makes new ones.
  static var middleware: [any APIMiddleware] { get }
}

extension APIClient {
  /// None.
  public static var middleware: [any APIMiddleware] { [] }
}

extension APIClient {
  /// Sends a request and returns the endpoint's response.
  ///
  /// - Throws: ``APIError``, `CancellationError` when the task is cancelled, and the errors of a body that is read while
  ///   it is sent.
  public func send<Request: APIRequest>(
    _ request: Request, options: CallOptions = CallOptions()
  ) async throws -> Request.Response {
    try await core.response(to: request, options: options).value
  }

  /// Sends a request and returns its response with envelope, status and headers.
  ///
  /// - Throws: ``APIError``, `CancellationError` when the task is cancelled, and the errors of a body that is read while
  ///   it is sent.
  public func response<Request: APIRequest>(
    to request: Request, options: CallOptions = CallOptions()
  ) async throws -> CallResponse<Request> {
    try await core.response(to: request, options: options)
  }

  /// Returns the HTTP request that would be sent, including the client's common parameters, without sending
  /// it.
  ///
  /// - Throws: ``APIError`` if the request is invalid or the server doesn't have the endpoint.
  public func httpRequest<Request: APIRequest>(
    for request: Request, options: CallOptions = CallOptions()
  ) throws -> ComposedRequest {
    try core.compose(request, options: options)
  }
}
