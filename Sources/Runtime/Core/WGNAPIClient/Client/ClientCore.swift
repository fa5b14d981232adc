import HTTPTypes
import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// The contents of a generated client: the API, a server, common parameters and a configuration.
public struct ClientCore: Sendable, CustomReflectable {
  /// One object, because each step of a request passes the core on.
  private final class Parts: Sendable {
    let api: APIDescription
    let server: APIServer
    let parameters: [ClientParameter]
    let configuration: ClientConfiguration
    let middleware: [any APIMiddleware]
    let keepsRequests: Bool
    let application: Int
    let serverURL: String
    let userAgent: String
    let secretNames: [String]
    let redaction: Redaction
    let base: Result<BaseURL, APIError>
    /// The base URLs of the API's other servers, in the order of ``APIDescription/otherServers``.
    let others: [Result<BaseURL, APIError>]
    /// The API's base path if it contains a credential; otherwise it is a part of ``base``.
    let basePath: PathTemplate?
    let credentials: ClientCredentials
    /// The options of all calls, as far as a call doesn't set them.
    let options: CallOptions?

    init(
      _ api: APIDescription, _ server: APIServer, _ parameters: [ClientParameter],
      _ configuration: ClientConfiguration, _ middleware: [any APIMiddleware],
      _ credentials: ClientCredentials,
      _ options: CallOptions?
    ) {
      self.middleware = middleware
      keepsRequests = configuration.transport is any CallTransport
      self.api = api
      self.server = server
      self.parameters = parameters
      self.configuration = configuration
      self.credentials = credentials
      self.options = options
      serverURL = server.baseURL.dropping(atEnd: UInt8(ascii: "/"))
      userAgent = configuration.userAgent ?? UserAgent.text(api: api.name)
      let secrets = Secrets(parameters, credentials)
      secretNames = secrets.names
      redaction = secrets.redaction
      application = secrets.identity
      let hasSecretPath = api.basePath.has(UInt8(ascii: "{"))
      basePath =
        hasSecretPath ? PathTemplate(api.basePath.dropping(atEnd: UInt8(ascii: "/")) + "/") : nil
      base = Self.base(server, hasSecretPath ? "" : api.basePath, api)
      others = api.otherServers.map { Self.base(server.other($0.name), "", api) }
    }

    private static func base(
      _ server: APIServer, _ basePath: String, _ api: APIDescription
    ) -> Result<BaseURL, APIError> {
      do throws(APIError) {
        return .success(try BaseURL.parse(server, basePath: basePath, operation: api.name))
      } catch {
        return .failure(error)
      }
    }

    /// The base URL of the endpoints at the server, or at another one.
    func base(of server: String?) -> Result<BaseURL, APIError> {
      guard let server else { return base }
      for index in others.indices where api.otherServers[index].name == server { return others[index] }
      return .failure(
        APIError(
          .invalidServer("the API has no server '\(server)'"), operation: api.name, server: self.server.name))
    }
  }

  /// What is secret in every request.
  private struct Secrets {
    var names: [String] = []
    var redaction = Redaction()
    /// A number that is the same for clients with the same secrets, as long as the process runs.
    let identity: Int

    init(_ parameters: [ClientParameter], _ credentials: ClientCredentials) {
      var texts: [String] = []
      for parameter in parameters where parameter.isSecret {
        names.append(parameter.name)
        texts.append("\(parameter.name)=\(parameter.text ?? "")")
        if let text = parameter.text { redaction.add(text) }
      }
      names += credentials.wireNames
      for credential in credentials.fixed {
        texts.append(credential.text)
        for secret in credential.secrets { redaction.add(secret) }
      }
      identity = texts.joined(separator: "&").hashValue
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
  ///   - middleware: The middlewares of the API, outermost first, for configurations that don't have others.
  ///   - configuration: The client's configuration.
  public init(
    api: APIDescription, server: APIServer, parameters: [ClientParameter] = [],
    credentials: [String: (any CredentialProvider)?] = [:], middleware: [any APIMiddleware] = [],
    configuration: ClientConfiguration
  ) {
    let credentials = ClientCredentials(api, server, credentials, clock: configuration.clock)
    var middleware = configuration.middleware ?? middleware
    if let last = configuration.transport as? any CallTransport { middleware.append(last) }
    parts = Parts(api, server, parameters, configuration, middleware, credentials, nil)
  }

  private init(_ parts: Parts) { self.parts = parts }

  /// The API.
  package var api: APIDescription { parts.api }
  /// The server.
  public var server: APIServer { parts.server }
  /// The parameters sent with every request.
  package var parameters: [ClientParameter] { parts.parameters }
  /// The client's configuration.
  public var configuration: ClientConfiguration { parts.configuration }
  /// The middlewares between a call and the transport, outermost first.
  public var middleware: [any APIMiddleware] { parts.middleware }
  /// Whether calls keep their requests; see ``CallTransport``.
  var keepsRequests: Bool { parts.keepsRequests }
  /// A number that identifies the application without revealing its secrets.
  var application: Int { parts.application }
  /// The server's base URL without trailing slashes.
  var serverURL: String { parts.serverURL }
  /// The base URL without trailing slashes of the endpoints at the server, or at another one.
  func serverURL(of server: String?) -> String {
    guard let server else { return serverURL }
    return self.server.other(server).baseURL.dropping(atEnd: UInt8(ascii: "/"))
  }
  /// The secrets of the common parameters and of the credentials that are known without asking their providers.
  package var redaction: Redaction { parts.redaction }
  /// The wire names of secret parameters.
  var secretNames: [String] { parts.secretNames }
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
      server == self.server ? parts.credentials : parts.credentials.replacing(server)
    return ClientCore(Parts(api, server, parameters, configuration, middleware, credentials, parts.options))
  }

  /// Returns the same core with another provider of a credential; nil means that the client doesn't have it.
  public func replacing(_ name: String, _ provider: (any CredentialProvider)?) -> ClientCore {
    let credentials = parts.credentials.replacing(name, with: provider)
    return ClientCore(Parts(api, server, parameters, configuration, middleware, credentials, parts.options))
  }

  /// Returns the same core with a common parameter replaced by another one of the same name.
  public func replacing(_ parameter: ClientParameter) -> ClientCore {
    let parameters = parameters.map {
      $0.name == parameter.name && $0.location == parameter.location ? parameter : $0
    }
    return ClientCore(
      Parts(api, server, parameters, configuration, middleware, parts.credentials, parts.options))
  }

  /// Returns the same core with more options for all calls. They override the ones it already had; a call's own override both.
  public func adding(_ options: CallOptions) -> ClientCore {
    ClientCore(
      Parts(
        api, server, parameters, configuration, middleware, parts.credentials,
        options.filled(by: parts.options)
      ))
  }

  /// Returns the options of a call, with the client's in place of those that it doesn't set.
  package func options(_ own: CallOptions) -> CallOptions { own.filled(by: parts.options) }

  /// Composes a request without sending it. It contains the credentials that are known without asking their
  /// providers.
  ///
  /// - Throws: ``APIError`` if the request is invalid or the server doesn't have the endpoint.
  package func compose<Request: APIRequest>(
    _ request: Request, options: CallOptions = CallOptions()
  ) throws(APIError) -> ComposedRequest {
    let options = self.options(options)
    let requirement = try requirement(of: Request.endpoint.facts, options: options)
    return try compose(
      request, options: options, credentials: requirement.map { credentials.known($0) } ?? [])
  }

  /// Composes a request with the given credentials.
  ///
  /// - Parameter options: The options of the call and the client; see ``options(_:)``.
  func compose<Request: APIRequest>(
    _ request: Request, options: CallOptions, credentials: [PlacedCredential]
  ) throws(APIError) -> ComposedRequest {
    let endpoint = Request.endpoint
    try endpoint.facts.requireAvailability(on: server)
    let context = try compositionContext(endpoint.facts, options, credentials)
    let first = try composed(request, context, options.method)
    guard options.method == nil, first.httpRequest.method == .get, endpoint.methods.contains(.post),
      first.urlLength > configuration.longestURL
    else { return first }
    return try composed(request, context, .post)
  }

  private func composed<Request: APIRequest>(
    _ request: Request, _ context: CompositionContext, _ method: HTTPRequest.Method?
  ) throws(APIError) -> ComposedRequest {
    var composed = try RequestComposition(of: request, context, method: method)
      .composed(
        at: context.base, operation: Request.endpoint.name, server: server.name(of: Request.endpoint.server),
        userAgent: parts.userAgent)
    if !context.credentials.isEmpty {
      composed.renewableFields = context.credentials.compactMap { $0.renewable }
    }
    return composed
  }

  private func compositionContext(
    _ facts: EndpointFacts, _ options: CallOptions, _ credentials: [PlacedCredential]
  ) throws(APIError) -> CompositionContext {
    let base: BaseURL
    do throws(APIError) {
      base = try parts.base(of: facts.server).get()
    } catch {
      throw APIError(error.kind, operation: facts.name, server: server.name(of: facts.server))
    }
    return CompositionContext(
      base: base, parameters: parameters(parameters(for: options), to: facts), credentials: credentials,
      basePath: facts.server == nil && !facts.isElsewhere ? parts.basePath : nil,
      headers: facts.isElsewhere ? [] : api.headers,
      redaction: options.parameters.isEmpty ? parts.redaction : nil)
  }

  /// Returns the common parameters; those of the call override the client's.
  private func parameters(for options: CallOptions) -> [ClientParameter] {
    guard !options.parameters.isEmpty else { return parameters }
    return options.parameters.filled(by: parameters)
  }

  /// Returns the common parameters that are sent to an endpoint.
  func parameters(_ parameters: [ClientParameter], to facts: EndpointFacts) -> [ClientParameter] {
    if facts.isElsewhere { return [] }
    guard let server = facts.server else { return parameters }
    let secrets = secrets(of: server)
    return parameters.filter { !$0.isSecret || secrets.contains($0.name) }
  }

  /// Returns the names of the secrets that another server of the API gets.
  func secrets(of server: String) -> [String] {
    api.otherServers.first { $0.name == server }?.secrets ?? []
  }

  /// Returns the wire names of everything secret in the requests to an endpoint.
  package func secretNames<Request>(of endpoint: Endpoint<Request>, _ options: CallOptions) -> [String] {
    secretNames(of: endpoint.facts, self.options(options))
  }

  func secretNames(of facts: EndpointFacts, _ options: CallOptions) -> [String] {
    secretNames + options.parameters.compactMap { $0.isSecret ? $0.name : nil } + facts.secretNames
  }

  /// Sends a composed request and returns its response.
  ///
  /// - Parameter options: The options of the call and the client, as ``withCredentials(for:options:status:send:)`` passes
  ///   them on.
  package func response<Request: APIRequest>(
    to request: Request, composed: ComposedRequest, options: CallOptions
  ) async throws -> CallResponse<Request> {
    try await Call<Request>(core: self, request: request, composed: composed, options: options).run()
  }

  /// Sends a request and returns its response.
  ///
  /// - Throws: ``APIError``, `CancellationError` when the task is cancelled, and the errors of a body that is read while
  ///   it is sent.
  package func response<Request: APIRequest>(
    to request: Request, options: CallOptions = CallOptions()
  ) async throws -> CallResponse<Request> {
    try Task.checkCancellation()
    // `{ $0.status }` isn't `\.status`: a key path of a generic type would be made anew for each request.
    return try await withCredentials(
      for: request, options: options, status: { $0.status },
      send: { composed, options in
        try await Call<Request>(core: self, request: request, composed: composed, options: options).run()
      })
  }
}
