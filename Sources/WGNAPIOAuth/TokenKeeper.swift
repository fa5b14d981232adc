import Foundation
import WGNAPIClient
import WGNAPISupport

/// A token in memory and in a storage, renewed once for all that wait for it.
///
/// Unchecked: all mutable state is behind the lock.
final class TokenKeeper: @unchecked Sendable, CustomReflectable {
  private let storage: any TokenStorage
  private let mutex = Mutex()
  private var token: OAuthToken?
  private var isLoaded = false
  /// Counts log-ins and log-outs, so that a renewal doesn't undo one that happens meanwhile.
  private var generation = 0
  private let renewal = SharedTask<Renewed>()

  private struct Renewed: Sendable {
    let token: OAuthToken
    let isNew: Bool
  }

  init(_ storage: any TokenStorage) { self.storage = storage }

  /// A mirror without the token.
  var customMirror: Mirror { Mirror(self, children: [:]) }

  func isCurrent(_ credential: Credential) -> Bool {
    mutex.withLock { token?.accessToken == credential.secret }
  }

  /// Replaces the token; nil removes it.
  func set(_ token: OAuthToken?) async throws {
    mutex.withLock {
      (self.token, isLoaded) = (token, true)
      generation += 1
    }
    try await storage.save(token)
  }

  /// Returns the token, from the storage if necessary; nil if there is none.
  func current() async throws -> OAuthToken? {
    let known = mutex.withLock { (isLoaded, token, generation) }
    guard !known.0 else { return known.1 }
    let stored = try await storage.load()
    return mutex.withLock {
      guard !isLoaded, generation == known.2 else { return token }
      (token, isLoaded) = (stored, true)
      return stored
    }
  }

  /// Returns a usable token.
  ///
  /// - Parameters:
  ///   - isUsable: Whether the last token can be used.
  ///   - renew: Gets a new token in place of the last one, if there is one; returns nil if that isn't possible.
  func token(
    isUsable: @escaping @Sendable (OAuthToken) -> Bool,
    renew: @escaping @Sendable (OAuthToken?) async throws -> OAuthToken?
  ) async throws -> OAuthToken {
    while true {
      let result = try await renewal.value { [self] in
        if let old = try await current(), isUsable(old) { return Renewed(token: old, isNew: false) }
        return Renewed(token: try await renewed(renew), isNew: true)
      }
      // The shared task may have been one with another condition.
      if result.isNew || isUsable(result.token) { return result.token }
    }
  }

  private func renewed(_ renew: (OAuthToken?) async throws -> OAuthToken?) async throws -> OAuthToken {
    let (old, generation) = mutex.withLock { (token, self.generation) }
    guard let new = try await renew(old) else {
      if old != nil, mutex.withLock({ self.generation == generation }) { try await set(nil) }
      throw OAuthError.loginRequired
    }
    let isWanted = mutex.withLock { () -> Bool in
      guard self.generation == generation else { return false }
      token = new
      return true
    }
    guard isWanted else { throw OAuthError.loginRequired }
    try await storage.save(new)
    return new
  }
}
