import WGNAPIJSON

/// What a request type says about its endpoint, once: name, methods, path, parameters, response and policies.
public final class Endpoint<Request: APIRequest>: Sendable {
  /// The endpoint's name in the API description; errors and hooks name it.
  public var name: String { facts.name }
  /// The HTTP methods it answers to, the preferred one first.
  public let methods: RequestMethods
  /// The path below the API's base path; `{name}` stands for the path parameter of that name.
  public let path: String
  let template: PathTemplate
  /// The parameters in wire order.
  public let parameters: [Parameter<Request>]
  /// Which parameters must be given together or alternatively.
  public let requirements: [RequirementGroup]
  /// How a response body becomes `Request.Response`.
  public let response: ResponseFormat<Request.Response>
  /// Cache, retry, pagination, batching and the like, as data.
  public var policies: Policies { facts.policies }
  /// The error codes the endpoint is known to answer with.
  public let errors: [Request.ServiceEnvelope.ServiceCode]
  /// The names of the servers that have this endpoint; nil means all.
  public let servers: [String]?
  /// The names of the client's common parameters that aren't sent to this endpoint.
  public let omit: [String]
  /// What a call knows of it on its way.
  let facts: EndpointFacts
  /// Whether a parameter of it travels in a form.
  let hasForm: Bool
  /// Whether its requests may ask for some fields only.
  let isRestricted = Request.self is any RestrictedRequest.Type

  /// Describes an endpoint.
  ///
  /// - Parameters:
  ///   - name: its name in the API description.
  ///   - methods: `.get`, or `[.get, .post]` where several are allowed.
  ///   - path: the path below the API's base path, such as `clans/{clan_id}/`.
  ///   - envelope: the request's `ServiceEnvelope`; giving it is optional.
  ///   - response: `.json()`, `.json(as:)`, `.empty`, `.bytes` or `.byStatus`.
  ///   - policies: such as `[.cache(.seconds(600)), .batch("account_id", maximum: 100)]`.
  ///   - errors: the error codes it is known to answer with.
  ///   - servers: the names of the servers that have it; nil means all.
  ///   - omit: the client's common parameters it isn't sent.
  ///   - parameters: adds the parameters in wire order.
  public init(
    _ name: String, _ methods: RequestMethods, _ path: String,
    envelope: Request.ServiceEnvelope.Type = Request.ServiceEnvelope.self,
    response: ResponseFormat<Request.Response>, policies: Policies = [],
    errors: [Request.ServiceEnvelope.ServiceCode] = [], servers: [String]? = nil, omit: [String] = [],
    parameters: (inout ParameterBuilder<Request>) -> Void = { _ in }
  ) {
    var builder = ParameterBuilder<Request>()
    parameters(&builder)
    self.methods = methods
    self.path = path
    template = PathTemplate(path)
    self.parameters = builder.parameters
    self.requirements = builder.requirements
    self.response = response
    self.errors = errors
    self.servers = servers
    self.omit = omit
    hasForm = builder.parameters.contains { $0.location == .form }
    facts = EndpointFacts(
      name: name, policies: policies,
      secretNames: builder.parameters.filter { $0.isSecret }.map { $0.name })
  }

  /// An endpoint that answers the same, restricted to some fields.
  package init<Base: APIRequest>(
    restricting base: Endpoint<Base>, parameters: [Parameter<Request>],
    response: ResponseFormat<Request.Response>
  ) where Base.ServiceEnvelope == Request.ServiceEnvelope {
    methods = base.methods
    path = base.path
    template = base.template
    self.parameters = parameters
    requirements = base.requirements
    self.response = response
    errors = base.errors
    servers = base.servers
    omit = base.omit
    hasForm = parameters.contains { $0.location == .form }
    facts = base.facts
  }

  /// Whether the server named `name` has this endpoint.
  public func isAvailable(on server: APIServer) -> Bool {
    servers?.contains(server.availability) ?? true
  }

  func requireAvailability(on server: APIServer) throws(APIError) {
    guard !isAvailable(on: server) else { return }
    throw APIError(
      .notAvailable(on: server.name, availableOn: servers ?? []), operation: name, server: server.name)
  }
}

/// What is known of an endpoint whatever the type of its requests. An object, because each call holds it.
final class EndpointFacts: Sendable {
  let name: String
  let policies: Policies
  /// The policies' own, which is big to copy.
  let batch: BatchPolicy?
  /// The wire names of its secret parameters.
  let secretNames: [String]

  init(name: String, policies: Policies, secretNames: [String]) {
    self.name = name
    self.policies = policies
    self.secretNames = secretNames
    batch = policies.batch
  }
}
