import WGNAPIClient

// Removal of cached answers.
extension APIClient {
  private var caches: [ResponseCache] { core.configuration.middleware.compactMap { $0 as? ResponseCache } }

  /// Removes the cached answer to a request, so that the next answer comes from the server.
  ///
  /// - Throws: ``APIError`` if the request is invalid.
  public func removeCached<Request: APIRequest>(
    _ request: Request, options: CallOptions = CallOptions()
  ) async throws {
    let composed = try core.compose(request, options: options)
    let key = CacheKey(
      composed.httpRequest, body: composed.body,
      endpoint: ResponseCache.endpoint(core.api.name, Request.endpoint.name), composed.renewableFields)
    for cache in caches { await cache.remove(key) }
  }

  /// Removes the cached answers to all requests of a type, for all parameters and tokens.
  public func removeCached<Request: APIRequest>(of type: Request.Type) async {
    for cache in caches { await cache.removeAll(of: Request.endpoint.name, api: core.api.name) }
  }

  /// Removes everything from the client's cache, including answers of other clients that share it.
  public func removeAllCached() async {
    for cache in caches { await cache.removeAll() }
  }
}
