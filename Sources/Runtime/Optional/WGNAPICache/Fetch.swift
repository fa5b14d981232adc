import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPIOptionalSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request that may be answered from the cache.
struct Fetch: Sendable {
  let cache: ResponseCache
  let key: CacheKey
  let request: MiddlewareRequest
  let policy: CachePolicy?
  /// The number of times the response had been removed when the call began.
  let removals: Int
  let next: APIMiddleware.Next

  private var call: CallContext { request.call }

  /// Returns the cached response if it may be used; otherwise the server's.
  func response() async throws -> MiddlewareResponse {
    guard let entry = try await entry() else { return try await shared(revalidating: nil) }
    let freshness = freshness(of: entry)
    if freshness.isFresh { return response(from: entry, .cache, freshness.age) }
    if freshness.isUsableWhileRevalidating {
      // Nobody waits for this exchange, so its errors are ignored.
      if !cache.exchanges.contains(exchangeKey()) { Task { try? await shared(revalidating: entry) } }
      return response(from: entry, .stale, freshness.age)
    }
    do {
      let response = try await shared(revalidating: entry)
      guard let failure = response.failure ?? describedFailure(response),
        freshness.isUsable(inPlaceOf: failure)
      else { return response }
      return stale(entry, because: failure)
    } catch let error as APIError where freshness.isUsable(inPlaceOf: error) {
      return stale(entry, because: error)
    }
  }

  /// Returns the server's response, regardless of the cache; or the cached response, if the server confirms it.
  func reload() async throws -> MiddlewareResponse {
    try await shared(revalidating: try await entry(), isReload: true)
  }

  /// Returns the cached response, however old.
  func kept() async throws -> MiddlewareResponse {
    guard let entry = try await entry() else { throw call.error(.notSent(ResponseCache.Miss())) }
    let freshness = freshness(of: entry)
    return response(from: entry, freshness.isFresh ? .cache : .stale, freshness.age)
  }
}

// The cached response.
extension Fetch {
  private func freshness(of entry: MemoryCache.Entry) -> Freshness {
    Freshness(entry.stored, facts: entry.freshness, policy: policy, now: call.clock.date)
  }

  private func freshness(of stored: StoredResponse) -> Freshness {
    Freshness(stored, policy: policy, now: call.clock.date)
  }

  /// Returns the cache entry if it answers this request.
  private func entry() async throws -> MemoryCache.Entry? {
    if let entry = cache.memory[key] { return answers(entry) ? entry : nil }
    guard let stored = await cache.attempt({ try await $0.response(for: key) }) ?? nil,
      (200..<600).contains(stored.status)
    else { return nil }
    // This decodes it.
    let entry = try await work(exchangeKey()) { _ in makeEntry(stored) }
    // A response stored by an earlier version of the program may no longer be decodable as a response; a new
    // one replaces it.
    guard case .success = entry.reading.value else { return nil }
    _ = cache.removals.unlessRemoved(key, since: removals) { cache.memory.insert(entry, for: key) }
    return answers(entry) ? entry : nil
  }

  /// Returns whether the entry has the variant of the response that this request selects (RFC 9111, section
  /// 4.1).
  private func answers(_ entry: MemoryCache.Entry) -> Bool {
    entry.stored.varying.isEmpty || isSelected(entry.stored.varying)
  }

  private func isSelected(_ varying: [String: String]) -> Bool {
    for (name, digest) in varying
    where request.httpRequest.headerFields.digest(ofFieldsNamed: name) != digest { return false }
    return true
  }

  /// Returns the response that another call's exchange has stored since this call looked at the cache.
  private func fresherResponse(than entry: MemoryCache.Entry?) -> MiddlewareResponse? {
    guard let newer = cache.memory[key], newer.order > entry?.order ?? -1, answers(newer) else { return nil }
    let freshness = freshness(of: newer)
    return freshness.isFresh ? response(from: newer, .cache, freshness.age) : nil
  }

  private func makeEntry(_ stored: StoredResponse) -> MemoryCache.Entry {
    let response = MiddlewareResponse(
      httpResponse: HTTPResponse(status: .init(code: stored.status), headerFields: stored.headers),
      body: stored.body, call: call)
    return MemoryCache.Entry(stored: stored, order: 0, decoding: call.decoding, reading: response.reading)
  }

  private func response(
    from entry: MemoryCache.Entry, _ origin: ResponseOrigin, _ age: Duration
  ) -> MiddlewareResponse {
    let head =
      origin == .revalidated
      ? HTTPResponse(status: .init(code: entry.stored.status), headerFields: entry.stored.headers)
      : entry.head(ofAge: age.components.seconds)
    guard entry.decoding == call.decoding else {
      return MiddlewareResponse(
        httpResponse: head, body: entry.stored.body, origin: origin, age: age, call: call)
    }
    return MiddlewareResponse(
      httpResponse: head, body: entry.stored.body, origin: origin, age: age, call: call,
      reading: entry.reading)
  }

  private func stale(_ entry: MemoryCache.Entry, because error: APIError) -> MiddlewareResponse {
    var response = response(from: entry, .stale, freshness(of: entry).age)
    response.staleReason = error
    return response
  }

  /// Returns an error for a server failure that the endpoint describes as a response, for calls that prefer a
  /// stale response.
  private func describedFailure(_ response: MiddlewareResponse) -> APIError? {
    let status = response.httpResponse.status
    guard status.code >= 500 else { return nil }
    let excerpt = BodyExcerpt.text(of: response.body, redaction: call.redaction)
    return call.error(.httpStatus(excerpt: excerpt), status: status)
  }
}

// The server's response.
extension Fetch {
  private var ownPolicies: Policies {
    var policies = call.options.policies
    policies[CacheUse.self] = nil
    policies[CachePolicy.self] = nil
    // Among the options for the transport.
    policies[TimeoutPolicy.self] = nil
    return policies
  }

  private func exchangeKey(isReload: Bool = false) -> ExchangeKey {
    ExchangeKey(
      key: key, renewable: call.renewableFields, isReload: isReload, request: call.requestType,
      options: request.options,
      decoding: call.decoding, policies: ownPolicies, removals: removals)
  }

  private func shared(
    revalidating entry: MemoryCache.Entry?, isReload: Bool = false
  ) async throws -> MiddlewareResponse {
    let key = exchangeKey(isReload: isReload)
    return try await work(key) { isNested in
      try await cache.exchanges.value(for: key, isShared: isShared, mayWait: !isNested) {
        if !isReload, let response = fresherResponse(than: entry) { return response }
        return try await transfer(revalidating: entry, isReload: isReload)
      }
    }
  }

  /// A response of a cache, as the ID of the work of getting it.
  private struct Pending: Hashable, Sendable {
    let cache: ObjectIdentifier
    let key: ExchangeKey
  }

  /// Runs `body`, which gets or decodes a response: neither must need the same response, because it would wait for itself.
  ///
  /// - Parameter body: Its parameter is whether it is a part of the work for another response, which may wait for this one.
  private func work<Result>(
    _ key: ExchangeKey, _ body: (_ isNested: Bool) async throws -> Result
  ) async throws -> Result {
    let id = Pending(cache: ObjectIdentifier(cache), key: key)
    guard !SharedWork.isInside(id) else {
      let problem =
        "is sent while its own response is decoded, by the decoder, or by a middleware after the cache"
      throw call.error(
        .invalidRequest([
          Violation(keyword: "cache", message: problem, byteOffset: 0)
        ]))
    }
    let isNested = SharedWork.isInside(any: Pending.self)
    return try await SharedWork.run(as: id) { try await body(isNested) }
  }

  /// Returns whether calls that asked for the same in the meantime can use the response, too (RFC 9111,
  /// section 4). They always share a failure, so that they don't all ask a failing server at once.
  private func isShared(_ response: MiddlewareResponse) -> Bool {
    response.failure != nil
      || (response.redirects + [response.httpResponse]).allSatisfy(\.headerFields.allowsReuse)
  }

  private func transfer(
    revalidating entry: MemoryCache.Entry?, isReload: Bool
  ) async throws -> MiddlewareResponse {
    var request = request
    if isReload { request.httpRequest.headerFields.replace(.cacheControl, "no-cache") }
    let order = cache.memory.nextOrder()
    if let entry, entry.stored.hasValidator {
      var conditional = request
      for field in entry.stored.conditions { conditional.httpRequest.headerFields.append(field) }
      let sent = call.clock.date
      let response = try await next(conditional)
      guard response.httpResponse.status == .notModified else {
        return await received(response, sent, order, isReplacement: true)
      }
      if let renewed = await renewed(entry, by: response, sent, order) { return renewed }
      // The 304 is about a response other than the cached one (RFC 9111, section 4.3.4), so that response is
      // needed.
    }
    let sent = call.clock.date
    return await received(try await next(request), sent, order, isReplacement: isReload || entry != nil)
  }

  /// Returns the cached response, updated after the server confirmed it; nil if the confirmation is for another
  /// response.
  private func renewed(
    _ entry: MemoryCache.Entry, by response: MiddlewareResponse, _ sent: Date, _ order: Int
  ) async -> MiddlewareResponse? {
    let fields = response.httpResponse.headerFields.kept(call.redaction)
    // After a redirect, the confirmation is for another URL.
    guard response.redirects.isEmpty, entry.stored.isConfirmed(by: fields) else { return nil }
    let stored = entry.stored.renewed(
      by: fields, sent, call.clock.date, request: request.httpRequest.headerFields)
    let renewed = MemoryCache.Entry(
      stored: stored, order: order, decoding: entry.decoding, reading: entry.reading)
    let freshness = freshness(of: stored)
    if isStorable(stored, freshness) { await keep(renewed) } else { await cache.remove(key) }
    return self.response(from: renewed, .revalidated, freshness.age)
  }

  private func received(
    _ response: MiddlewareResponse, _ sent: Date, _ order: Int, isReplacement: Bool
  ) async -> MiddlewareResponse {
    var response = response
    let status = response.httpResponse.status.code
    let fields = response.httpResponse.headerFields.kept(call.redaction)
    let now = call.clock.date
    let sentFields = request.httpRequest.headerFields
    var varying = fields.varying(in: sentFields)
    for redirect in response.redirects {
      for (name, digest) in redirect.headerFields.varying(in: sentFields) { varying[name] = digest }
    }
    let stored = StoredResponse(
      status: status, headers: fields, body: response.body, requestDate: sent, responseDate: now,
      varying: varying, redirectLifetime: Self.lifetime(of: response.redirects, sent, now))
    let freshness = freshness(of: stored)
    response.age = freshness.age
    // A server failure leaves the cached response valid (section 4.3.3); 404 and 410 don't.
    if isReplacement, status >= 500 { return response }
    guard response.failure == nil else {
      if isReplacement, status == 404 || status == 410 { await cache.remove(key) }
      return response
    }
    if isStorable(stored, freshness) {
      await keep(
        MemoryCache.Entry(
          stored: stored, order: order, decoding: call.decoding, reading: response.reading,
          freshness: freshness.facts))
    } else if isReplacement {
      // The cached response is outdated, and the new one must not be stored.
      await cache.remove(key)
    }
    return response
  }

  private func keep(_ entry: MemoryCache.Entry) async {
    var isNewest = false
    _ = cache.removals.unlessRemoved(key, since: removals) {
      isNewest = cache.memory.insert(entry, for: key)
    }
    guard isNewest, cache.store != nil else { return }
    await cache.removals.store(key, since: removals) {
      await cache.attempt { try await $0.store(entry.stored, for: key) }
    }
  }

  /// Returns whether the response may be stored (RFC 9111, section 3), and storing it is useful.
  private func isStorable(_ stored: StoredResponse, _ freshness: Freshness) -> Bool {
    guard !freshness.isForbidden, stored.varying["*"] == nil, stored.status != 206 else { return false }
    if let lifetime = stored.redirectLifetime, lifetime <= .zero || freshness.lifetime <= .zero {
      return false
    }
    if (200..<300).contains(stored.status) { return freshness.lifetime > .zero || stored.hasValidator }
    return freshness.explicitLifetime.map { $0 > .zero } ?? false
  }

  /// Returns the time for which redirects may be reused; nil if there are none. Each redirect counts like a
  /// cached response: without explicit freshness, a permanent redirect lasts forever and a temporary one not
  /// at all (RFC 9110, section 15.4).
  private static func lifetime(of redirects: [HTTPResponse], _ sent: Date, _ received: Date) -> Duration? {
    guard !redirects.isEmpty else { return nil }
    return redirects.reduce(.seconds(1 << 31)) { shortest, redirect in
      guard redirect.headerFields.allowsReuse else { return .zero }
      let freshness = Freshness(
        StoredResponse(
          status: redirect.status.code, headers: redirect.headerFields, body: [], requestDate: sent,
          responseDate: received), policy: nil, now: received)
      guard let lifetime = freshness.explicitLifetime else {
        return [301, 308].contains(redirect.status.code) ? shortest : .zero
      }
      return min(shortest, max(lifetime - freshness.age, .zero))
    }
  }
}
