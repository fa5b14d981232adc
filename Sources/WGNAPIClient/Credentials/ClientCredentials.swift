/// A client's credentials. Copies of a client for the same server share them, and so ask their providers once.
final class ClientCredentials: Sendable, CustomReflectable {
  /// Credentials that a request needs, with their values.
  struct Resolved: Sendable, CustomReflectable {
    var descriptions: [CredentialDescription] = []
    var values: [Credential] = []
    var placed: [PlacedCredential] = []

    var customMirror: Mirror { Mirror(self, children: [:]) }

    func isRefusal(status: Int?, _ failure: ServiceFailure?) -> Bool {
      descriptions.contains { $0.isRefusal(status: status, failure) }
    }
  }

  let providers: [String: any CredentialProvider]
  private let descriptions: [CredentialDescription]
  private let defaultRequirement: CredentialRequirement
  private let keepers: [String: CredentialKeeper]

  private let makeKeeper: @Sendable (String, any CredentialProvider) -> CredentialKeeper

  init(
    _ api: APIDescription, _ server: APIServer, _ providers: [String: any CredentialProvider],
    clock: any ClientClock
  ) {
    descriptions = api.credentials
    defaultRequirement = api.authentication
    self.providers = providers
    let makeKeeper: @Sendable (String, any CredentialProvider) -> CredentialKeeper = { name, provider in
      CredentialKeeper(
        provider, CredentialContext(name: name, api: api.name, server: server, clock: clock))
    }
    var keepers: [String: CredentialKeeper] = [:]
    for (name, provider) in providers where !(provider is Credential) {
      keepers[name] = makeKeeper(name, provider)
    }
    self.keepers = keepers
    self.makeKeeper = makeKeeper
  }

  /// Creates the same credentials with another provider for one of them; nil removes it.
  init(_ old: ClientCredentials, replacing name: String, with provider: (any CredentialProvider)?) {
    descriptions = old.descriptions
    defaultRequirement = old.defaultRequirement
    makeKeeper = old.makeKeeper
    var (providers, keepers) = (old.providers, old.keepers)
    providers[name] = provider
    keepers[name] = provider.flatMap { $0 is Credential ? nil : old.makeKeeper(name, $0) }
    self.providers = providers
    self.keepers = keepers
  }

  /// A mirror without secrets.
  var customMirror: Mirror { Mirror(self, children: ["names": providers.keys.sorted()]) }

  /// The credentials that don't change.
  var fixed: [PlacedCredential] {
    descriptions.compactMap { description in
      (providers[description.name] as? Credential).flatMap { PlacedCredential($0, as: description) }
    }
  }

  /// The names on the wire.
  var wireNames: [String] { descriptions.compactMap(\.wireName) }

  /// Returns what an endpoint needs; nil if nothing.
  ///
  /// - Parameter own: What the endpoint's policies say.
  func requirement(_ own: CredentialRequirement?) -> CredentialRequirement? {
    guard !descriptions.isEmpty else { return nil }
    let requirement = own ?? defaultRequirement
    return requirement.alternatives.allSatisfy(\.isEmpty) ? nil : requirement
  }

  /// Returns the credentials that are known without asking a provider.
  ///
  /// - Parameter stand: The credential in place of the missing ones; nil to omit these.
  func known(_ requirement: CredentialRequirement, standIn stand: Credential? = nil) -> [PlacedCredential] {
    let alternative =
      requirement.alternatives.first { $0.allSatisfy { providers[$0.name] != nil } } ?? []
    return alternative.compactMap { use in
      let credential = providers[use.name] as? Credential ?? keepers[use.name]?.current ?? stand
      guard let credential, let description = description(use.name) else { return nil }
      return PlacedCredential(credential, as: description)
    }
  }

  /// Returns the credentials of the first alternative that the client has, from their providers if necessary.
  func resolve(_ requirement: CredentialRequirement) async throws -> Resolved {
    var failure: CredentialFailure?
    for alternative in requirement.alternatives
    where alternative.allSatisfy({ providers[$0.name] != nil }) {
      switch try await resolve(alternative) {
      case .success(let resolved): return resolved
      case .failure(let reason): failure = failure ?? reason
      }
    }
    if let failure { throw Refusal(failure: failure) }
    let missing = requirement.alternatives.map { alternative in
      alternative.map(\.name).filter { providers[$0] == nil }
    }
    throw Refusal(failure: CredentialFailure(missing: missing))
  }

  /// Returns the same credentials with new values from their providers; nil if nothing has changed.
  func renew(_ old: Resolved) async throws -> Resolved? {
    var renewed = old
    for (index, description) in old.descriptions.enumerated() {
      guard let keeper = keepers[description.name] else { continue }
      do {
        renewed.values[index] = try await keeper.credential(insteadOf: old.values[index])
      } catch {
        throw try Self.refusal(description.name, error)
      }
    }
    guard zip(old.values, renewed.values).contains(where: { !$0.isSame(as: $1) }) else { return nil }
    for (index, description) in old.descriptions.enumerated() {
      guard var placed = PlacedCredential(renewed.values[index], as: description) else {
        throw Refusal(failure: CredentialFailure([description.name], .otherKind))
      }
      // The service may still repeat the old one.
      placed.secrets += old.placed[index].secrets
      renewed.placed[index] = placed
    }
    return renewed
  }

  /// Why a request can't be sent.
  struct Refusal: Error {
    let failure: CredentialFailure
  }

  private enum Attempt {
    case success(Resolved)
    case failure(CredentialFailure)
  }

  private func resolve(_ alternative: [CredentialRequirement.Use]) async throws -> Attempt {
    var resolved = Resolved()
    for use in alternative {
      guard let description = description(use.name), let provider = providers[use.name] else {
        return .failure(CredentialFailure([use.name], .missing))
      }
      let credential: Credential
      do {
        if let keeper = keepers[use.name] {
          credential = try await keeper.credential()
        } else if let fixed = provider as? Credential {
          credential = fixed
        } else {
          return .failure(CredentialFailure([use.name], .missing))
        }
      } catch {
        throw try Self.refusal(use.name, error)
      }
      if let known = credential.scopes {
        let missing = use.scopes.filter { !known.contains($0) }
        if !missing.isEmpty { return .failure(CredentialFailure([use.name], .missingScopes(missing))) }
      }
      guard let placed = PlacedCredential(credential, as: description) else {
        return .failure(CredentialFailure([use.name], .otherKind))
      }
      resolved.descriptions.append(description)
      resolved.values.append(credential)
      resolved.placed.append(placed)
    }
    return .success(resolved)
  }

  private func description(_ name: String) -> CredentialDescription? {
    descriptions.first { $0.name == name }
  }

  /// - Throws: `CancellationError` if this task is cancelled, not the provider's.
  private static func refusal(_ name: String, _ error: any Error) throws -> Refusal {
    if error is CancellationError { try Task.checkCancellation() }
    return Refusal(failure: CredentialFailure([name], .provider, underlyingError: error))
  }
}
