import WGNAPIClient
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
  /// The last save: each waits for the one before, so that the storage ends with the last token.
  private var lastSave: Task<Void, any Error>?

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
    try await save()
  }

  /// Saves the token as it is when all earlier saves have ended.
  private func save() async throws {
    let task = mutex.withLock { () -> Task<Void, any Error> in
      let earlier = lastSave
      let task = Task { [self] in
        _ = await earlier?.result
        try await storage.save(mutex.withLock { token })
      }
      lastSave = task
      return task
    }
    try await task.value
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
        while true {
          if let old = try await current(), isUsable(old) { return Renewed(token: old, isNew: false) }
          // Nil if another token has taken the old one's place.
          if let new = try await renewed(renew) { return Renewed(token: new, isNew: true) }
        }
      }
      // The shared task may have been one with another condition.
      if result.isNew || isUsable(result.token) { return result.token }
    }
  }

  private func renewed(_ renew: (OAuthToken?) async throws -> OAuthToken?) async throws -> OAuthToken? {
    let (old, generation) = mutex.withLock { (token, self.generation) }
    guard let new = try await renew(old) else {
      // Another process may have renewed the token that both keep in one place.
      if let stored = try await storage.load(), let old, stored != old {
        try replace(with: stored, unless: generation)
        return nil
      }
      if old != nil, mutex.withLock({ self.generation == generation }) { try await set(nil) }
      throw OAuthError.loginRequired
    }
    guard try replace(with: new, unless: generation) else { return nil }
    try await save()
    return new
  }

  /// Takes a token; returns false if the user has logged in meanwhile.
  ///
  /// - Throws: ``OAuthError/loginRequired`` if the user has logged out meanwhile.
  @discardableResult
  private func replace(with new: OAuthToken, unless generation: Int) throws -> Bool {
    let (isReplaced, isLoggedIn) = mutex.withLock { () -> (Bool, Bool) in
      guard self.generation == generation else { return (false, token != nil) }
      token = new
      return (true, true)
    }
    guard isLoggedIn else { throw OAuthError.loginRequired }
    return isReplaced
  }
}
