import WGNAPIClient

/// A value that describes requests and the processing of their responses. Nothing is sent until you pass it to
/// a client.
///
/// ```swift
/// let profile = SearchPlayersRequest(search: "gar", limit: 1)
///   .map { $0.first?.accountID }
///   .flatMap { id in PlayersRequest(accountIDs: id.map { [$0] } ?? []) }
///   .zip(ClansRequest(clanIDs: [500_001_400]))
///   .timeout(.seconds(10))
///   .retry(2)
/// let (players, clans) = try await client.send(profile)
/// ```
///
/// You can send a chain any number of times, with any client, and make it part of other chains. If the task
/// that sends it is cancelled, everything in flight is cancelled, and sending throws `CancellationError`.
///
/// A method of a request, such as `map`, begins a chain. To create one explicitly, use `Chain(request)`.
public struct Chain<Output: Sendable>: Sendable, CustomStringConvertible {
  /// The names of the endpoints that are known before the chain is sent.
  let name: String
  private let describe: @Sendable () -> String
  /// Sends the chain.
  let run: @Sendable (ClientCore) async throws -> Output

  init(
    name: String, describe: @escaping @autoclosure @Sendable () -> String,
    run: @escaping @Sendable (ClientCore) async throws -> Output
  ) {
    self.name = name
    self.describe = describe
    self.run = run
  }

  /// Creates a chain of one request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - options: The options of its call.
  public init<Request: APIRequest>(
    _ request: Request, options: CallOptions = CallOptions()
  ) where Output == Request.Response {
    self.init(name: Request.endpoint.name, describe: request.description) { core in
      try await core.response(to: request, options: options).value
    }
  }

  /// Returns a chain of one request whose output is the response with envelope, status and headers, as
  /// `APIClient.response(to:options:)` returns it.
  public static func response<Request: APIRequest>(
    to request: Request, options: CallOptions = CallOptions()
  ) -> Chain where Output == CallResponse<Request> {
    Chain(name: Request.endpoint.name, describe: "\(request.description).response") { core in
      try await core.response(to: request, options: options)
    }
  }

  /// Returns a chain without requests, whose output is the value.
  public static func value(_ value: Output) -> Chain {
    Chain(name: "value", describe: "value") { _ in value }
  }

  /// The requests, without secrets, and the steps, such as `SearchPlayersRequest(search:
  /// "gar").map.timeout(10.0 seconds)`.
  public var description: String { describe() }

  /// Returns this chain with another step.
  func step<New>(
    _ step: @escaping @autoclosure @Sendable () -> String,
    _ run: @escaping @Sendable (ClientCore, Chain) async throws -> New
  ) -> Chain<New> {
    Chain<New>(name: name, describe: "\(self).\(step())") { core in try await run(core, self) }
  }
}

extension APIClient {
  /// Sends a chain's requests and returns its output.
  ///
  /// - Throws: ``APIError``, errors thrown by the chain's closures, and `CancellationError` when the task is
  ///   cancelled.
  public func send<Output>(_ chain: Chain<Output>) async throws -> Output {
    try Task.checkCancellation()
    return try await chain.run(core)
  }
}
