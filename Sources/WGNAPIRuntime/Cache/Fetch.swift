import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One request that may be answered from the cache.
struct Fetch: Sendable {
  let cache: ResponseCache
  let key: CacheKey
  let request: MiddlewareRequest
  let policy: CachePolicy?
  let next: Middleware.Next

  private var call: CallContext { request.call }

  /// What is kept, while it may be used; else what the server answers.
  func response() async throws -> MiddlewareResponse {
    guard let entry = await entry() else { return try await shared(revalidating: nil) }
    let freshness = freshness(of: entry)
    if freshness.isFresh { return response(from: entry, .cache, freshness.age) }
    if freshness.isUsableWhileRevalidating {
      // Nobody waits for it: an error is none of this call's business.
      Task { try? await shared(revalidating: entry) }
      return response(from: entry, .stale, freshness.age)
    }
    do {
      let response = try await shared(revalidating: entry)
      guard let failure = response.failure, freshness.isUsableOnError else { return response }
      return stale(entry, because: failure)
    } catch let error as APIError where freshness.isUsableOnError {
      return stale(entry, because: error)
    }
  }

  /// What the server answers, whatever is kept.
  func reload() async throws -> MiddlewareResponse { try await shared(revalidating: nil, isReload: true) }

  /// What is kept, however old.
  func kept() async throws -> MiddlewareResponse {
    guard let entry = await entry() else { throw call.error(.notCached) }
    let freshness = freshness(of: entry)
    return response(from: entry, freshness.isFresh ? .cache : .stale, freshness.age)
  }
}

// What is kept.
extension Fetch {
  private func freshness(of entry: MemoryCache.Entry) -> Freshness {
    Freshness(entry.stored, policy: policy, now: call.clock.date)
  }

  /// The entry, if it answers this request.
  private func entry() async -> MemoryCache.Entry? {
    let entry: MemoryCache.Entry
    if let kept = cache.memory[key] {
      entry = kept
    } else {
      guard let stored = await cache.attempt({ try await $0.response(for: key) }) ?? nil else { return nil }
      entry = makeEntry(stored)
      // Read by another version of the program it may be no answer any more.
      guard case .success = entry.reading.value else {
        await cache.attempt { try await $0.remove(key) }
        return nil
      }
      cache.memory.insert(entry, for: key)
    }
    // Another variant of the response (RFC 9111, section 4.1).
    return entry.stored.varying.allSatisfy { $0.value == digest(of: $0.key) } ? entry : nil
  }

  private func makeEntry(_ stored: StoredResponse) -> MemoryCache.Entry {
    let response = MiddlewareResponse(
      httpResponse: HTTPResponse(status: .init(code: stored.status), headerFields: stored.headers),
      body: stored.body, call: call)
    return MemoryCache.Entry(stored: stored, decoding: call.decoding, reading: response.reading)
  }

  private func response(
    from entry: MemoryCache.Entry, _ origin: ResponseOrigin, _ age: Duration
  ) -> MiddlewareResponse {
    let head = HTTPResponse(status: .init(code: entry.stored.status), headerFields: entry.stored.headers)
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

  private func digest(of name: String) -> String {
    let fields = HTTPField.Name(name).map { request.httpRequest.headerFields[values: $0] } ?? []
    return CacheKey.digest(fields.joined(separator: ",").utf8)
  }
}

// What the server answers.
extension Fetch {
  private func shared(
    revalidating entry: MemoryCache.Entry?, isReload: Bool = false
  ) async throws -> MiddlewareResponse {
    let removals = cache.removals.count
    let exchange = ExchangeKey(
      key: key, isReload: isReload, options: request.options, decoding: call.decoding, retry: call.retry,
      removals: removals)
    return try await cache.exchanges.value(for: exchange) {
      try await transfer(revalidating: entry, isReload: isReload, removals: removals)
    }
  }

  private func transfer(
    revalidating entry: MemoryCache.Entry?, isReload: Bool, removals: Int
  ) async throws -> MiddlewareResponse {
    var request = request
    if isReload { request.httpRequest.headerFields[.cacheControl] = "no-cache" }
    if let entry {
      request.httpRequest.headerFields[.ifNoneMatch] = entry.stored.headers[.eTag]
      request.httpRequest.headerFields[.ifModifiedSince] = entry.stored.headers[.lastModified]
    }
    let sent = call.clock.date
    var response = try await next(request)
    let received = call.clock.date
    if let entry, response.httpResponse.status == .notModified {
      let renewed = entry.stored.renewed(by: response.httpResponse.headerFields, sent, received)
      let kept = MemoryCache.Entry(stored: renewed, decoding: entry.decoding, reading: entry.reading)
      await keep(kept, removals)
      return self.response(from: kept, .revalidated, freshness(of: kept).age)
    }
    let stored = StoredResponse(
      status: response.httpResponse.status.code, headers: response.httpResponse.headerFields.kept,
      body: response.body, requestDate: sent, responseDate: received,
      varying: varying(response.httpResponse.headerFields))
    response.age = Freshness(stored, policy: policy, now: received).age
    guard isStorable(stored), response.failure == nil else { return response }
    await keep(
      MemoryCache.Entry(stored: stored, decoding: call.decoding, reading: response.reading), removals)
    return response
  }

  private func keep(_ entry: MemoryCache.Entry, _ removals: Int) async {
    guard cache.removals.count == removals else { return }
    cache.memory.insert(entry, for: key)
    await cache.attempt { try await $0.store(entry.stored, for: key) }
    // Removed while it was being stored: then it must not come back from there.
    guard cache.removals.count != removals else { return }
    cache.memory.remove(key)
    await cache.attempt { try await $0.remove(key) }
  }

  private func varying(_ fields: HTTPFields) -> [String: String] {
    let names = fields[values: .vary].flatMap { $0.split(separator: ",") }.map {
      $0.lowercased().filter { $0 != " " && $0 != "\t" }
    }
    return Dictionary(names.map { ($0, digest(of: $0)) }) { first, _ in first }
  }

  /// Whether it may be kept (RFC 9111, section 3), and there is any use in it.
  private func isStorable(_ stored: StoredResponse) -> Bool {
    let control = CacheControl(stored.headers)
    guard !control.noStore, stored.varying["*"] == nil, stored.status != 206 else { return false }
    let explicit = Freshness.explicitLifetime(stored, control)
    let hasValidator = stored.headers[.eTag] != nil || stored.headers[.lastModified] != nil
    if (200..<300).contains(stored.status) {
      return hasValidator || (explicit ?? policy?.lifetime ?? .zero) > .zero
    }
    return explicit.map { $0 > .zero } ?? false
  }
}

extension StoredResponse {
  /// The same after a 304: with the fields that came with it (RFC 9111, section 3.2).
  fileprivate func renewed(
    by fields: HTTPFields, _ requestDate: Date, _ responseDate: Date
  ) -> StoredResponse {
    var headers = headers
    let fields = fields.kept
    for name in Set(fields.map(\.name)) where name != .contentLength {
      headers[values: name] = fields[values: name]
    }
    return StoredResponse(
      status: status, headers: headers, body: body, requestDate: requestDate, responseDate: responseDate,
      varying: varying)
  }
}

extension HTTPFields {
  /// Those that are kept: not what concerns the connection (RFC 9111, section 3.1), what is no longer true of a
  /// decompressed body, or what holds a secret.
  fileprivate var kept: HTTPFields {
    let left: Set<HTTPField.Name> = [
      .connection, .proxyAuthenticate, .proxyAuthorization, .te, .trailer, .transferEncoding, .upgrade,
      .contentEncoding, .setCookie, .authorization,
    ]
    return HTTPFields(filter { !left.contains($0.name) && $0.name.canonicalName != "keep-alive" })
  }
}
