import HTTPTypes
import WGNAPIClient
import WGNAPITransport

// The effect of uncached requests on cached answers (RFC 9111, section 4.4).
extension ResponseCache {
  /// Sends an uncached request. If it may have changed something, the cached answers with its URL are
  /// removed.
  func pass(_ request: MiddlewareRequest, _ next: Next) async throws -> MiddlewareResponse {
    if request.call.options.cache == .cacheOnly { throw request.call.error(.notCached) }
    guard request.call.options.cache != .ignore, !Self.isSafe(request.httpRequest.method) else {
      return try await next(request)
    }
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

  /// Returns the URLs whose answers are invalid: that of each request that was sent, and those of the same
  /// origin in `Location` and `Content-Location` of its response. Empty after an error.
  private static func resourcesChanged(
    by request: HTTPRequest, _ response: MiddlewareResponse
  ) -> [String] {
    var resources: [String] = []
    var current = OutgoingRequest(request, body: [])
    for answer in response.redirects + [response.httpResponse] {
      guard !isSafe(current.head.method), (200..<400).contains(answer.status.code) else { break }
      add(CacheKey.resource(current.head), to: &resources)
      for name in [HTTPField.Name.location, .contentLocation] {
        guard let place = answer.headerFields.text(name), let named = Redirect.request(current, at: place),
          CacheKey.origin(named.head) == CacheKey.origin(current.head)
        else { continue }
        add(CacheKey.resource(named.head), to: &resources)
      }
      let next = try? Redirect.next(
        after: current, status: answer.status.code, location: answer.headerFields.text(.location),
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
    case .invalidRequest, .invalidServer, .notAvailable, .notCached, .circuitOpen, .rateLimited,
      .credential:
      true
    case .transport(let failure):
      [.offline, .hostNotFound, .cannotConnect, .insecure, .invalidRequest].contains(failure.reason)
    default: false
    }
  }
}
