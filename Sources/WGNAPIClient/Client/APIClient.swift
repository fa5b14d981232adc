/// A client of one API: generated clients add a method for each endpoint.
public protocol APIClient: Sendable {
  /// What sends the requests.
  var core: ClientCore { get }
}

extension APIClient {
  /// Sends a request and gives what the endpoint answers.
  ///
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
  public func send<Request: APIRequest>(
    _ request: Request, options: CallOptions = CallOptions()
  ) async throws -> Request.Response {
    try await core.answer(to: request, options: options).value
  }

  /// Sends a request and gives the answer with everything that came with it: envelope, status, headers.
  ///
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
  public func answer<Request: APIRequest>(
    to request: Request, options: CallOptions = CallOptions()
  ) async throws -> Answer<Request> {
    try await core.answer(to: request, options: options)
  }

  /// The HTTP request as it would be sent, with the client's common parameters; nothing is sent.
  ///
  /// - Throws: ``APIError`` where the request is invalid or the server doesn't have the endpoint.
  public func httpRequest<Request: APIRequest>(
    for request: Request, options: CallOptions = CallOptions()
  ) throws -> ComposedRequest {
    try core.compose(request, options: options)
  }
}
