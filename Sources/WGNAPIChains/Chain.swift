import WGNAPIClient

/// Requests that are to be sent, and what is to be done with their answers: a value that does nothing until a client
/// sends it.
///
/// ```swift
/// let profile = SearchPlayersRequest(search: "gar", limit: 1)
///   .map { $0.first?.accountID }
///   .flatMap { id in PlayersRequest(accountIDs: id.map { [$0] } ?? []) }
///   .zip(ClansRequest(search: "gar"))
///   .timeout(.seconds(10))
///   .retry(2)
/// let (players, clans) = try await client.send(profile)
/// ```
///
/// The same chain may be sent any number of times, by any client, and be part of other chains. When the task that sends
/// it is cancelled, all that is on its way is cancelled, and it throws `CancellationError`.
///
/// A request begins a chain by any of its methods, such as `map`; `Chain(request)` does it explicitly.
public struct Chain<Output: Sendable>: Sendable, CustomStringConvertible {
  /// The names of the endpoints that are known before it is sent.
  let name: String
  private let describe: @Sendable () -> String
  /// Sends it.
  let run: @Sendable (ClientCore) async throws -> Output

  init(
    name: String, describe: @escaping @autoclosure @Sendable () -> String,
    run: @escaping @Sendable (ClientCore) async throws -> Output
  ) {
    self.name = name
    self.describe = describe
    self.run = run
  }

  /// A chain of one request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - options: what is different for its call.
  public init<Request: APIRequest>(
    _ request: Request, options: CallOptions = CallOptions()
  ) where Output == Request.Response {
    self.init(name: Request.endpoint.name, describe: request.description) { core in
      try await core.answer(to: request, options: options).value
    }
  }

  /// A chain of one request whose answer comes with everything around it, as ``APIClient/answer(to:options:)`` gives it.
  public static func answer<Request: APIRequest>(
    to request: Request, options: CallOptions = CallOptions()
  ) -> Chain where Output == Answer<Request> {
    Chain(name: Request.endpoint.name, describe: "\(request.description).answer") { core in
      try await core.answer(to: request, options: options)
    }
  }

  /// A chain of no request: the value is there at once.
  public static func value(_ value: Output) -> Chain {
    Chain(name: "value", describe: "value") { _ in value }
  }

  /// The requests, without secrets, and what is done with their answers, such as
  /// `SearchPlayersRequest(search: "gar").map.timeout(10.0 seconds)`.
  public var description: String { describe() }

  /// The chain that another step makes of this one.
  func step<New>(
    _ step: @escaping @autoclosure @Sendable () -> String,
    _ run: @escaping @Sendable (ClientCore, Chain) async throws -> New
  ) -> Chain<New> {
    Chain<New>(name: name, describe: "\(self).\(step())") { core in try await run(core, self) }
  }
}

extension APIClient {
  /// Sends a chain's requests and gives what comes out of it.
  ///
  /// - Throws: ``APIError``, what the chain's closures throw, and `CancellationError` when the task is cancelled.
  public func send<Output>(_ chain: Chain<Output>) async throws -> Output {
    try Task.checkCancellation()
    return try await chain.run(core)
  }
}
