import WGNAPIClient

// Methods that create a chain from a request. A request's property may have the same name as a method.
extension APIRequest {
  /// Returns a chain that sends the request with its own options.
  public func with(_ options: CallOptions) -> Chain<Response> { Chain(self, options: options) }

  /// Returns a chain whose output is the response with envelope, status and headers; see
  /// ``Chain/response(to:options:)``.
  public func response(options: CallOptions = CallOptions()) -> Chain<CallResponse<Self>> {
    .response(to: self, options: options)
  }

  /// Transforms the response; see ``Chain/map(_:)``.
  public func map<New>(_ transform: @escaping @Sendable (Response) async throws -> New) -> Chain<New> {
    Chain(self).map(transform)
  }

  /// Continues with a chain that depends on the response; see ``Chain/flatMap(_:)-(_)``.
  public func flatMap<New>(
    _ next: @escaping @Sendable (Response) async throws -> Chain<New>
  ) -> Chain<New> {
    Chain(self).flatMap(next)
  }

  /// Continues with a request that depends on the response; see ``Chain/flatMap(_:)-(_)``.
  public func flatMap<Request: APIRequest>(
    _ next: @escaping @Sendable (Response) async throws -> Request
  ) -> Chain<Request.Response> {
    Chain(self).flatMap(next)
  }

  /// Sends the request and chains at the same time; see ``Chain/zip(_:_:)-(Chain<First>,_)``.
  public func zip<First, each Rest>(
    _ first: Chain<First>, _ rest: repeat Chain<each Rest>
  ) -> Chain<(Response, First, repeat each Rest)> {
    Chain(self).zip(first, repeat each rest)
  }

  /// Sends the request and other requests at the same time; see ``Chain/zip(_:_:)-(Chain<First>,_)``.
  public func zip<First: APIRequest, each Rest: APIRequest>(
    _ first: First, _ rest: repeat each Rest
  ) -> Chain<(Response, First.Response, repeat (each Rest).Response)> {
    Chain(self).zip(first, repeat each rest)
  }

  /// Limits the total time of the request, including retries and waiting; see ``Chain/timeout(_:)``.
  public func timeout(_ duration: Duration) -> Chain<Response> { Chain(self).timeout(duration) }

  /// Sends the request again after an error; see ``Chain/retry(_:backoff:where:)``.
  public func retry(
    _ times: Int, backoff: Backoff = Backoff(),
    where condition: @escaping @Sendable (any Error) -> Bool = { ($0 as? APIError)?.isRetryable ?? true }
  ) -> Chain<Response> {
    Chain(self).retry(times, backoff: backoff, where: condition)
  }

  /// Returns a value in place of an error; see ``Chain/recover(_:)-(_)``.
  public func recover(
    _ handler: @escaping @Sendable (any Error) async throws -> Response
  ) -> Chain<Response> {
    Chain(self).recover(handler)
  }

  /// Continues with a chain after an error; see ``Chain/recover(_:)-(_)``.
  @_disfavoredOverload  // So a closure that only throws counts as one that returns a value.
  public func recover(
    _ handler: @escaping @Sendable (any Error) async throws -> Chain<Response>
  ) -> Chain<Response> {
    Chain(self).recover(handler)
  }

  /// Continues with another request after an error; see ``Chain/recover(_:)-(_)``.
  @_disfavoredOverload
  public func recover<Request: APIRequest>(
    _ handler: @escaping @Sendable (any Error) async throws -> Request
  ) -> Chain<Response> where Request.Response == Response {
    Chain(self).recover(handler)
  }
}
