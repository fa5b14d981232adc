import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store that keeps answers beyond the life of a process. `WGNAPIStore` has one on disk.
///
/// An error in a store never makes a request fail: an answer that can't be read is fetched again.
public protocol ResponseStore: Sendable {
  /// Returns the answer with a key, and marks it as used; nil if there is none.
  func response(for key: CacheKey) async throws -> StoredResponse?
  /// Stores an answer, replacing an older one.
  func store(_ response: StoredResponse, for key: CacheKey) async throws
  /// Removes the answer with a key.
  func remove(_ key: CacheKey) async throws
  /// Removes all answers of an endpoint, by ``CacheKey/endpoint``.
  func removeAll(of endpoint: String) async throws
  /// Removes all answers with a URL, by ``CacheKey/resource``, after a request that may have changed it. The
  /// default implementation removes everything, for stores that don't keep track of URLs.
  func removeAll(ofResource resource: String) async throws
  /// Removes everything.
  func removeAll() async throws
}

extension ResponseStore {
  /// Removes everything.
  public func removeAll(ofResource resource: String) async throws { try await removeAll() }
}

/// An answer in the form in which it is stored.
public struct StoredResponse: Hashable, Sendable {
  /// The HTTP status.
  public let status: Int
  /// The header fields.
  public let headers: HTTPFields
  /// The body, decompressed.
  public let body: [UInt8]
  /// The date when the request was sent.
  public let requestDate: Date
  /// The date when the response was received, or last confirmed by the server.
  public let responseDate: Date
  /// Digests of the request's header fields that `Vary` lists (RFC 9111, section 4.1), by their names in
  /// lowercase; without those that are part of the ``CacheKey``.
  public let varying: [String: String]
  /// The time after ``responseDate`` for which the redirects that led to it are valid; nil if there were
  /// none.
  public let redirectLifetime: Duration?

  /// Creates a response from stored values.
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

  /// The approximate size in bytes.
  public var size: Int {
    let fields = headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 64 }
    return body.count + fields + 256
  }
}
