/// A step between a client's call and its transport, such as caching, retrying, limiting or logging.
///
/// A middleware can change the request, return a response without sending, send several times, or change the
/// response:
///
/// ```swift
/// struct Tracing: Middleware {
///   func send(_ request: MiddlewareRequest, next: Next) async throws -> MiddlewareResponse {
///     var request = request
///     request.httpRequest.headerFields[.traceparent] = …
///     return try await next(request)
///   }
/// }
///
/// // After the cache: a field that differs every time would make every request a different one to it.
/// ClientConfiguration(middleware: .standard() + [Tracing()])
/// ```
///
/// The first of ``ClientConfiguration/middleware`` is the outermost: it sees a request first and its response last.
public protocol Middleware: Sendable {
  /// The rest of the chain: the next middleware or, at the end, the transport.
  typealias Next = @Sendable (MiddlewareRequest) async throws -> MiddlewareResponse

  /// Sends a request and returns its response.
  ///
  /// If the status or the envelope of a response indicates failure, return the response instead of throwing;
  /// ``MiddlewareResponse/failure`` is the error. Throw only if there is no response.
  ///
  /// - Throws: ``APIError`` if there is no response, `CancellationError` when the task is cancelled, and any
  ///   error of your own middlewares.
  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse
}
