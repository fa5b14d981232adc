import Foundation
import TestSupport
import Vault
import WGNAPICache
import WGNAPICredentials
import WGNAPIRuntime
import WGNAPISupport

/// A value that tasks change.
final class Shared<Value: Sendable>: @unchecked Sendable {
  // Unchecked: the value is behind the lock.
  private let mutex = Mutex()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func with<Result>(_ body: (inout Value) -> Result) -> Result { mutex.withLock { body(&value) } }
  var now: Value { with { $0 } }
}

/// Provides what closures say, and counts.
final class Provider: CredentialProvider, @unchecked Sendable {
  // Unchecked: the counts are behind locks.
  let asked = Shared(0)
  let refreshed = Shared(0)
  let isCurrent = Shared(true)
  private let get: @Sendable (Int) async throws -> Credential
  private let renew: @Sendable (Int, Credential) async throws -> Credential

  init(
    _ get: @escaping @Sendable (Int) async throws -> Credential,
    renew: (@Sendable (Int, Credential) async throws -> Credential)? = nil
  ) {
    self.get = get
    self.renew = renew ?? { number, _ in try await get(number) }
  }

  convenience init(
    _ first: String, renew: @escaping @Sendable (Int, Credential) async throws -> Credential
  ) {
    self.init({ _ in .bearer(first) }, renew: renew)
  }

  func credential(for context: CredentialContext) async throws -> Credential {
    try await get(
      asked.with {
        $0 += 1
        return $0
      })
  }

  func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
    try await renew(
      refreshed.with {
        $0 += 1
        return $0
      }, old)
  }

  func isCurrent(_ credential: Credential) -> Bool { isCurrent.now }
}

struct ProviderFailure: Error {
  let secret = "s3cret-of-the-provider"
}

extension MisbehavingServer {
  /// The server as Vault's.
  var vault: Server { Server(url: "http://127.0.0.1:\(port)/", like: .main()) }

  /// The tokens of all requests.
  var bearers: [String] {
    requests.map { ($0.fields["authorization"] ?? "").replacingOccurrences(of: "Bearer ", with: "") }
  }

  /// Accepts bearer tokens, and answers others with 401.
  convenience init(accepting tokens: Set<String>) throws {
    try self.init { request in
      let token = (request.fields["authorization"] ?? "").replacingOccurrences(of: "Bearer ", with: "")
      return tokens.contains(token)
        ? [.response(#"{"seen": "ok"}"#)] : [.response(#"{"seen": "no"}"#, status: "401 Unauthorized")]
    }
  }
}

extension ClientConfiguration {
  static func plain(_ clock: any ClientClock = .system, cache: ResponseCache? = nil) -> ClientConfiguration {
    ClientConfiguration(
      timeout: .seconds(60), middleware: .standard(cache: cache, limiter: nil), clock: clock)
  }
}
