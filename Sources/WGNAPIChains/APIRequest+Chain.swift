import WGNAPIClient

// Each begins a chain with the request. Where a request has a parameter of the same name, the parameter's property and
// the method live side by side.
extension APIRequest {
  /// A chain that sends the request with options of its own.
  public func with(_ options: CallOptions) -> Chain<Response> { Chain(self, options: options) }

  /// A chain that gives the answer with everything that came with it; see ``Chain/answer(to:options:)``.
  public func answer(options: CallOptions = CallOptions()) -> Chain<Answer<Self>> {
    .answer(to: self, options: options)
  }

  /// Makes something else of the answer; see ``Chain/map(_:)``.
  public func map<New>(_ transform: @escaping @Sendable (Response) async throws -> New) -> Chain<New> {
    Chain(self).map(transform)
  }

  /// Goes on with another chain, which the answer decides; see ``Chain/flatMap(_:)-(_)``.
  public func flatMap<New>(
    _ next: @escaping @Sendable (Response) async throws -> Chain<New>
  ) -> Chain<New> {
    Chain(self).flatMap(next)
  }

  /// Goes on with another request, which the answer decides; see ``Chain/flatMap(_:)-(_)``.
  public func flatMap<Request: APIRequest>(
    _ next: @escaping @Sendable (Response) async throws -> Request
  ) -> Chain<Request.Response> {
    Chain(self).flatMap(next)
  }

  /// Sends chains at the same time; see ``Chain/zip(_:_:)-(Chain<First>,_)``.
  public func zip<First, each Rest>(
    _ first: Chain<First>, _ rest: repeat Chain<each Rest>
  ) -> Chain<(Response, First, repeat each Rest)> {
    Chain(self).zip(first, repeat each rest)
  }

  /// Sends requests at the same time; see ``Chain/zip(_:_:)-(Chain<First>,_)``.
  public func zip<First: APIRequest, each Rest: APIRequest>(
    _ first: First, _ rest: repeat each Rest
  ) -> Chain<(Response, First.Response, repeat (each Rest).Response)> {
    Chain(self).zip(first, repeat each rest)
  }

  /// Gives the request so much time, retries and waiting included; see ``Chain/timeout(_:)``.
  public func timeout(_ duration: Duration) -> Chain<Response> { Chain(self).timeout(duration) }

  /// Sends the request again after an error; see ``Chain/retry(_:backoff:where:)``.
  public func retry(
    _ times: Int, backoff: Backoff = Backoff(),
    where condition: @escaping @Sendable (any Error) -> Bool = { ($0 as? APIError)?.isRetryable ?? true }
  ) -> Chain<Response> {
    Chain(self).retry(times, backoff: backoff, where: condition)
  }

  /// Puts something else in the place of an error; see ``Chain/recover(_:)-(_)``.
  public func recover(
    _ handler: @escaping @Sendable (any Error) async throws -> Response
  ) -> Chain<Response> {
    Chain(self).recover(handler)
  }

  /// Goes on with a chain after an error; see ``Chain/recover(_:)-(_)``.
  @_disfavoredOverload  // A closure that only throws is one that gives no value.
  public func recover(
    _ handler: @escaping @Sendable (any Error) async throws -> Chain<Response>
  ) -> Chain<Response> {
    Chain(self).recover(handler)
  }

  /// Goes on with another request after an error; see ``Chain/recover(_:)-(_)``.
  @_disfavoredOverload
  public func recover<Request: APIRequest>(
    _ handler: @escaping @Sendable (any Error) async throws -> Request
  ) -> Chain<Response> where Request.Response == Response {
    Chain(self).recover(handler)
  }
}
