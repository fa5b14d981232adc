import APIModel
import TrafficEvidence

/// Credentials, and parameters that all requests have.
package struct CredentialRules: Sendable {
  /// How many endpoints were called with each credential.
  private var endpoints: [String: Int] = [:]
  private let count: Int
  /// The secret parameters of the query that are credentials.
  private var queries: Set<String> = []
  /// Cookies with sessions that were sent beside other credentials.
  private var cookies: [String] = []

  /// The rules of a spec, in which credentials and parameters of the client have names.
  package init(queries: Set<String>) { (count, self.queries) = (0, queries) }

  package init(_ found: [FoundEndpoint]) {
    count = found.count
    var secrets: [String: Int] = [:]
    for endpoint in found {
      for credential in endpoint.operation.credentials.keys where !Self.isComputed(credential) {
        endpoints[credential, default: 0] += 1
      }
      for parameter in endpoint.operation.query
      where parameter.texts.secrets > 0 && !Self.isComputed(parameter.name)
        && !endpoint.operation.namesOfLogin.contains(parameter.name)
      {
        secrets[parameter.name, default: 0] += 1
      }
    }
    for (name, number) in secrets where number * 2 >= count && number > 0 {
      queries.insert(name)
      endpoints["query \(name)", default: 0] += number
    }
    // A cookie is a credential where nothing else is.
    if endpoints.keys.contains(where: { !$0.hasPrefix("cookie ") }) {
      var only: [String: Int] = [:]
      for endpoint in found where !hasOtherThanCookies(endpoint.operation) {
        for (source, number) in endpoint.operation.credentials where number >= endpoint.operation.accepted {
          only[source, default: 0] += 1
        }
      }
      cookies = endpoints.keys.filter { $0.hasPrefix("cookie ") && only[$0] == nil }
        .map { String($0.dropFirst(7)) }.sorted()
      endpoints = endpoints.filter { !$0.key.hasPrefix("cookie ") }.merging(only) { $1 }
    }
  }

  /// Whether requests had credentials in other places than in cookies.
  private func hasOtherThanCookies(_ operation: OperationEvidence) -> Bool {
    operation.credentials.keys.contains { !$0.hasPrefix("cookie ") && !Self.isComputed($0) }
      || operation.query.contains { queries.contains($0.name) }
  }

  /// Whether a name is that of a value that is computed for each request: nobody has it in advance.
  static func isComputed(_ name: some StringProtocol) -> Bool {
    // A scheme called after a signature is a scheme.
    guard !name.hasPrefix("header Authorization") else { return false }
    return NameWords.split(name).contains {
      ["digest", "hmac", "nonce", "sig", "sign", "signature"].contains($0)
    }
  }

  /// The header fields with values that are computed for each request.
  static func computedFields(_ operation: OperationEvidence) -> [String] {
    operation.credentials.keys.filter { $0.hasPrefix("header ") && isComputed($0) }
      .map { fieldName(String($0.dropFirst(7).prefix { $0 != " " })) }.sorted()
  }

  /// What is said of a parameter that is computed for each request. It is optional, because middleware adds it when the rest of
  /// the request is known.
  static let computedComment = "computed for each request, by its name: add it in middleware"

  func isCredential(query name: String) -> Bool { queries.contains(name) }

  package func apply(to module: inout Module, _ found: [FoundEndpoint]) {
    let credentials = credentials
    module.credentials = credentials.map(\.definition)
    if !cookies.isEmpty, !credentials.isEmpty {
      module.credentials[0].documentation.summary =
        "requests also had a session in the cookie \(cookies.joined(separator: ", "))"
    }
    let main = credentials.max {
      (endpoints[$0.source] ?? 0, $1.definition.name.text) < (
        endpoints[$1.source] ?? 0, $0.definition.name.text
      )
    }
    if let main, (endpoints[main.source] ?? 0) * 2 >= count {
      module.authentication = [[CredentialUse(name: main.definition.name)]]
    }
    for index in found.indices {
      module.endpoints[index].policies.authentication = authentication(found[index], credentials)
    }
  }

  /// The credentials with their sources: what evidence of operations calls them.
  private var credentials: [(definition: CredentialDefinition, source: String)] {
    var taken: Set<String> = []
    return endpoints.keys.sorted().map { source in
      let parts = source.split(separator: " ", maxSplits: 2).map(String.init)
      let scheme: CredentialDefinition.Scheme =
        if parts.count > 1, let place = CredentialDefinition.Place(rawValue: parts[0]) {
          .apiKey(
            place, name: Name(guess: place == .header ? Self.fieldName(parts[1]) : parts[1]),
            prefix: parts.count > 2 ? parts[2] + " " : nil)
        } else {
          parts[0] == "basic" ? .basic : .bearer
        }
      var name =
        switch parts[0] {
        case "bearer": "token"
        case "basic": "user"
        default: Words.member(Words.split(parts.last ?? ""))
        }
      if name.isEmpty || ["none", "bearer", "parameter", "header", "anyOf"].contains(name) { name = "key" }
      let base = name
      var number = 1
      while !taken.insert(Words.folded(name)).inserted {
        number += 1
        name = "\(base)\(number)"
      }
      return (CredentialDefinition(name: Name(guess: name), scheme: scheme), source)
    }
  }

  /// What an endpoint needs; nil for nothing.
  private func authentication(
    _ endpoint: FoundEndpoint, _ credentials: [(definition: CredentialDefinition, source: String)]
  ) -> Policies.Authentication? {
    var best: (use: CredentialUse, count: Int)?
    var always: [CredentialUse] = []
    let hasOthers = hasOtherThanCookies(endpoint.operation)
    for (credential, source) in credentials where !hasOthers || !source.hasPrefix("cookie ") {
      let number: Int
      if case .apiKey(.query, let name, _) = credential.scheme {
        number = endpoint.operation.query.first { $0.name == name.text }?.requests ?? 0
      } else {
        number = endpoint.operation.credentials[source] ?? 0
      }
      let use = CredentialUse(name: credential.name)
      if number > best?.count ?? 0 { best = (use, number) }
      if number > 0, number >= endpoint.operation.accepted { always.append(use) }
    }
    // What all requests had is needed together.
    return always.isEmpty ? best.map { .credentials([[$0.use], []]) } : .credentials([always])
  }

  private static func fieldName(_ name: String) -> String {
    name.split(separator: "-", omittingEmptySubsequences: false).map {
      $0.prefix(1).uppercased() + $0.dropFirst()
    }
    .joined(separator: "-")
  }

  /// Takes the parameters that all endpoints have out of them.
  package func clientParameters(_ guesses: [Endpoint], _ found: [FoundEndpoint]) -> [Parameter] {
    guard found.count >= 3 else { return [] }
    var result: [Parameter] = []
    for parameter in guesses.first.map(\.parameters) ?? []
    where [.query, .header].contains(parameter.location) && parameter.label == nil {
      let isField = parameter.location == .header
      let evidence = found.compactMap { endpoint in
        (isField ? endpoint.operation.fields : endpoint.operation.query)
          .first { $0.name == parameter.name.text }
      }
      let isAlways = zip(evidence, found).allSatisfy { $0.requests == $1.operation.accepted }
      guard evidence.count == found.count, isField || isAlways else { continue }
      var merged = ParameterEvidence(name: parameter.name.text)
      for one in evidence { merged.merge(one) }
      // Parameters of pages and searches differ from call to call.
      guard
        merged.isSame
          || ["lang", "language", "locale", "v", "version", "format"].contains(
            parameter.name.text.lowercased())
      else { continue }
      var own = parameter
      own.isRequired = isAlways
      // Among a module's parameters, `x-` begins keys of people's own.
      if own.specName.hasPrefix("x-"), own.specName.count > 2 {
        own.specName = String(own.specName.dropFirst(2))
      }
      guard !result.contains(where: { $0.specName == own.specName }) else { continue }
      let isKey = merged.texts.count(of: .random) > 0 || merged.shortest >= 16 && merged.texts.values.isEmpty
      if merged.isSame, isKey { own.schema.isSecret = true }
      result.append(own)
    }
    return result
  }
}
