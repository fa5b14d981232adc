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
    /// The base URLs of the API's other servers.
    let others: [String: Result<BaseURL, APIError>]
    /// The API's base path if it contains a credential; otherwise it is a part of ``base``.
    let basePath: PathTemplate?
    let credentials: ClientCredentials
    /// Nil if each call is reported, or if there is no cache.
    let repeated: RepeatedRequests?

    init(
      _ api: APIDescription, _ server: APIServer, _ parameters: [ClientParameter],
      _ configuration: ClientConfiguration, _ credentials: ClientCredentials
    ) {
      self.api = api
      self.server = server
      self.parameters = parameters
      self.configuration = configuration
      self.credentials = credentials
      repeated =
        configuration.observers.isEmpty && !configuration.middleware.isEmpty ? RepeatedRequests() : nil
      serverURL = String(server.baseURL.reversed().drop { $0 == "/" }.reversed())
      userAgent = configuration.userAgent ?? UserAgent.text(api: api.name)
      let secrets = parameters.filter { $0.isSecret }
      secretNames = secrets.map { $0.name } + credentials.wireNames
      let fixed = credentials.fixed
      var redaction = Redaction(of: secrets)
      for secret in fixed.flatMap(\.secrets) { redaction.add(secret) }
      self.redaction = redaction
      application = SHA256Digest.text(
        of: Array(
          (secrets.map { "\($0.name)=\($0.text ?? "")" } + fixed.map(\.text)).joined(separator: "&").utf8))
      let ending = api.basePath.hasSuffix("/") ? "" : "/"
      basePath = api.basePath.contains("{") ? PathTemplate(api.basePath + ending) : nil
      do throws(APIError) {
        base = .success(
          try BaseURL.parse(server, basePath: basePath == nil ? api.basePath : "", operation: api.name))
      } catch {
        base = .failure(error)
      }
      var others: [String: Result<BaseURL, APIError>] = [:]
      for other in api.otherServers {
        do throws(APIError) {
          others[other.name] = .success(
            try BaseURL.parse(server.other(other.name), basePath: "", operation: api.name))
        } catch {
          others[other.name] = .failure(error)
        }
      }
      self.others = others
    }

    /// The base URL of the endpoints at the server, or at another one.
    func base(of server: String?) -> Result<BaseURL, APIError> {
      guard let server else { return base }
      return others[server]
        ?? .failure(
          APIError(
            .invalidServer("the API has no server '\(server)'"), operation: api.name, server: self.server.name
          ))
    }
  }

  private let parts: Parts

  /// Creates a core. An invalid server URL is reported as an error when the first request is sent.
  ///
  /// - Parameters:
  ///   - api: The API.
  ///   - server: The server.
  ///   - parameters: The parameters sent with every request.
  ///   - credentials: The providers of credentials, by the credentials' names in the API description.
  ///   - configuration: The client's configuration.
  public init(
    api: APIDescription, server: APIServer, parameters: [ClientParameter] = [],
    credentials: [String: (any CredentialProvider)?] = [:], configuration: ClientConfiguration
  ) {
    let credentials = ClientCredentials(
      api, server, credentials.compactMapValues(\.self), clock: configuration.clock)
    parts = Parts(api, server, parameters, configuration, credentials)
  }

  private init(_ parts: Parts) { self.parts = parts }

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
  /// The base URL without trailing slashes of the endpoints at the server, or at another one.
  func serverURL(of server: String?) -> String {
    guard let server else { return serverURL }
    return String(self.server.other(server).baseURL.reversed().drop { $0 == "/" }.reversed())
  }
  /// The wire names of secret parameters.
  var secretNames: [String] { parts.secretNames }
  /// The last requests that were answered from the cache.
  var repeated: RepeatedRequests? { parts.repeated }
  /// The client's credentials.
  var credentials: ClientCredentials { parts.credentials }

  /// The properties that contain no secrets.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["api": api, "server": server, "parameters": parameters, "configuration": configuration])
  }

  /// Returns the same core for another server.
  public func replacing(_ server: APIServer) -> ClientCore {
    let credentials =
      server == self.server
      ? parts.credentials
      : ClientCredentials(api, server, parts.credentials.providers, clock: configuration.clock)
    return ClientCore(Parts(api, server, parameters, configuration, credentials))
  }

  /// Returns the same core with another provider of a credential; nil means that the client doesn't have it.
  public func replacing(_ name: String, _ provider: (any CredentialProvider)?) -> ClientCore {
    let credentials = ClientCredentials(parts.credentials, replacing: name, with: provider)
    return ClientCore(Parts(api, server, parameters, configuration, credentials))
  }

  /// Returns the same core with a common parameter replaced by another one of the same name.
  public func replacing(_ parameter: ClientParameter) -> ClientCore {
    let parameters = parameters.map {
      $0.name == parameter.name && $0.location == parameter.location ? parameter : $0
    }
    return ClientCore(Parts(api, server, parameters, configuration, parts.credentials))
  }

  /// Composes a request without sending it. It contains the credentials that are known without asking their
  /// providers.
  ///
  /// - Throws: ``APIError`` if the request is invalid or the server doesn't have the endpoint.
  public func compose<Request: APIRequest>(
    _ request: Request, options: CallOptions = CallOptions()
  ) throws(APIError) -> ComposedRequest {
    let requirement = try requirement(of: Request.endpoint.facts)
    return try compose(
      request, options: options, credentials: requirement.map { credentials.known($0) } ?? [])
  }

  /// Composes a request with the given credentials.
  func compose<Request: APIRequest>(
    _ request: Request, options: CallOptions, credentials: [PlacedCredential]
  ) throws(APIError) -> ComposedRequest {
    let endpoint = Request.endpoint
    try endpoint.requireAvailability(on: server)
    let base: BaseURL
    do throws(APIError) {
      base = try parts.base(of: endpoint.server).get()
    } catch {
      throw APIError(error.kind, operation: endpoint.name, server: server.name)
    }
    let common = parameters(parameters(for: options), to: endpoint.facts)
    let redaction = options.parameters.isEmpty ? parts.redaction : nil
    func composed(_ method: HTTPRequest.Method?) throws(APIError) -> ComposedRequest {
      var composed = try RequestComposition(
        of: request, parameters: common, credentials: credentials,
        basePath: endpoint.server == nil ? parts.basePath : nil,
        headers: api.headers, redaction: redaction, method: method
      ).composed(at: base, operation: endpoint.name, server: server.name, userAgent: parts.userAgent)
      composed.renewableFields = credentials.compactMap(\.renewable)
      return composed
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

  /// Returns the wire names of everything secret in the requests to an endpoint.
  package func secretNames<Request>(of endpoint: Endpoint<Request>, _ options: CallOptions) -> [String] {
    secretNames + options.parameters.filter(\.isSecret).map(\.name) + endpoint.facts.secretNames
  }

  /// Sends a composed request and returns its answer.
  package func answer<Request: APIRequest>(
    to request: Request, composed: ComposedRequest, options: CallOptions
  ) async throws -> Answer<Request> {
    try await Call<Request>(core: self, request: request, composed: composed, options: options).run()
  }

  /// Sends a request and returns its answer.
  ///
  /// - Throws: ``APIError``, and `CancellationError` when the task is cancelled.
  public func answer<Request: APIRequest>(
    to request: Request, options: CallOptions = CallOptions()
  ) async throws -> Answer<Request> {
    try Task.checkCancellation()
    if let answer = repeatedAnswer(to: request, options) { return answer }
    return try await withCredentials(for: request, options: options, status: \.status) { composed in
      try await Call<Request>(core: self, request: request, composed: composed, options: options).run {
        keep($0, for: request, options)
      }
    }
  }
}
