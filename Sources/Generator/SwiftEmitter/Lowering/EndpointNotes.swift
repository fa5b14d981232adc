import APIModel
import Diagnostics

/// What a spec says about an endpoint besides its parameters and its response, in a sentence each: "Responses are cached for
/// 10 minutes by default."
struct EndpointNotes {
  /// What notes mention of a module, by its names in the spec.
  struct Names {
    /// The credentials that endpoints need by default.
    fileprivate let defaultCredentials: [[CredentialUse]]?
    fileprivate let credentials: [String: String]
    fileprivate let servers: [String: String]
    /// The request types that fetch the elements of others' ids.
    fileprivate let fetching: [String: String]

    init(_ module: Module, _ names: ModuleNames) {
      func table(_ pairs: [(Name, String)]) -> [String: String] {
        Dictionary(pairs.map { ($0.0.text, $0.1) }) { first, _ in first }
      }
      defaultCredentials = module.authentication
      credentials = table(module.credentials.map { ($0.name, SwiftName.credential($0)) })
      servers = table(module.servers.map { ($0.name, SwiftName.server($0)) })
      let fetched = Set(module.endpoints.compactMap(\.fetchedOperation))
      let requests = module.endpoints.filter { fetched.contains($0.operation) }
      fetching = Dictionary(requests.map { ($0.operation, names.request($0)) }) { first, _ in first }
    }
  }

  private let endpoint: Endpoint
  private let names: Names
  private let properties: [String: String]

  /// - Parameter properties: The request's property for each parameter, by wire name.
  init(_ endpoint: Endpoint, _ names: Names, properties: [String: String]) {
    self.endpoint = endpoint
    self.names = names
    self.properties = properties
  }

  var all: [String] {
    [servers, otherServer, credentials].compactMap(\.self) + requirements
      + [pages, idempotencyKey, lifetime].compactMap(\.self)
  }

  private var servers: String? {
    guard let servers = endpoint.servers, !servers.isEmpty else { return nil }
    let list = servers.map { DocComment.code(".\(names.servers[$0.text] ?? $0.text)") }
    return "Only on the server\(list.count == 1 ? "" : "s") \(wordList(list))."
  }

  private var otherServer: String? {
    endpoint.otherServer.map { "Sent to the server \(DocComment.code($0.text))." }
  }

  /// What differs from the module's default, which most endpoints share.
  private var credentials: String? {
    let alternatives: [[CredentialUse]]
    switch endpoint.policies.authentication {
    case .credentials(let listed): alternatives = listed
    case nil, .some(.none): alternatives = []
    // Parameters of the request.
    case .bearer, .header, .parameter: return nil
    }
    let needed = alternatives.filter { !$0.isEmpty }
    guard !needed.isEmpty else { return names.defaultCredentials == nil ? nil : "Needs no credential." }
    if let usual = names.defaultCredentials, alternatives.asksForTheSame(as: usual) { return nil }
    let list = needed.map { wordList($0.map(name)) }.joined(separator: ", or ")
    guard needed.count < alternatives.count else { return "Needs \(list)." }
    return needed.count == 1
      ? "Needs no credential, but sends \(list) if the client has \(needed[0].count == 1 ? "it" : "them")."
      : "Needs no credential, but sends one of these if the client has it: \(list)."
  }

  private func name(_ use: CredentialUse) -> String {
    let name = DocComment.code(names.credentials[use.name.text] ?? use.name.text)
    guard !use.scopes.isEmpty else { return name }
    let scopes = wordList(use.scopes.map { DocComment.code($0.text) })
    return "\(name) with the \(use.scopes.count == 1 ? "scope" : "scopes") \(scopes)"
  }

  /// What initializers can't say about optional parameters.
  private var requirements: [String] {
    endpoint.requirements.map { requirement in
      let list = requirement.parameters.map { DocComment.code(properties[$0.text] ?? $0.text) }
      let count = requirement.kind == .exactlyOne ? "exactly one" : "at least one"
      return "Needs \(count) of \(wordList(list))."
    }
  }

  private var pages: String? {
    guard endpoint.policies.pagination != nil else { return nil }
    guard let operation = endpoint.fetchedOperation else {
      return "To read all pages, use `client.pages(…)` from `WGNAPIPages`."
    }
    let request = names.fetching[operation].map { "pass `\($0)` to" } ?? "use"
    return
      "Returns IDs. To fetch their elements, \(request) `client.pages(snapshot:fetching:)` from `WGNAPIPages`."
  }

  private var idempotencyKey: String? {
    endpoint.policies.idempotencyKey.map { "All attempts of a call send the same \(DocComment.code($0))." }
  }

  private var lifetime: String? {
    guard case .lifetime(let seconds) = endpoint.policies.cache, seconds > 0 else { return nil }
    return "Responses are cached for \(durationText(seconds: seconds)) by default."
  }
}

extension Endpoint {
  /// The operation that fetches the elements of its ids.
  fileprivate var fetchedOperation: String? {
    guard case .snapshot(_, let fetch, _, _) = policies.pagination?.style else { return nil }
    return fetch.text
  }
}
