import WGNAPIJSON
import WGNAPISupport
import WGNAPITransport

/// The properties of an API that apply to all of its endpoints.
public struct APIDescription: Sendable {
  /// The API's name.
  public let name: String
  /// The path of all endpoints below a server's URL, such as `wot`.
  package let basePath: String
  /// The servers that provide the API.
  package let servers: [APIServer]
  /// The places beside the servers where some endpoints are.
  package let otherServers: [OtherServer]
  /// The policies of all endpoints without a policy of the same type. Limits on the number of requests add up.
  package let policies: Policies
  /// The errors that mean too many requests, beside status 429.
  package let tooManyRequests: [ServiceErrorPattern]
  /// The endpoints for logging in and out; nil if the API has none.
  public let tokenFlow: TokenFlow?
  /// The credentials that a client can have.
  package let credentials: [CredentialDescription]
  /// The credentials that endpoints need unless their policies say otherwise.
  package let authentication: CredentialRequirement
  /// The header fields that are sent with every request, unless its endpoint has its own or omits them. `Accept`
  /// is sent to endpoints that answer with JSON and don't say which media type.
  package let headers: [ConstantHeader]

  /// Creates a description of an API.
  public init(
    name: String, basePath: String = "", servers: [APIServer] = [], policies: Policies = [],
    tooManyRequests: [ServiceErrorPattern] = [],
    tokenFlow: TokenFlow? = nil, credentials: [CredentialDescription] = [],
    authentication: CredentialRequirement = .none, headers: KeyValuePairs<String, String> = [:],
    otherServers: [OtherServer] = []
  ) {
    self.name = name
    self.basePath = basePath
    self.servers = servers
    self.otherServers = otherServers
    self.policies = policies
    self.tooManyRequests = tooManyRequests
    self.tokenFlow = tokenFlow
    self.credentials = credentials
    self.authentication = authentication
    self.headers = ConstantHeader.list(headers)
  }

  /// The addresses and scopes of a credential of the scheme `oauth2`; nil if there is none of this name.
  public func oauth2(_ name: String) -> OAuth2Flows? {
    guard case .oauth2(let flows)? = credentials.first(where: { $0.name == name })?.scheme else { return nil }
    return flows
  }
}
