import WGNAPIClient
import WGNAPIOptionalSupport
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CredentialProvider {
  /// Keeps the credential until shortly before it expires, until the service refuses it, or until ``isCurrent(_:)`` says
  /// otherwise, and asks for a new one once for all requests that need it.
  public func keeper(for context: CredentialContext) -> CredentialKeeper {
    let kept = KeptCredential(self, context)
    return CredentialKeeper(
      current: { kept.current },
      credential: { refused in
        if let refused { try await kept.credential(insteadOf: refused) } else { try await kept.credential() }
      })
  }
}

/// A provider's credential for one client.
///
/// Unchecked: all mutable state is behind the lock.
final class KeptCredential: @unchecked Sendable, CustomReflectable {
  /// How long before its expiry a credential is renewed, but at most a quarter of its lifetime.
  private static let leeway: TimeInterval = 30

  private struct Kept {
    let credential: Credential
    let receivedAt: Date
    /// Whether the service refused it.
    var isRefused = false

    func isDue(at date: Date) -> Bool {
      guard let end = credential.expiresAt else { return false }
      let leeway = min(KeptCredential.leeway, end.timeIntervalSince(receivedAt) / 4)
      return end.timeIntervalSince(date) <= max(leeway, 0)
    }

    func hasExpired(at date: Date) -> Bool { credential.expiresAt.map { $0 <= date } ?? false }
  }

  private let provider: any CredentialProvider
  private let context: CredentialContext
  private let mutex = Mutex()
  private var kept: Kept?
  private let renewal = SharedTask<Credential>()

  init(_ provider: any CredentialProvider, _ context: CredentialContext) {
    self.provider = provider
    self.context = context
  }

  /// A mirror without the credential.
  var customMirror: Mirror { Mirror(self, children: ["name": context.name]) }

  /// The credential that the next request would contain without asking the provider.
  var current: Credential? {
    guard let kept = mutex.withLock({ kept }), provider.isCurrent(kept.credential) else { return nil }
    return kept.credential
  }

  /// Returns the credential, from the provider if necessary.
  ///
  /// - Throws: The provider's error, and ``LoginChanged`` if another user logs in meanwhile.
  func credential() async throws -> Credential {
    if let credential = usable { return credential }
    let login = (provider as? any LoginProvider)?.login
    let credential = try await SharedWork.isInside(any: ObjectIdentifier.self) ? unshared() : shared()
    if let login, credential.login != login { throw LoginChanged() }
    return credential
  }

  private func shared() async throws -> Credential {
    try await renewal.value { [self] in
      // Another renewal may have ended in between.
      if let credential = usable { return credential }
      return try await renewed()
    }
  }

  /// Returns the credential for a request of a provider. It doesn't wait for other requests, because they may wait for it.
  private func unshared() async throws -> Credential {
    guard !SharedWork.isInside(ObjectIdentifier(self)) else { throw CircularCredential() }
    return try await SharedWork.run(as: ObjectIdentifier(self)) {
      try await provider.credential(for: context)
    }
  }

  /// Returns the credential that replaces one that the service refused.
  func credential(insteadOf refused: Credential) async throws -> Credential {
    mutex.withLock {
      if kept?.credential.isSame(as: refused) == true { kept?.isRefused = true }
    }
    let credential = try await credential()
    if let login = refused.login {
      guard credential.login == login else { throw LoginChanged() }
    } else if let account = refused.account, let other = credential.account, other != account,
      // Other rights may be why the accounts differ.
      credential.scopes == refused.scopes
    {
      throw LoginChanged()
    }
    return credential
  }

  private var usable: Credential? {
    guard let kept = mutex.withLock({ kept }), !kept.isRefused, !kept.isDue(at: context.clock.date),
      provider.isCurrent(kept.credential)
    else { return nil }
    return kept.credential
  }

  private func renewed() async throws -> Credential {
    let old = mutex.withLock { kept }
    guard let old, provider.isCurrent(old.credential) else {
      let first = try await provider.credential(for: context)
      guard Kept(credential: first, receivedAt: context.clock.date).hasExpired(at: context.clock.date) else {
        return keep(first)
      }
      return keep(try await provider.refresh(first, for: context))
    }
    do {
      return keep(try await provider.refresh(old.credential, for: context))
    } catch {
      // Until it expires, the old one is better than none.
      guard !old.isRefused, !old.hasExpired(at: context.clock.date) else { throw error }
      return old.credential
    }
  }

  private func keep(_ credential: Credential) -> Credential {
    let date = context.clock.date
    mutex.withLock { kept = Kept(credential: credential, receivedAt: date) }
    return credential
  }
}

/// A provider of a user's credentials. The user may log out, and another one may log in.
package protocol LoginProvider: CredentialProvider {
  /// A number that changes with each log-in and log-out. A credential has the number of its log-in.
  var login: Int { get }
}

/// A provider sends a request that needs the credential which it is asked for.
struct CircularCredential: SecretFreeError {
  var description: String {
    "the provider's own request needs this credential; give the provider a client without it"
  }
}
