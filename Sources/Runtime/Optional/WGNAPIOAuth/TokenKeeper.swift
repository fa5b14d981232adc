import WGNAPIClient
import WGNAPICredentials
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
  /// The tokens that renewals got in vain, by their log-ins. There is an entry for each log-out that waits for one.
  private var late: [Int: OAuthToken?] = [:]
  private let renewal = SharedTask<Renewed>()
  /// The last save: each waits for the one before, so that the storage ends with the last token.
  private var lastSave: Task<Void, any Error>?

  /// A token of a log-in.
  struct Held: Sendable {
    let token: OAuthToken
    /// The number of log-ins and log-outs before.
    let login: Int
  }

  private struct Renewed: Sendable {
    let held: Held
    let isNew: Bool
  }

  init(_ storage: any TokenStorage) { self.storage = storage }

  /// A mirror without the token.
  var customMirror: Mirror { Mirror(self, children: [:]) }

  func isCurrent(_ credential: Credential) -> Bool {
    mutex.withLock { token?.accessToken == credential.secret }
  }

  /// The number of log-ins and log-outs so far.
  var login: Int { mutex.withLock { generation } }

  /// Replaces the token; nil removes it.
  func set(_ token: OAuthToken?) async throws {
    if let problem = token?.problem { throw OAuthError.invalidResponse("the token \(problem)") }
    mutex.withLock { exchange(token) }
    try await save()
  }

  /// Removes the token from memory, and returns it. ``lateToken(of:)`` must follow, because a renewal may be under way.
  func remove() -> Held? {
    mutex.withLock {
      let old = held
      if let old { late[old.login] = .some(nil) }
      exchange(nil)
      return old
    }
  }

  /// To be called behind the lock.
  private func exchange(_ new: OAuthToken?) {
    (token, isLoaded) = (new, true)
    generation += 1
  }

  /// Waits for a renewal that is under way, and returns the token that it got in vain for a log-in whose token was removed.
  func lateToken(of login: Int) async throws -> OAuthToken? {
    defer { mutex.withLock { _ = late.removeValue(forKey: login) } }
    if !renewal.isCaller { try await renewal.end() }
    return mutex.withLock { late[login] ?? nil }
  }

  /// Saves the token as it is when all earlier saves have ended.
  func save() async throws {
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
  func current() async throws -> Held? {
    let known = mutex.withLock { (isLoaded: isLoaded, held: held, login: generation) }
    guard !known.isLoaded else { return known.held }
    let stored = try await storage.load()
    return mutex.withLock {
      guard !isLoaded, generation == known.login else { return held }
      // What can't be sent is no token.
      (token, isLoaded) = (stored?.problem == nil ? stored : nil, true)
      return held
    }
  }

  /// To be read behind the lock.
  private var held: Held? { token.map { Held(token: $0, login: generation) } }

  /// Returns a usable token. A part of a renewal gets the last one, because it would wait for itself.
  ///
  /// - Parameters:
  ///   - isUsable: Whether the last token can be used.
  ///   - renew: Gets a new token in place of the last one, if there is one; returns nil if that isn't possible.
  func token(
    isUsable: @escaping @Sendable (OAuthToken) -> Bool,
    renew: @escaping @Sendable (OAuthToken?) async throws -> OAuthToken?
  ) async throws -> Held {
    if renewal.isCaller {
      guard let held = try await current() else { throw OAuthError.loginRequired }
      return held
    }
    while true {
      let result = try await renewal.value { [self] in
        while true {
          if let old = try await current(), isUsable(old.token) { return Renewed(held: old, isNew: false) }
          // Nil if another token has taken the old one's place.
          if let new = try await renewed(renew) { return Renewed(held: new, isNew: true) }
        }
      }
      // The shared task may have been one with another condition.
      if result.isNew || isUsable(result.held.token) { return result.held }
    }
  }

  private func renewed(_ renew: (OAuthToken?) async throws -> OAuthToken?) async throws -> Held? {
    let (old, generation) = mutex.withLock { (token, self.generation) }
    guard let new = try await renew(old) else {
      // Another process may have renewed the token that both keep in one place.
      if let stored = try await storage.load(), let old, stored != old, stored.problem == nil {
        let isOther = stored.account != nil && old.account != nil && stored.account != old.account
        try replace(with: stored, unless: generation, isOther: isOther)
        return nil
      }
      if old != nil, mutex.withLock({ self.generation == generation }) { try await set(nil) }
      throw OAuthError.loginRequired
    }
    guard try replace(with: new, unless: generation) else { return nil }
    try await save()
    return Held(token: new, login: generation)
  }

  /// Takes a token; returns false if the user has logged in meanwhile.
  ///
  /// - Parameter isOther: Whether it is of another log-in.
  /// - Throws: ``OAuthError/loginRequired`` if the user has logged out meanwhile.
  @discardableResult
  private func replace(
    with new: OAuthToken, unless generation: Int, isOther: Bool = false
  ) throws -> Bool {
    let (isReplaced, isLoggedIn) = mutex.withLock { () -> (Bool, Bool) in
      guard self.generation == generation else {
        if late.keys.contains(generation) { late.updateValue(new, forKey: generation) }
        return (false, token != nil)
      }
      token = new
      if isOther { self.generation += 1 }
      return (true, true)
    }
    guard isLoggedIn else { throw OAuthError.loginRequired }
    return isReplaced
  }
}
