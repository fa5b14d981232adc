import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPIOptionalSupport
import WGNAPITransport

/// A cache of responses with their decoded values, in memory and optionally in a store, such as the one on disk
/// in `WGNAPIStore`.
///
/// It is a private cache per RFC 9111. The server's fields take precedence: `Cache-Control`, `Expires`,
/// `Age`, `Vary`, `ETag` and `Last-Modified`; without them, the endpoint's lifetime applies. Only responses are
/// cached, never responses that indicate an error. Header fields that concern the connection, set cookies or
/// repeat one of the request's secrets are removed.
///
/// It doesn't support directives for shared caches (`s-maxage`, `public`), partial responses (206), heuristic
/// freshness (section 4.2.2), several variants of a response (section 4.1; a new variant replaces the cached
/// one), the field names in `no-cache`, and a request's `max-stale`, `min-fresh` and `only-if-cached`; use
/// `CacheUse` instead of these. Conditional requests bypass the cache. A request that may have changed
/// something removes all responses with its URL (section 4.4); for other URLs, call
/// `APIClient.removeCached(of:)`.
///
/// Simultaneous equal requests share one exchange, unless its response must not be reused (`no-store`,
/// `no-cache`, `Vary: *`). Requests are equal if their method, URL, header fields and body are equal when
/// they reach the cache. Put a middleware whose fields affect the response before the cache, and one whose
/// fields differ each time after it.
public final class ResponseCache: APIMiddleware, CustomReflectable {
  /// A cache policy that replaces the one in an endpoint's description.
  public struct Override: Sendable {
    let operation: String
    let policy: CachePolicy

    /// Creates an override for the endpoint of a request type, and for endpoints of the same name in other
    /// APIs whose clients share the cache.
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
  private let overrides: [Override]

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - memoryLimit: The maximum number of bytes in memory. A response counts with its body and its decoded value,
  ///     whose size is estimated (``MemorySized``). A response of more than half of them isn't kept in memory.
  ///   - store: A store that keeps responses beyond the life of the process; nil for none.
  ///   - staleIfError: The minimum time after a response's lifetime during which it is used if the server
  ///     fails or can't be reached.
  ///   - staleWhileRevalidate: The minimum time after a response's lifetime during which it is returned while
  ///     a new one is fetched.
  ///   - overrides: Policies that replace those in the descriptions of endpoints.
  ///   - onStoreError: A closure that is called when the store fails. The request doesn't fail.
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
    self.overrides = overrides
  }

  /// A mirror without the responses, which may contain secrets.
  public var customMirror: Mirror { Mirror(self, children: ["memorySize": memorySize]) }

  /// The approximate number of bytes in memory.
  public var memorySize: Int { memory.size }

  public func send(
    _ request: MiddlewareRequest, next: @escaping Next
  ) async throws -> MiddlewareResponse {
    let policy = policy(for: request.call)
    let control = CacheControl(request.httpRequest.headerFields)
    let use = request.call.policy(CacheUse.self) ?? .default
    guard use != .ignore, !control.noStore, Self.isCacheable(request, policy) else {
      return try await pass(request, next)
    }
    let key = CacheKey(
      request.httpRequest, body: request.body,
      endpoint: Self.endpoint(request.call.api, request.call.operation), request.call.renewableFields)
    let fetch = Fetch(
      cache: self, key: key, request: request, policy: policy, removals: removals.count(for: key), next: next)
    switch use {
    case .default where control.asksServer, .reload:
      return try await fetch.reload()
    case .cacheOnly: return try await fetch.kept()
    case .default, .ignore: return try await fetch.response()
    }
  }

  /// Removes the response with a key. Responses to requests that began earlier aren't cached.
  public func remove(_ key: CacheKey) async {
    removals.note(.key(key))
    memory.remove(key)
    await removals.waitForStores(.key(key))
    await removeFromStore { try await $0.remove(key) }
  }

  /// Removes all responses with a URL, by ``CacheKey/resource``.
  func removeAll(ofResource resource: String) async {
    removals.note(.resource(resource))
    memory.removeAll { $0.resource == resource }
    await removals.waitForStores(.resource(resource))
    await removeFromStore { try await $0.removeAll(ofResource: resource) }
  }

  /// Removes all responses of an endpoint, by its name in the API description and the API's name.
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

  /// Removes from the store in a separate task, because stores stop when their task is cancelled, but stale
  /// responses must be removed anyway.
  private func removeFromStore(
    _ removal: @escaping @Sendable (any ResponseStore) async throws -> Void
  ) async {
    guard store != nil else { return }
    await Task { await attempt(removal) }.value
  }

  /// Returns the result of a store operation; nil if there is no store or the operation fails.
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
    let override = overrides.last { $0.operation == call.operation }
    let policy = call.options.cachePolicy ?? override?.policy ?? call.policy(CachePolicy.self)
    guard let policy else {
      // There is no lifetime, but this doesn't mean that nothing may be stored.
      return CachePolicy(
        lifetime: .zero, staleIfError: staleIfError, staleWhileRevalidate: staleWhileRevalidate)
    }
    return CachePolicy(
      lifetime: policy.lifetime, staleIfError: max(policy.staleIfError, staleIfError),
      staleWhileRevalidate: max(policy.staleWhileRevalidate, staleWhileRevalidate))
  }

  /// Returns whether the method is GET, or the endpoint's policy has a lifetime for its responses.
  private static func isCacheable(_ request: MiddlewareRequest, _ policy: CachePolicy?) -> Bool {
    guard let lifetime = policy?.lifetime, !request.call.isStreamed, request.streamedBody == nil else {
      return false
    }
    let method = request.httpRequest.method
    guard method == .get || lifetime > .zero && method == .post else { return false }
    for field in request.httpRequest.headerFields where conditions.contains(field.name.canonicalName) {
      return false
    }
    return true
  }

  /// Fields that make a request conditional or ask for a part of a response.
  private static let conditions = [
    "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "range", "if-range",
  ]

  static func endpoint(_ api: String, _ operation: String) -> String { "\(api).\(operation)" }
}

/// The values that must be equal for two calls to share an exchange.
struct ExchangeKey: Hashable, Sendable {
  let key: CacheKey
  /// The tokens, because one may be refused and another one of the same account accepted.
  let renewable: [RenewableField]
  let isReload: Bool
  /// The type of the request, which determines the type of the decoded response.
  let request: ObjectIdentifier
  let options: TransportOptions
  let decoding: JSONDecoding
  /// The call's own policies, apart from those for the cache.
  let policies: Policies
  let removals: Int

  // Hashes the key only. The other values are nearly always equal, and hashing them would take longer than
  // everything else.
  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

// The effect of uncached requests on cached responses (RFC 9111, section 4.4).
extension ResponseCache {
  /// Sends an uncached request. If it may have changed something, the cached responses with its URL are
  /// removed.
  func pass(_ request: MiddlewareRequest, _ next: Next) async throws -> MiddlewareResponse {
    if request.call.policy(CacheUse.self) == .cacheOnly { throw request.call.error(.notSent(Miss())) }
    guard !Self.isSafe(request.httpRequest.method) else { return try await next(request) }
    do {
      let response = try await next(request)
      var changed = Self.resourcesChanged(by: request.httpRequest, response)
      // Even if the last attempt failed, an earlier one may have been carried out.
      if response.attempt > 1 { Self.add(CacheKey.resource(request.httpRequest), to: &changed) }
      await invalidate(changed)
      return response
    } catch {
      // The outcome is unknown. This also applies if the task was cancelled.
      if (error as? APIError)?.saysNothingWasSent != true {
        await invalidate([CacheKey.resource(request.httpRequest)])
      }
      throw error
    }
  }

  private func invalidate(_ resources: [String]) async {
    for resource in resources { await removeAll(ofResource: resource) }
  }

  /// Returns whether a method is safe (RFC 9110, section 9.2.1). Unknown methods aren't.
  private static func isSafe(_ method: HTTPRequest.Method) -> Bool {
    [.get, .head, .options, .trace].contains(method)
  }

  /// Returns the URLs whose responses are invalid: that of each request that was sent, and those of the same
  /// origin in `Location` and `Content-Location` of its response. Empty after an error.
  private static func resourcesChanged(
    by request: HTTPRequest, _ response: MiddlewareResponse
  ) -> [String] {
    var resources: [String] = []
    var current = OutgoingRequest(request, body: [])
    for hop in response.redirects + [response.httpResponse] {
      guard !isSafe(current.head.method), (200..<400).contains(hop.status.code) else { break }
      add(CacheKey.resource(current.head), to: &resources)
      for name in [HTTPField.Name.location, .contentLocation] {
        guard let place = hop.headerFields.text(name), let named = Redirect.request(current, at: place),
          CacheKey.origin(named.head) == CacheKey.origin(current.head)
        else { continue }
        add(CacheKey.resource(named.head), to: &resources)
      }
      let next = try? Redirect.next(
        after: current, status: hop.status.code, location: hop.headerFields.text(.location),
        policy: .sameHost, count: 0)
      guard let next else { break }
      current = next
    }
    return resources
  }

  private static func add(_ resource: String, to resources: inout [String]) {
    if !resources.contains(resource) { resources.append(resource) }
  }
}

extension APIError {
  /// Whether the request certainly didn't reach the server. After several attempts, this is unknown.
  fileprivate var saysNothingWasSent: Bool {
    guard attempt == 1 else { return false }
    return switch kind {
    case .invalidRequest, .invalidServer, .notAvailable, .notSent, .credential:
      true
    case .transport(let failure):
      [.offline, .hostNotFound, .cannotConnect, .insecure, .invalidRequest].contains(failure.reason)
    default: false
    }
  }
}

// Removal of cached responses.
extension APIClient {
  private var caches: [ResponseCache] { core.middleware.compactMap { $0 as? ResponseCache } }

  /// Removes the cached response to a request, so that the next response comes from the server.
  ///
  /// If the request needs a credential that its provider hasn't provided yet, or no longer provides, nobody knows which
  /// response that is. Then the responses to all requests of the type are removed.
  ///
  /// - Throws: ``APIError`` if the request is invalid.
  public func removeCached<Request: APIRequest>(
    _ request: Request, options: CallOptions = CallOptions()
  ) async throws {
    let composed = try core.compose(request, options: options)
    guard try core.knowsCredentials(of: request, options: options) else {
      return await removeCached(of: Request.self)
    }
    let key = CacheKey(
      composed.httpRequest, body: composed.body,
      endpoint: ResponseCache.endpoint(core.api.name, Request.endpoint.name), composed.renewableFields)
    for cache in caches { await cache.remove(key) }
  }

  /// Removes the cached responses to all requests of a type, for all parameters and tokens.
  public func removeCached<Request: APIRequest>(of type: Request.Type) async {
    for cache in caches { await cache.removeAll(of: Request.endpoint.name, api: core.api.name) }
  }

  /// Removes everything from the client's cache, including responses of other clients that share it.
  public func removeAllCached() async {
    for cache in caches { await cache.removeAll() }
  }
}
