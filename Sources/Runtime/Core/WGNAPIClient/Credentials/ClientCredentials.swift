import HTTPTypes

/// A client's credentials. Copies of a client for the same server share them, and so ask their providers once.
final class ClientCredentials: Sendable, CustomReflectable {
  /// Credentials that a request needs, with their values.
  struct Resolved: Sendable, CustomReflectable {
    fileprivate(set) var parts: [Part] = []

    struct Part: Sendable {
      let holder: Holder
      let value: Credential
      var placed: PlacedCredential
    }

    var placed: [PlacedCredential] { parts.map { $0.placed } }
    var customMirror: Mirror { Mirror(self, children: [:]) }

    func isRefusal(status: Int?, _ failure: ServiceFailure?) -> Bool {
      parts.contains { $0.holder.description.isRefusal(status: status, failure) }
    }
  }

  /// A described credential that the client has. An object, because requests that wait for it keep it.
  final class Holder: Sendable {
    let description: CredentialDescription
    let provider: any CredentialProvider
    /// The credential, if it is always the same.
    let fixed: Credential?
    let keeper: CredentialKeeper

    init(
      _ description: CredentialDescription, _ provider: any CredentialProvider, _ context: CredentialContext
    ) {
      self.description = description
      self.provider = provider
      fixed = provider as? Credential
      keeper = provider.keeper(for: context)
    }
  }

  private let api: APIDescription
  private let server: APIServer
  private let clock: any ClientClock
  private let holders: [Holder]

  init(
    _ api: APIDescription, _ server: APIServer, _ providers: [String: (any CredentialProvider)?],
    clock: any ClientClock
  ) {
    self.api = api
    self.server = server
    self.clock = clock
    holders = api.credentials.compactMap { description in
      guard case let provider?? = providers[description.name] else { return nil }
      return Self.holder(description, provider, api, server, clock)
    }
  }

  private init(_ old: ClientCredentials, _ server: APIServer, _ holders: [Holder]) {
    (api, clock) = (old.api, old.clock)
    self.server = server
    self.holders = holders
  }

  private static func holder(
    _ description: CredentialDescription, _ provider: any CredentialProvider, _ api: APIDescription,
    _ server: APIServer, _ clock: any ClientClock
  ) -> Holder {
    Holder(
      description, provider,
      CredentialContext(name: description.name, api: api.name, server: server, clock: clock))
  }

  /// Returns the same credentials for another server.
  func replacing(_ server: APIServer) -> ClientCredentials {
    ClientCredentials(
      self, server, holders.map { Self.holder($0.description, $0.provider, api, server, clock) })
  }

  /// Returns the same credentials with another provider for one of them; nil removes it.
  func replacing(_ name: String, with provider: (any CredentialProvider)?) -> ClientCredentials {
    let holders = api.credentials.compactMap { description -> Holder? in
      guard description.name == name else { return holder(description.name) }
      return provider.map { Self.holder(description, $0, api, server, clock) }
    }
    return ClientCredentials(self, server, holders)
  }

  /// A mirror without secrets.
  var customMirror: Mirror { Mirror(self, children: ["names": holders.map { $0.description.name }]) }

  /// The credentials that don't change.
  var fixed: [PlacedCredential] {
    holders.compactMap { holder in
      holder.fixed.flatMap { PlacedCredential($0, as: holder.description) }
    }
  }

  /// The names on the wire.
  var wireNames: [String] { api.credentials.compactMap { $0.wireName } }

  /// Returns what an endpoint needs; nil if nothing.
  ///
  /// - Parameter own: What the endpoint's policies say.
  func requirement(_ own: CredentialRequirement?) -> CredentialRequirement? {
    guard !api.credentials.isEmpty else { return nil }
    let requirement = own ?? api.authentication
    for alternative in requirement.alternatives where !alternative.isEmpty { return requirement }
    return nil
  }

  /// Returns the credentials that are known without asking a provider.
  ///
  /// - Parameter stand: The credential in place of the missing ones; nil to omit these.
  func known(_ requirement: CredentialRequirement, standIn stand: Credential? = nil) -> [PlacedCredential] {
    for alternative in requirement.alternatives {
      guard let holders = holders(of: alternative) else { continue }
      return holders.compactMap { holder in
        let credential = holder.keeper.current() ?? stand
        return credential.flatMap { PlacedCredential($0, as: holder.description) }
      }
    }
    return []
  }

  /// Returns whether ``known(_:standIn:)`` has all credentials of an alternative.
  func areKnown(_ requirement: CredentialRequirement) -> Bool {
    guard let first = requirement.alternatives.lazy.compactMap({ self.holders(of: $0) }).first else {
      return false
    }
    return first.allSatisfy { $0.keeper.current() != nil }
  }

  /// Returns the credentials of the first alternative that the client has, from their providers if necessary. A provider
  /// without a credential ends the search only if no other alternative is left.
  func resolve(_ requirement: CredentialRequirement) async throws -> Resolved {
    var failure: CredentialFailure?
    for alternative in requirement.alternatives {
      guard let holders = holders(of: alternative) else { continue }
      var resolved = Resolved()
      var reason: CredentialFailure?
      for index in alternative.indices where reason == nil {
        reason = try await add(alternative[index], holders[index], to: &resolved)
      }
      guard let reason else { return resolved }
      failure = failure ?? reason
    }
    let missing = requirement.alternatives.map { alternative in
      alternative.compactMap { holder($0.name) == nil ? $0.name : nil }
    }
    throw Refusal(failure: failure ?? CredentialFailure(missing: missing))
  }

  /// Returns the same credentials with new values from their providers; nil if nothing has changed.
  func renew(_ old: Resolved) async throws -> Resolved? {
    var renewed = Resolved()
    var isSame = true
    for part in old.parts {
      let holder = part.holder
      let credential: Credential
      do {
        credential = try await holder.keeper.credential(part.value)
      } catch {
        throw try Self.refusal(holder, error)
      }
      if !credential.isSame(as: part.value) { isSame = false }
      guard var placed = PlacedCredential(credential, as: holder.description) else {
        throw Refusal(failure: CredentialFailure([holder.description.name], .otherKind))
      }
      // The service may still repeat the old one.
      placed.secrets += part.placed.secrets
      renewed.parts.append(.init(holder: holder, value: credential, placed: placed))
    }
    return isSame ? nil : renewed
  }

  /// Why a request can't be sent.
  struct Refusal: Error {
    let failure: CredentialFailure
  }

  /// Adds a credential from its provider; returns why it can't be used.
  private func add(
    _ use: CredentialRequirement.Use, _ holder: Holder, to resolved: inout Resolved
  ) async throws -> CredentialFailure? {
    let credential: Credential
    do {
      credential = try await holder.keeper.credential(nil)
    } catch {
      let refusal = try Self.refusal(holder, error)
      if (error as? any CredentialAbsence)?.isCredentialAbsent == true { return refusal.failure }
      throw refusal
    }
    if let known = credential.scopes {
      let missing = use.scopes.filter { !known.contains($0) }
      if !missing.isEmpty { return CredentialFailure([use.name], .missingScopes(missing)) }
    }
    guard let placed = PlacedCredential(credential, as: holder.description) else {
      return CredentialFailure([use.name], .otherKind)
    }
    resolved.parts.append(.init(holder: holder, value: credential, placed: placed))
    return nil
  }

  private func holder(_ name: String) -> Holder? {
    for holder in holders where holder.description.name == name { return holder }
    return nil
  }

  /// Returns the credentials of an alternative; nil if the client doesn't have all of them.
  private func holders(of alternative: [CredentialRequirement.Use]) -> [Holder]? {
    let holders = alternative.compactMap { holder($0.name) }
    return holders.count == alternative.count ? holders : nil
  }

  /// - Throws: `CancellationError` if this task is cancelled, not the provider's.
  private static func refusal(_ holder: Holder, _ error: any Error) throws -> Refusal {
    if error is CancellationError { try Task.checkCancellation() }
    if error is LoginChanged {
      return Refusal(failure: CredentialFailure([holder.description.name], .loginChanged))
    }
    return Refusal(
      failure: CredentialFailure([holder.description.name], .provider, underlyingError: error))
  }
}
