import WGNAPIJSON

/// The description of an endpoint, shared by all requests of a type: name, methods, path, parameters,
/// response and policies.
public final class Endpoint<Request: APIRequest>: Sendable {
  /// The endpoint's name in the API description. Errors and observers use it.
  public var name: String { facts.name }
  /// The HTTP methods that it accepts, the preferred one first.
  public let methods: RequestMethods
  /// The path below the API's base path; `{name}` is replaced by the path parameter of that name.
  public let path: String
  let template: PathTemplate
  /// The parameters in wire order.
  public let parameters: [Parameter<Request>]
  /// The rules for parameters that must be given together or alternatively.
  public let requirements: [RequirementGroup]
  /// How to decode a response's body to a `Request.Response`.
  public let response: ResponseFormat<Request.Response>
  /// How to decode the bodies of responses whose status isn't one of the answers.
  public let failures: [FailureFormat]
  /// The value of the `Accept` field; nil if all is accepted.
  let accept: String?
  /// The policies for caching, retries, pagination, batches and so on.
  public var policies: Policies { facts.policies }
  /// The error codes that the endpoint is known to report.
  public let errors: [Request.ServiceCode]
  /// The name of the API's other server where this endpoint is; nil if it is at the client's server.
  public var server: String? { facts.server }
  /// The names of the servers that have this endpoint; nil means all.
  public let servers: [String]?
  /// The names of the client's common parameters, and of the API's header fields, that aren't sent to this endpoint.
  public let omit: [String]
  /// The header fields that are sent with every request. They override those of ``APIDescription/headers``.
  public let headers: [ConstantHeader]
  /// The facts about the endpoint that a call keeps.
  let facts: EndpointFacts
  /// Whether at least one of the parameters is sent in a form.
  let hasForm: Bool
  /// How the parts of a multipart body are written; nil if the body isn't one.
  let partForm: (any BodyForm)?
  /// The sources of the parameters' values, and whether these are secret.
  let sources: [any ParameterSource<Request>]
  let areSecret: [Bool]
  /// Whether the JSON of the parameters says everything about a request.
  let isRepeatable: Bool
  /// Whether its requests can ask for some fields only.
  let isRestricted = Request.self is any RestrictedRequest.Type

  /// Creates the description of an endpoint.
  ///
  /// - Parameters:
  ///   - name: Its name in the API description.
  ///   - methods: The HTTP methods that it accepts: `.get`, or `[.get, .post]` if there are several.
  ///   - path: The path below the API's base path, such as `clans/{clan_id}/`.
  ///   - envelope: The request's `ServiceEnvelope`; optional.
  ///   - response: `.json()`, `.json(as:)`, `.empty`, `.text`, `.bytes` or `.byStatus`.
  ///   - failures: How to decode the bodies of responses whose status isn't one of the answers.
  ///   - policies: A list such as `[.cache(.seconds(600)), .batch("account_id", maximum: 100)]`.
  ///   - errors: The error codes that it is known to report.
  ///   - server: The name of the API's other server where it is; nil for the client's server.
  ///   - servers: The names of the servers that have it; nil means all.
  ///   - omit: The names of the client's common parameters, and of the API's header fields, that aren't sent to it.
  ///   - headers: Header fields with the same values in every request, such as `["X-Api-Version": "2"]`.
  ///   - parameters: A closure that adds the parameters in wire order.
  public init(
    _ name: String, _ methods: RequestMethods, _ path: String,
    envelope: Request.ServiceEnvelope.Type = Request.ServiceEnvelope.self,
    response: ResponseFormat<Request.Response>, failures: [FailureFormat] = [], policies: Policies = [],
    errors: [Request.ServiceCode] = [], server: String? = nil, servers: [String]? = nil, omit: [String] = [],
    headers: KeyValuePairs<String, String> = [:],
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
    self.failures = failures
    accept = response.accept(failures: failures)
    self.errors = errors
    self.servers = servers
    self.omit = omit
    self.headers = ConstantHeader.list(headers)
    hasForm = builder.parameters.contains { $0.location == .form }
    partForm = builder.parameters.first { $0.location == .part }?.form
    sources = builder.parameters.map(\.source)
    areSecret = builder.parameters.map(\.isSecret)
    // What is left out is random, read only once, or not in the parameters.
    isRepeatable =
      !(Request.self is any RestrictedRequest.Type) && !response.isStreamed && policies.idempotencyKey == nil
      && builder.parameters.allSatisfy { $0.location != .part && $0.form?.isJSON ?? true }
    facts = EndpointFacts(
      name: name, path: path, server: server, policies: policies,
      secretNames: builder.parameters.filter { $0.isSecret }.map { $0.name })
  }

  /// Creates an endpoint with the same answer as `base`, restricted to some fields.
  package init<Base: APIRequest>(
    restricting base: Endpoint<Base>, parameters: [Parameter<Request>],
    response: ResponseFormat<Request.Response>
  ) where Base.ServiceCode == Request.ServiceCode {
    methods = base.methods
    path = base.path
    template = base.template
    self.parameters = parameters
    requirements = base.requirements
    self.response = response
    failures = base.failures
    accept = base.accept
    errors = base.errors
    servers = base.servers
    omit = base.omit
    headers = base.headers
    hasForm = parameters.contains { $0.location == .form }
    partForm = parameters.first { $0.location == .part }?.form
    sources = parameters.map(\.source)
    areSecret = parameters.map(\.isSecret)
    isRepeatable = false
    facts = base.facts
  }

  /// Returns whether `server` has this endpoint.
  public func isAvailable(on server: APIServer) -> Bool {
    servers?.contains(server.availability) ?? true
  }

  func requireAvailability(on server: APIServer) throws(APIError) {
    guard !isAvailable(on: server) else { return }
    throw APIError(
      .notAvailable(on: server.name, availableOn: servers ?? []), operation: name, server: server.name)
  }
}

/// The facts about an endpoint that don't depend on the type of its requests. An object, because each call
/// keeps it.
final class EndpointFacts: Sendable {
  let name: String
  /// The path below the API's base path, with `{name}` in place of parameters.
  let path: String
  /// The name of the API's other server where it is.
  let server: String?
  let policies: Policies
  /// The batch policy, separately, because all policies together are expensive to copy.
  let batch: BatchPolicy?
  /// The client's credentials that it needs, for the same reason.
  let credentials: CredentialRequirement?
  /// The wire names of its secret parameters.
  let secretNames: [String]

  init(name: String, path: String, server: String?, policies: Policies, secretNames: [String]) {
    self.name = name
    self.path = path
    self.server = server
    self.policies = policies
    self.secretNames = secretNames
    batch = policies.batch
    credentials = policies.credentials
  }
}

/// A rule for parameters of which some must be given together or alternatively.
public struct RequirementGroup: Hashable, Sendable {
  /// The number of parameters in the group that must be given.
  public enum Rule: Hashable, Sendable {
    /// One or more.
    case atLeastOne
    /// Exactly one.
    case exactlyOne
  }

  /// The number of parameters that must be given.
  public let rule: Rule
  /// The parameters' wire names.
  public let names: [String]

  /// Returns a sentence that describes the violation if the parameters `given` are present; nil if there is
  /// none.
  func problem(given: [String]) -> String? {
    let list = names.joined(separator: ", ")
    return switch rule {
    case .atLeastOne where given.isEmpty: "at least one of \(list) must be given"
    case .exactlyOne where given.isEmpty: "one of \(list) must be given"
    case .exactlyOne where given.count > 1:
      "only one of \(list) may be given, not \(given.joined(separator: " and "))"
    default: nil
    }
  }
}
