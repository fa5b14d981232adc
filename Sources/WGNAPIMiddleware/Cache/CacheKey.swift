import HTTPTypes
import WGNAPIClient

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
