import WGNAPIJSON
import WGNAPISupport

/// The description of an endpoint, shared by all requests of a type: name, methods, path, parameters,
/// response and policies.
public final class Endpoint<Request: APIRequest>: Sendable {
  /// The endpoint's name in the API description. Errors and observers use it.
  public var name: String { facts.name }
  /// The HTTP methods that it accepts, the preferred one first.
  package var methods: RequestMethods { facts.methods }
  /// The path below the API's base path; `{name}` is replaced by the path parameter of that name.
  package var path: String { facts.path }
  /// The parameters in wire order.
  package let parameters: [Parameter<Request>]
  /// How to decode a response's body to a `Request.Response`.
  package let response: ResponseFormat<Request.Response>
  /// How to decode the bodies of responses whose status isn't one of the responses.
  package var failures: [FailureFormat] { facts.failures }
  /// What the spec says about the requests, for those that act on them.
  public var policies: Policies { facts.policies }
  /// The error codes that the endpoint is known to report.
  package let errors: [Request.ServiceCode]
  /// The name of the API's other server where this endpoint is; nil if it is at the client's server.
  package var server: String? { facts.server }
  /// The facts about the endpoint that don't depend on its types.
  let facts: EndpointFacts
  /// Whether its requests can ask for some fields only.
  let isRestricted = Request.self is any RestrictedRequest.Type

  /// Creates the description of an endpoint.
  ///
  /// - Parameters:
  ///   - name: Its name in the API description.
  ///   - methods: The HTTP methods that it accepts: `.get`, or `[.get, .post]` if there are several.
  ///   - path: The path below the API's base path, such as `clans/{clan_id}/`.
  ///   - response: `.json()`, `.json(as:)`, `.empty` or `.bytes`; with `WGNAPIResponses`, also `.text`, `.decoded(as:)` or
  ///     `.byStatus`.
  ///   - failures: How to decode the bodies of responses whose status isn't one of the responses.
  ///   - policies: A list such as `[.timeout(.seconds(5))]`.
  ///   - errors: The error codes that it is known to report.
  ///   - server: The name of the API's other server where it is; nil for the client's server.
  ///   - servers: The names of the servers that have it; nil means all.
  ///   - omit: The names of the client's common parameters, and of the API's header fields, that aren't sent to it.
  ///   - headers: Header fields with the same values in every request, such as `["X-Api-Version": "2"]`.
  ///   - parameters: A closure that adds the parameters in wire order.
  public init(
    _ name: String, _ methods: RequestMethods, _ path: String,
    response: ResponseFormat<Request.Response>, failures: [FailureFormat] = [], policies: Policies = [],
    errors: [Request.ServiceCode] = [], server: String? = nil, servers: [String]? = nil, omit: [String] = [],
    headers: KeyValuePairs<String, String> = [:],
    parameters: (inout ParameterBuilder<Request>) -> Void = { _ in }
  ) {
    var builder = ParameterBuilder<Request>()
    parameters(&builder)
    self.parameters = builder.parameters
    self.response = response
    self.errors = errors
    facts = EndpointFacts(
      name: name, methods: methods, path: path, failures: failures,
      accept: response.accept(failures: failures), policies: policies, server: server, servers: servers,
      omit: omit, headers: ConstantHeader.list(headers), requirements: builder.requirements,
      parameters: builder.parameters.map { $0.facts })
  }

  /// Creates an endpoint that differs from `base` only in these things.
  ///
  /// - Parameter methods: the methods; nil for those of `base`.
  package init<Base: APIRequest>(
    like base: Endpoint<Base>, methods: RequestMethods? = nil, parameters: [Parameter<Request>],
    response: ResponseFormat<Request.Response>
  ) where Base.ServiceCode == Request.ServiceCode {
    self.parameters = parameters
    self.response = response
    errors = base.errors
    let facts = base.facts
    self.facts = EndpointFacts(
      name: facts.name, methods: methods ?? facts.methods, path: facts.path, failures: facts.failures,
      accept: facts.accept, policies: facts.policies, server: facts.server, servers: facts.servers,
      omit: facts.omit, headers: facts.headers, requirements: facts.requirements,
      parameters: parameters.map { $0.facts })
  }
}

/// The facts about an endpoint that don't depend on the type of its requests. An object, because each call
/// keeps it.
final class EndpointFacts: Sendable {
  let name: String
  let methods: RequestMethods
  /// The path below the API's base path, with `{name}` in place of parameters.
  let path: String
  let template: PathTemplate
  let requirements: [RequirementGroup]
  let failures: [FailureFormat]
  /// The value of the `Accept` field; nil if all is accepted.
  let accept: String?
  /// The name of the API's other server where it is.
  let server: String?
  /// The names of the servers that have it; nil means all.
  let servers: [String]?
  /// The names of the client's common parameters, and of the API's header fields, that aren't sent to it.
  let omit: [String]
  /// The same names in lower case.
  let omittedHeaders: [String]
  /// The header fields that are sent with every request. They override those of ``APIDescription/headers``.
  let headers: [ConstantHeader]
  let policies: Policies
  let parameters: [ParameterFacts]
  /// The wire names of its secret parameters.
  let secretNames: [String]
  /// Whether at least one of the parameters is sent in a form.
  let hasForm: Bool
  /// Whether one of the parameters is the whole URL, so that nothing of the client is sent there.
  let isElsewhere: Bool
  /// How the parts of a multipart body are written; nil if the body isn't one.
  let partForm: (any BodyWriter)?

  init(
    name: String, methods: RequestMethods, path: String, failures: [FailureFormat], accept: String?,
    policies: Policies, server: String?, servers: [String]?, omit: [String], headers: [ConstantHeader],
    requirements: [RequirementGroup], parameters: [ParameterFacts]
  ) {
    self.name = name
    self.methods = methods
    self.path = path
    template = PathTemplate(path)
    self.failures = failures
    self.accept = accept
    self.server = server
    self.servers = servers
    self.omit = omit
    omittedHeaders = omit.map { $0.lowercased() }
    self.headers = headers
    self.requirements = requirements
    self.policies = policies
    self.parameters = parameters
    secretNames = parameters.compactMap { $0.isSecret ? $0.name : nil }
    hasForm = parameters.contains { $0.location == .form }
    isElsewhere = parameters.contains { $0.location == .url }
    partForm = parameters.first { $0.location == .part }?.form
  }

  func requireAvailability(on server: APIServer) throws(APIError) {
    guard let servers, !servers.has(server.availability) else { return }
    throw APIError(
      .notAvailable(on: server.name, availableOn: servers), operation: name, server: server.name)
  }
}

/// A rule for parameters of which some must be given together or alternatively.
package struct RequirementGroup: Sendable {
  /// The number of parameters in the group that must be given.
  package enum Rule: Hashable, Sendable {
    /// One or more.
    case atLeastOne
    /// Exactly one.
    case exactlyOne

    var name: String { self == .atLeastOne ? "atLeastOne" : "exactlyOne" }
  }

  /// The number of parameters that must be given.
  package let rule: Rule
  /// The parameters' wire names.
  package let names: [String]

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
