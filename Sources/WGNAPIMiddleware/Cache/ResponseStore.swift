import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps answers beyond the life of a process: `WGNAPIStore` has one on disk.
///
/// Nothing that a store does or fails to do makes a request fail: an answer that can't be read is fetched anew.
public protocol ResponseStore: Sendable {
  /// The answer that is kept under a key, and now counts as used.
  func response(for key: CacheKey) async throws -> StoredResponse?
  /// Keeps an answer, in place of an older one.
  func store(_ response: StoredResponse, for key: CacheKey) async throws
  /// Removes what is kept under a key.
  func remove(_ key: CacheKey) async throws
  /// Removes all answers of an endpoint, by ``CacheKey/endpoint``.
  func removeAll(of endpoint: String) async throws
  /// Removes all answers of a URL, by ``CacheKey/resource``, after a request has changed it. A store that doesn't know
  /// which those are removes everything, which is what happens by default.
  func removeAll(ofResource resource: String) async throws
  /// Removes everything.
  func removeAll() async throws
}

extension ResponseStore {
  /// Removes everything.
  public func removeAll(ofResource resource: String) async throws { try await removeAll() }
}

/// An answer as it is kept.
public struct StoredResponse: Hashable, Sendable {
  /// The HTTP status.
  public let status: Int
  /// The header fields.
  public let headers: HTTPFields
  /// The body, decompressed.
  public let body: [UInt8]
  /// When the request was sent.
  public let requestDate: Date
  /// When the response was there, or was last said to still hold.
  public let responseDate: Date
  /// Digests of the request's header fields that `Vary` names (RFC 9111, section 4.1), by their lower-case names; only of
  /// those that aren't part of the ``CacheKey`` anyway.
  public let varying: [String: String]
  /// How long after ``responseDate`` the redirects that led to it still lead to it; nil where there were none.
  public let redirectLifetime: Duration?

  /// Makes one of what was kept.
  public init(
    status: Int, headers: HTTPFields, body: [UInt8], requestDate: Date, responseDate: Date,
    varying: [String: String] = [:], redirectLifetime: Duration? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.requestDate = requestDate
    self.responseDate = responseDate
    self.varying = varying
    self.redirectLifetime = redirectLifetime
  }

  /// About how many bytes it takes.
  public var size: Int {
    let fields = headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
    return body.count + fields + 256
  }
}
