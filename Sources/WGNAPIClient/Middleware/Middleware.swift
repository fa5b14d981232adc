/// A step between a client's call and its transport: caching, retrying, limiting, logging, or anything of yours.
///
/// A middleware may change the request, answer without sending, send several times, or change the response:
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
/// // After the cache: a field that is different each time would make each request another one.
/// ClientConfiguration(middleware: .standard() + [Tracing()])
/// ```
///
/// The first of ``ClientConfiguration/middleware`` is the outermost: it sees a request first and its response last.
public protocol Middleware: Sendable {
  /// What comes after it: the next middleware or, in the end, the transport.
  typealias Next = @Sendable (MiddlewareRequest) async throws -> MiddlewareResponse

  /// Sends a request and gives its response.
  ///
  /// A response whose status or envelope says that the service failed is returned, not thrown:
  /// ``MiddlewareResponse/failure`` tells. What is thrown means that there is no response.
  ///
  /// - Throws: ``APIError`` where there is no response, `CancellationError` when the task is cancelled, and whatever a
  ///   middleware of yours throws.
  func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse
}
