import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPITransport

/// Keeps answers: in memory, with what they were read into, and behind that in a store, such as the one on disk of
/// `WGNAPIStore`.
///
/// It is a private cache after RFC 9111. What the server says of a response comes first: `Cache-Control`, `Expires`,
/// `Age`, `Vary`, `ETag`, `Last-Modified`; where it says nothing, the endpoint's lifetime holds. Answers alone are
/// kept: a response that stands for an error never is. Header fields that concern the connection, set cookies or repeat
/// one of the request's secrets aren't kept with it.
///
/// Out of scope are what concerns shared caches (`s-maxage`, `public`), parts of a response (206), heuristic lifetimes
/// (section 4.2.2), several variants of one request (section 4.1; another variant replaces the one that is kept), the
/// fields that `no-cache` names, a request's `max-stale`, `min-fresh` and `only-if-cached` (``CacheUse`` says such things),
/// and requests that are conditional already, which pass. A request that changed something makes all answers of its URL
/// invalid (section 4.4); other URLs that it changes take ``APIClient/removeCached(of:)``.
///
/// Equal requests at the same time share one exchange, unless its answer must not be reused (`no-store`, `no-cache`,
/// `Vary: *`). Requests are equal if their method, URL, header fields and body are equal when they reach the cache. Put a
/// middleware whose fields affect the response before the cache, and one whose fields differ each time after it.
public final class ResponseCache: Middleware {
  /// What holds for one endpoint, in place of what its description says.
  public struct Override: Sendable {
    let operation: String
    let policy: CachePolicy

    /// What holds for the endpoint of a request type, and for endpoints of the same name in other APIs whose clients
    /// share the cache.
    public init<Request: APIRequest>(_ request: Request.Type, _ policy: CachePolicy) {
      operation = Request.endpoint.name
      self.policy = policy
    }
  }

  let memory: MemoryCache
  let store: (any ResponseStore)?
  let staleIfError: Duration
  let staleWhileRevalidate: Duration
  let onStoreError: (@Sendable (any Error) -> Void)?
  let exchanges = SharedExchanges<ExchangeKey, MiddlewareResponse>()
  let removals = Removals()
  private let overrides: [String: CachePolicy]

  /// Makes a cache.
  ///
  /// - Parameters:
  ///   - memoryLimit: the bytes that may be kept in memory; an answer's body counts twice, for itself and for what it
  ///     was read into.
  ///   - store: keeps answers beyond the life of the process.
  ///   - staleIfError: for how long after its lifetime an answer stands in where the server can't be reached or
  ///     fails, at least.
  ///   - staleWhileRevalidate: for how long after its lifetime an answer is given while a new one is fetched, at
  ///     least.
  ///   - overrides: what holds for single endpoints, in place of what their descriptions say.
  ///   - onStoreError: is told when the store fails; the request doesn't.
  public init(
    memoryLimit: Int = 32 << 20, store: (any ResponseStore)? = nil, staleIfError: Duration = .zero,
    staleWhileRevalidate: Duration = .zero, overrides: [Override] = [],
    onStoreError: (@Sendable (any Error) -> Void)? = nil
  ) {
    memory = MemoryCache(limit: memoryLimit)
    self.store = store
    self.staleIfError = staleIfError
    self.staleWhileRevalidate = staleWhileRevalidate
    self.onStoreError = onStoreError
    self.overrides = Dictionary(overrides.map { ($0.operation, $0.policy) }) { _, last in last }
  }

  /// About how many bytes are kept in memory.
  public var memorySize: Int { memory.size }

  public func send(
    _ request: MiddlewareRequest, next: @escaping Next
  ) async throws -> MiddlewareResponse {
    let policy = policy(for: request.call)
    let control = CacheControl(request.httpRequest.headerFields)
    guard request.call.options.cache != .ignore, !control.noStore, Self.isCacheable(request, policy) else {
      return try await pass(request, next)
    }
    let key = CacheKey(
      request.httpRequest, body: request.body,
      endpoint: Self.endpoint(request.call.api, request.call.operation))
    let fetch = Fetch(
      cache: self, key: key, request: request, policy: policy, removals: removals.count(for: key), next: next)
    switch request.call.options.cache {
    case .default where control.asksServer, .reload:
      return try await fetch.reload()
    case .cacheOnly: return try await fetch.kept()
    case .default, .ignore: return try await fetch.response()
    }
  }

  /// Removes what is kept under a key. The answer to a request that began before isn't kept.
  public func remove(_ key: CacheKey) async {
    removals.note(.key(key))
    memory.remove(key)
    await removals.waitForStores(.key(key))
    await removeFromStore { try await $0.remove(key) }
  }

  /// Removes all answers of a URL, by ``CacheKey/resource``.
  func removeAll(ofResource resource: String) async {
    removals.note(.resource(resource))
    memory.removeAll { $0.resource == resource }
    await removals.waitForStores(.resource(resource))
    await removeFromStore { try await $0.removeAll(ofResource: resource) }
  }

  /// Removes all answers of an endpoint: of its name in the API description, and the API's.
  public func removeAll(of operation: String, api: String) async {
    let endpoint = Self.endpoint(api, operation)
    removals.note(.several)
    memory.removeAll { $0.endpoint == endpoint }
    await removals.waitForStores(.several)
    await removeFromStore { try await $0.removeAll(of: endpoint) }
  }

  /// Removes everything.
  public func removeAll() async {
    removals.note(.several)
    memory.removeAll { _ in true }
    await removals.waitForStores(.several)
    await removeFromStore { try await $0.removeAll() }
  }

  /// Removes from the store in a task of its own, because stores stop when their task is cancelled and stale responses
  /// must be removed anyway.
  private func removeFromStore(
    _ removal: @escaping @Sendable (any ResponseStore) async throws -> Void
  ) async {
    guard store != nil else { return }
    await Task { await attempt(removal) }.value
  }

  /// What the store does; nil where there is none, or it fails.
  @discardableResult
  func attempt<Value>(_ body: (any ResponseStore) async throws -> Value) async -> Value? {
    guard let store else { return nil }
    do {
      return try await body(store)
    } catch {
      if !(error is CancellationError) { onStoreError?(error) }
      return nil
    }
  }

  private func policy(for call: CallContext) -> CachePolicy? {
    let override = overrides.isEmpty ? nil : overrides[call.operation]
    let policy = call.options.cachePolicy ?? override ?? call.cachePolicy
    guard let policy else {
      // Nothing is said of a lifetime, which isn't to say that nothing may be kept.
      return CachePolicy(
        lifetime: .zero, staleIfError: staleIfError, staleWhileRevalidate: staleWhileRevalidate)
    }
    return CachePolicy(
      lifetime: policy.lifetime, staleIfError: max(policy.staleIfError, staleIfError),
      staleWhileRevalidate: max(policy.staleWhileRevalidate, staleWhileRevalidate))
  }

  /// GET; or another method, where the endpoint's description says that its answers may be kept for a time.
  private static func isCacheable(_ request: MiddlewareRequest, _ policy: CachePolicy?) -> Bool {
    guard let lifetime = policy?.lifetime else { return false }
    let method = request.httpRequest.method
    guard method == .get || lifetime > .zero && method == .post else { return false }
    return !request.httpRequest.headerFields.contains { conditions.contains($0.name.canonicalName) }
  }

  /// Fields that make a request conditional, or one for a part.
  private static let conditions: Set<String> = [
    "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "range", "if-range",
  ]

  static func endpoint(_ api: String, _ operation: String) -> String { "\(api).\(operation)" }
}

/// What must be the same for two calls to share an exchange.
struct ExchangeKey: Hashable, Sendable {
  let key: CacheKey
  let isReload: Bool
  /// The type that a response is read into depends on it.
  let request: ObjectIdentifier
  let options: TransportOptions
  let decoding: JSONDecoding
  let retry: RetryPolicy?
  let removals: Int

  // The rest is nearly always the same, and would take longer than all else.
  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
