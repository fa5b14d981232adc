import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps a provider's credential for a client, and asks for a new one once for all requests that need it.
///
/// Unchecked: all mutable state is behind the lock.
final class CredentialKeeper: @unchecked Sendable, CustomReflectable {
  /// How long before its expiry a credential is renewed, but at most a quarter of its lifetime.
  private static let leeway: TimeInterval = 30

  private struct Kept {
    let credential: Credential
    let receivedAt: Date
    /// Whether the service refused it.
    var isRefused = false

    func isDue(at date: Date) -> Bool {
      guard let end = credential.expiresAt else { return false }
      let leeway = min(CredentialKeeper.leeway, end.timeIntervalSince(receivedAt) / 4)
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
  func credential() async throws -> Credential {
    if let credential = usable { return credential }
    return try await renewal.value { [self] in
      // Another renewal may have ended in between.
      if let credential = usable { return credential }
      return try await renewed()
    }
  }

  /// Returns the credential that replaces one that the service refused.
  func credential(insteadOf refused: Credential) async throws -> Credential {
    mutex.withLock {
      if kept?.credential.isSame(as: refused) == true { kept?.isRefused = true }
    }
    return try await credential()
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

/// A task that several callers wait for. It goes on when a caller is cancelled, even if all of them are.
///
/// Unchecked: all mutable state is behind the lock.
package final class SharedTask<Value: Sendable>: @unchecked Sendable {
  private typealias Waiting = (id: Int, continuation: CheckedContinuation<Value, any Error>)

  private let mutex = Mutex()
  private var isRunning = false
  private var waiting: [Waiting] = []
  private var nextID = 0

  package init() {}

  /// The number of waiting callers.
  package var waitingCount: Int { mutex.withLock { waiting.count } }

  /// Returns the result of the running task, or of `body` in a new one.
  ///
  /// - Throws: The task's error, and `CancellationError` when the caller is cancelled.
  package func value(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let id = mutex.withLock { () -> Int in
      nextID += 1
      return nextID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let begins = mutex.withLock { () -> Bool? in
          guard !Task.isCancelled else { return nil }
          waiting.append((id, continuation))
          defer { isRunning = true }
          return !isRunning
        }
        guard let begins else { return continuation.resume(throwing: CancellationError()) }
        if begins { start(body) }
      }
    } onCancel: {
      let cancelled = mutex.withLock { () -> Waiting? in
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting.remove(at: place)
      }
      cancelled?.continuation.resume(throwing: CancellationError())
    }
  }

  private func start(_ body: @escaping @Sendable () async throws -> Value) {
    Task {
      let result: Result<Value, any Error>
      do {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      let ended = mutex.withLock { () -> [Waiting] in
        defer { (isRunning, waiting) = (false, []) }
        return waiting
      }
      for caller in ended { caller.continuation.resume(with: result) }
    }
  }
}
