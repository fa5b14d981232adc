import HTTPTypes
import WGNAPIClient
import WGNAPIOptionalSupport
import WGNAPISupport
import WGNAPITransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store that keeps responses beyond the life of a process. `WGNAPIStore` has one on disk.
///
/// An error in a store never makes a request fail: a response that can't be read is fetched again.
public protocol ResponseStore: Sendable {
  /// Returns the response with a key, and marks it as used; nil if there is none.
  func response(for key: CacheKey) async throws -> StoredResponse?
  /// Stores a response, replacing an older one.
  func store(_ response: StoredResponse, for key: CacheKey) async throws
  /// Removes the response with a key.
  func remove(_ key: CacheKey) async throws
  /// Removes all responses of an endpoint, by ``CacheKey/endpoint``.
  func removeAll(of endpoint: String) async throws
  /// Removes all responses with a URL, by ``CacheKey/resource``, after a request that may have changed it. The
  /// default implementation removes everything, for stores that don't keep track of URLs.
  func removeAll(ofResource resource: String) async throws
  /// Removes everything.
  func removeAll() async throws
}

extension ResponseStore {
  /// Removes everything.
  public func removeAll(ofResource resource: String) async throws { try await removeAll() }
}

/// A response in the form in which it is stored.
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

extension StoredResponse {
  /// Whether the server can confirm the response. After a redirect it can't, because the validators belong to
  /// another URL.
  var hasValidator: Bool {
    redirectLifetime == nil && (headers.contains(.eTag) || headers.contains(.lastModified))
  }

  /// The header fields that make a request conditional on a change (RFC 9111, section 4.3.1). They repeat the
  /// validators byte for byte.
  var conditions: [HTTPField] {
    var conditions: [HTTPField] = []
    if let tag = headers.bytes(.eTag) { conditions.append(HTTPField(name: .ifNoneMatch, lenientValue: tag)) }
    if let date = headers.bytes(.lastModified) {
      conditions.append(HTTPField(name: .ifModifiedSince, lenientValue: date))
    }
    return conditions
  }

  /// Returns whether a 304 with these fields confirms this response (RFC 9111, section 4.3.4): by its entity
  /// tag or, without one, by the date of the last change. A 304 without either refers to the request's
  /// validators.
  ///
  /// Tags are compared weakly, as the server does (RFC 9110, section 13.1.2), because with compression, some
  /// servers send `W/"a"` first and `"a"` in the 304.
  func isConfirmed(by fields: HTTPFields) -> Bool {
    guard hasValidator else { return false }
    if let tag = Self.tag(fields) {
      return Self.tag(headers).map { Self.opaque($0) == Self.opaque(tag) } ?? false
    }
    guard let date = fields.text(.lastModified) else { return true }
    return headers.text(.lastModified) == date
  }

  /// Returns the bytes of the entity tag, which may not be valid text (RFC 9110, section 8.8.3).
  private static func tag(_ fields: HTTPFields) -> [UInt8]? {
    fields.bytes(.eTag)
  }

  private static func opaque(_ tag: [UInt8]) -> ArraySlice<UInt8> {
    tag.count > 1 && tag[0] == UInt8(ascii: "W") && tag[1] == UInt8(ascii: "/") ? tag[2...] : tag[...]
  }

  /// Returns the response updated with the fields of a 304 (RFC 9111, section 3.2).
  ///
  /// - Parameters:
  ///   - fields: The fields of the 304 to store.
  ///   - request: The request's fields.
  func renewed(
    by fields: HTTPFields, _ requestDate: Date, _ responseDate: Date, request: HTTPFields
  ) -> StoredResponse {
    var headers = HTTPFields()
    for field in self.headers where field.name == .contentLength || !fields.contains(field.name) {
      // They describe the age of the old response. A 304 without them means that it is new.
      if field.name != .age, field.name != .date { headers.append(field) }
    }
    for field in fields where field.name != .contentLength { headers.append(field) }
    return StoredResponse(
      status: status, headers: headers, body: body, requestDate: requestDate, responseDate: responseDate,
      varying: headers.varying(in: request))
  }
}

extension HTTPFields {
  /// Returns the fields to store: without those that concern the connection (RFC 9111, section 3.1), no
  /// longer apply to a decompressed body, or contain a secret.
  func kept(_ redaction: Redaction) -> HTTPFields {
    let connection = members(.connection)
    var kept = HTTPFields()
    for field in self {
      let name = field.name
      guard !name.isHopByHop, !name.isSecret, !Self.left.contains(name),
        !connection.contains(name.canonicalName), !redaction.occurs(in: field.value.bytes)
      else { continue }
      kept.append(field)
    }
    return kept
  }

  private static let left: [HTTPField.Name] = [.contentEncoding, .proxyAuthenticate]

  /// Returns digests of the request's fields that `Vary` lists, by their names in lowercase. Fields that are
  /// part of the key are omitted: they are equal wherever the response is found, so a digest of a token, for
  /// example, would be useless.
  func varying(in request: HTTPFields) -> [String: String] {
    var digests: [String: String] = [:]
    for name in members(.vary) where name == "*" || !CacheKey.includes(fieldNamed: name) {
      digests[name] = request.digest(ofFieldsNamed: name)
    }
    return digests
  }

  /// Returns a digest of the values of the fields with a name.
  @inline(never)
  func digest(ofFieldsNamed name: String) -> String {
    let values = HTTPField.Name(name).map { texts($0) } ?? []
    return SHA256Digest.text(of: values.joined(separator: ",").bytes)
  }

  /// Returns whether a response with these fields can answer other requests than its own (RFC 9111, sections
  /// 4, 4.1 and 5.2.2).
  var allowsReuse: Bool {
    let control = CacheControl(self)
    return !control.noStore && !control.noCache && !members(.vary).contains("*")
  }
}

/// The key of a cached response: a digest of the whole request. It reveals no secrets, and responses for
/// different tokens have different keys, except for renewed tokens of the same `Credential.account`.
public struct CacheKey: Hashable, Sendable, CustomStringConvertible {
  /// The API and the endpoint, such as `WOT.players`, for removing all responses of an endpoint.
  public let endpoint: String
  /// The SHA-256 digest of method, URL, header fields and body, in hexadecimal digits.
  public let digest: String
  /// The SHA-256 digest of the URL, in hexadecimal digits; empty if unknown. A request that changes a
  /// resource removes all responses with its URL, regardless of their header fields (RFC 9111, section 4.4).
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
        material.add(known.credential)
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
  /// the response are.
  static func includes(fieldNamed name: String) -> Bool { !saysHow.contains(name) }

  /// Returns whether the digests are equal. The endpoint is only a label.
  public static func == (lhs: CacheKey, rhs: CacheKey) -> Bool { lhs.digest == rhs.digest }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// Fields that affect how to answer, but not the content of the response. They don't make a request a
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
    append(contentsOf: text.utf8)
  }

  fileprivate mutating func addLength(_ length: Int) {
    for place in 0..<8 { append(UInt8(truncatingIfNeeded: UInt64(length) >> UInt64(place * 8))) }
  }
}
