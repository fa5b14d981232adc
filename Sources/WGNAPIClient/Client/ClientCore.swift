import HTTPTypes

/// The contents of a generated client: the API, a server, common parameters and a configuration.
public struct ClientCore: Sendable, CustomReflectable {
  /// One object, because each step of a request passes the core on.
  private final class Parts: Sendable {
    let api: APIDescription
    let server: APIServer
    let parameters: [ClientParameter]
    let configuration: ClientConfiguration
    let application: String
    let serverURL: String
    let userAgent: String
    let secretNames: [String]
    let redaction: Redaction
    let base: Result<BaseURL, APIError>

    init(
      _ api: APIDescription, _ server: APIServer, _ parameters: [ClientParameter],
      _ configuration: ClientConfiguration
    ) {
      self.api = api
      self.server = server
      self.parameters = parameters
      self.configuration = configuration
      serverURL = String(server.baseURL.reversed().drop { $0 == "/" }.reversed())
      userAgent = configuration.userAgent ?? UserAgent.text(api: api.name)
      let secrets = parameters.filter { $0.isSecret }
      secretNames = secrets.map { $0.name }
      redaction = Redaction(of: secrets)
      application = SHA256Digest.text(
        of: Array(secrets.map { "\($0.name)=\($0.text ?? "")" }.joined(separator: "&").utf8))
      do throws(APIError) {
        base = .success(try BaseURL.parse(server, basePath: api.basePath, operation: api.name))
      } catch {
        base = .failure(error)
      }
    }
  }

  private let parts: Parts

  /// Creates a core. An invalid server URL is reported as an error when the first request is sent.
  public init(
    api: APIDescription, server: APIServer, parameters: [ClientParameter] = [],
    configuration: ClientConfiguration
  ) {
    parts = Parts(api, server, parameters, configuration)
  }

  /// The API.
  public var api: APIDescription { parts.api }
  /// The server.
  public var server: APIServer { parts.server }
  /// The parameters sent with every request.
  public var parameters: [ClientParameter] { parts.parameters }
  /// The client's configuration.
  public var configuration: ClientConfiguration { parts.configuration }
  /// A digest that identifies the application without revealing its secrets.
  var application: String { parts.application }
  /// The server's base URL without trailing slashes.
  var serverURL: String { parts.serverURL }
  /// The wire names of secret parameters.
  var secretNames: [String] { parts.secretNames }

  /// The properties that contain no secrets.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["api": api, "server": server, "parameters": parameters, "configuration": configuration])
  }

  /// Returns the same core for another server.
  public func replacing(_ server: APIServer) -> ClientCore {
    ClientCore(api: api, server: server, parameters: parameters, configuration: configuration)
  }

  /// Returns the same core with a common parameter replaced by another one of the same name.
  public func replacing(_ parameter: ClientParameter) -> ClientCore {
    ClientCore(
      api: api, server: server,
      parameters: parameters.map {
        $0.name == parameter.name && $0.location == parameter.location ? parameter : $0
      },
      configuration: configuration)
  }

  /// Composes a request without sending it.
  ///
  /// - Throws: ``APIError`` if the request is invalid or the server doesn't have the endpoint.
  public func compose<Request: APIRequest>(
    _ request: Request, options: CallOptions = CallOptions()
  ) throws(APIError) -> ComposedRequest {
    let endpoint = Request.endpoint
    try endpoint.requireAvailability(on: server)
    let base: BaseURL
    do throws(APIError) {
      base = try parts.base.get()
    } catch {
      throw APIError(error.kind, operation: endpoint.name, server: server.name)
    }
    let common = parameters(for: options)
    let redaction = options.parameters.isEmpty ? parts.redaction : nil
    func composed(_ method: HTTPRequest.Method?) throws(APIError) -> ComposedRequest {
      try RequestComposition(of: request, parameters: common, redaction: redaction, method: method)
        .composed(at: base, operation: endpoint.name, server: server.name, userAgent: parts.userAgent)
    }
    let first = try composed(options.method)
    guard options.method == nil, first.httpRequest.method == .get, endpoint.methods.contains(.post),
      first.urlLength > configuration.longestURL
    else { return first }
    return try composed(.post)
  }

  /// Returns the common parameters; those of the call override the client's.
  private func parameters(for options: CallOptions) -> [ClientParameter] {
    guard !options.parameters.isEmpty else { return parameters }
    let own = Set(options.parameters.map { $0.name })
    return parameters.filter { !own.contains($0.name) } + options.parameters
  }

  /// Sends a request and returns its answer.
  ///
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
  public func answer<Request: APIRequest>(
    to request: Request, options: CallOptions = CallOptions()
  ) async throws -> Answer<Request> {
    try Task.checkCancellation()
    return try await Call<Request>(
      core: self, composed: try compose(request, options: options), options: options
    ).run()
  }
}
