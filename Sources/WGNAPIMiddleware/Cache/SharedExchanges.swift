import HTTPTypes
import WGNAPIClient
import WGNAPISupport

/// Exchanges in progress that several callers wait for.
///
/// The first caller performs an exchange in its own task, which has no overhead and preserves priority and
/// cancellation. If that task is cancelled, one of the waiting callers starts again.
///
/// Unchecked: all mutable state is behind the lock.
final class SharedExchanges<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
  private enum Outcome {
    case ended(Result<Value, any Error>)
    /// The caller that performed the exchange was cancelled.
    case abandoned
    /// The result is only for the caller that performed the exchange.
    case unshared
  }

  /// A caller that waits; without a continuation once it is resumed.
  private final class Waiter: @unchecked Sendable {
    var continuation: CheckedContinuation<Outcome, any Error>?
  }

  private final class Exchange: Keyed {
    let key: Key
    var waiters: [Waiter] = []

    init(_ key: Key) { self.key = key }
  }

  private let mutex = Mutex()
  private var exchanges = ObjectTable<Exchange>()

  /// The number of exchanges in progress.
  var count: Int { mutex.withLock { exchanges.count } }

  /// The number of callers that wait for the exchanges of others.
  var waitingCount: Int {
    mutex.withLock {
      var count = 0
      exchanges.visit { count += $0.waiters.count }
      return count
    }
  }

  /// Returns whether an exchange with this key is in progress.
  func contains(_ key: Key) -> Bool { mutex.withLock { exchanges[key] != nil } }

  /// Returns the result of `body`, or of another caller's `body` with the same key if that is in progress.
  ///
  /// - Parameter isShared: Whether others can use the result, too. If not, all of them run their own `body`
  ///   at once, because in sequence the last one would wait for all.
  func value(
    for key: Key, isShared: (Value) -> Bool = { _ in true }, _ body: () async throws -> Value
  ) async throws -> Value {
    while true {
      try Task.checkCancellation()
      if begin(key) { return try await carryOut(key, isShared, body) }
      switch try await wait(key) {
      case .ended(let result): return try result.get()
      case .abandoned: continue
      case .unshared: return try await body()
      }
    }
  }

  /// Registers an exchange; returns false if another caller performs it already.
  private func begin(_ key: Key) -> Bool {
    mutex.withLock {
      guard exchanges[key] == nil else { return false }
      exchanges.insert(Exchange(key))
      return true
    }
  }

  private func carryOut(
    _ key: Key, _ isShared: (Value) -> Bool, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await body()
      let isShared = isShared(value)
      // After cancellation, the result may be incomplete.
      end(key, Task.isCancelled ? .abandoned : isShared ? .ended(.success(value)) : .unshared)
      return value
    } catch {
      end(key, error is CancellationError || Task.isCancelled ? .abandoned : .ended(.failure(error)))
      throw error
    }
  }

  private func end(_ key: Key, _ outcome: Outcome) {
    let waiters = mutex.withLock { () -> [Waiter] in
      guard let exchange = exchanges[key] else { return [] }
      exchanges.remove(exchange)
      return exchange.waiters
    }
    // A waiter that was cancelled in the meantime isn't in the list any more.
    for waiter in waiters { waiter.continuation?.resume(returning: outcome) }
  }

  private func wait(_ key: Key) async throws -> Outcome {
    let waiter = Waiter()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isWaiting = mutex.withLock { () -> Bool in
          // A later cancellation finds the continuation in the list.
          guard !Task.isCancelled, let exchange = exchanges[key] else { return false }
          waiter.continuation = continuation
          exchange.waiters.append(waiter)
          return true
        }
        // Either this task was cancelled, which the next attempt notices, or the exchange has ended with an
        // unknown outcome.
        if !isWaiting { continuation.resume(returning: .abandoned) }
      }
    } onCancel: {
      let isWaiting = mutex.withLock { () -> Bool in
        guard let exchange = exchanges[key], let index = exchange.waiters.firstIndex(where: { $0 === waiter })
        else { return false }
        exchange.waiters.remove(at: index)
        return true
      }
      if isWaiting { waiter.continuation?.resume(throwing: CancellationError()) }
    }
  }
}

/// The key of a cached answer: a digest of the whole request. It reveals no secrets, and answers for
/// different tokens have different keys, except for renewed tokens of the same `Credential.account`.
public struct CacheKey: Hashable, Sendable, CustomStringConvertible {
  /// The API and the endpoint, such as `WOT.players`, for removing all answers of an endpoint.
  public let endpoint: String
  /// The SHA-256 digest of method, URL, header fields and body, in hexadecimal digits.
  public let digest: String
  /// The SHA-256 digest of the URL, in hexadecimal digits; empty if unknown. A request that changes a
  /// resource removes all answers with its URL, regardless of their header fields (RFC 9111, section 4.4).
  public let resource: String

  /// The hash of the digest, stored because a call looks its key up several times.
  private let hash: Int

  /// Creates a key from stored values.
  public init(endpoint: String, digest: String, resource: String = "") {
    self.endpoint = endpoint
    self.digest = digest
    self.resource = resource
    hash = digest.hashValue
  }

  /// - Parameter renewable: Fields of which only the account counts.
  init(_ request: HTTPRequest, body: [UInt8], endpoint: String, _ renewable: [RenewableField]) {
    var material: [UInt8] = []
    material.reserveCapacity(256 + body.count)
    material.add(request.method.rawValue)
    material.add(request.scheme ?? "")
    material.add(request.authority ?? "")
    material.add(request.path ?? "")
    for field in request.headerFields where !Self.saysHow.contains(field.name.canonicalName) {
      let name = field.name.canonicalName
      if let known = renewable.first(where: { $0.name == name && $0.value == field.value }) {
        // No field has such a name.
        material.add("account \(name)")
        material.add(known.account)
      } else {
        material.add(name)
        material.add(field.value)
      }
    }
    material.addLength(body.count)
    material.append(contentsOf: body)
    self.init(endpoint: endpoint, digest: SHA256Digest.text(of: material), resource: Self.resource(request))
  }

  /// Returns the digest of a request's URL, with scheme and host in lowercase and without the scheme's
  /// default port.
  static func resource(_ request: HTTPRequest) -> String {
    var material: [UInt8] = []
    material.add(origin(request))
    let path = request.path ?? ""
    material.add(path.isEmpty ? "/" : path)
    return SHA256Digest.text(of: material)
  }

  /// Returns a request's scheme, host and port (RFC 9110, section 4.3.1), normalized so that equal origins
  /// are equal texts.
  static func origin(_ request: HTTPRequest) -> String {
    let scheme = (request.scheme ?? "").lowercased()
    var authority = (request.authority ?? "").lowercased()
    let port = scheme == "https" ? ":443" : ":80"
    if authority.hasSuffix(port) { authority.removeLast(port.utf8.count) }
    return "\(scheme)://\(authority)"
  }

  /// Returns whether a header field of the request is part of the digest. Fields that affect the content of
  /// the answer are.
  static func includes(fieldNamed name: String) -> Bool { !saysHow.contains(name) }

  /// Returns whether the digests are equal. The endpoint is only a label.
  public static func == (lhs: CacheKey, rhs: CacheKey) -> Bool { lhs.digest == rhs.digest }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// Fields that affect how to answer, but not the content of the answer. They don't make a request a
  /// different one.
  private static let saysHow = [
    "cache-control", "if-none-match", "if-modified-since", "user-agent",
  ]

  /// The endpoint and the first digits of the digest.
  public var description: String { "\(endpoint) \(digest.prefix(12))" }
}

// Values preceded by their lengths, so that different requests have different texts.
extension [UInt8] {
  fileprivate mutating func add(_ text: String) {
    addLength(text.utf8.count)
    append(contentsOf: text.bytes)
  }

  fileprivate mutating func addLength(_ length: Int) {
    for place in 0..<8 { append(UInt8(truncatingIfNeeded: UInt64(length) >> UInt64(place * 8))) }
  }
}
