import HTTPTypes
import WGNAPIClient

/// What an answer is kept under: a digest of the whole request, so that no secret can be read from it, and answers for
/// different tokens never meet.
public struct CacheKey: Hashable, Sendable, CustomStringConvertible {
  /// The API and the endpoint, such as `WOT.players`: what an endpoint's answers are removed by.
  public let endpoint: String
  /// SHA-256 of method, URL, header fields and body, in hexadecimal digits.
  public let digest: String
  /// SHA-256 of the URL, in hexadecimal digits; empty where it isn't known. A request that changes the URL removes all
  /// answers with it, whatever their header fields (RFC 9111, section 4.4).
  public let resource: String

  /// The digest's, because a key is looked up several times in a call.
  private let hash: Int

  /// Makes a key of parts that were kept.
  public init(endpoint: String, digest: String, resource: String = "") {
    self.endpoint = endpoint
    self.digest = digest
    self.resource = resource
    hash = digest.hashValue
  }

  init(_ request: HTTPRequest, body: [UInt8], endpoint: String) {
    var material: [UInt8] = []
    material.reserveCapacity(256 + body.count)
    material.add(request.method.rawValue)
    material.add(request.scheme ?? "")
    material.add(request.authority ?? "")
    material.add(request.path ?? "")
    for field in request.headerFields where !Self.saysHow.contains(field.name.canonicalName) {
      material.add(field.name.canonicalName)
      material.add(field.value)
    }
    material.addLength(body.count)
    material.append(contentsOf: body)
    self.init(endpoint: endpoint, digest: SHA256Digest.text(of: material), resource: Self.resource(request))
  }

  /// The digest of a request's URL; scheme and host count in lower case, and the scheme's own port as none.
  static func resource(_ request: HTTPRequest) -> String {
    var material: [UInt8] = []
    material.add(origin(request))
    let path = request.path ?? ""
    material.add(path.isEmpty ? "/" : path)
    return SHA256Digest.text(of: material)
  }

  /// A request's scheme, host and port (RFC 9110, section 4.3.1), so that equal origins are equal texts.
  static func origin(_ request: HTTPRequest) -> String {
    let scheme = (request.scheme ?? "").lowercased()
    var authority = (request.authority ?? "").lowercased()
    let port = scheme == "https" ? ":443" : ":80"
    if authority.hasSuffix(port) { authority.removeLast(port.utf8.count) }
    return "\(scheme)://\(authority)"
  }

  /// Whether a header field of the request is part of the digest, as all are that say what is asked for.
  static func includes(fieldNamed name: String) -> Bool { !saysHow.contains(name) }

  /// Whether the digests are equal: the endpoint is a label.
  public static func == (lhs: CacheKey, rhs: CacheKey) -> Bool { lhs.digest == rhs.digest }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// Fields that say how to answer, and not what: they don't make it another request.
  private static let saysHow: Set<String> = [
    "cache-control", "if-none-match", "if-modified-since", "user-agent",
  ]

  /// The endpoint and the beginning of the digest.
  public var description: String { "\(endpoint) \(digest.prefix(12))" }
}

// Parts, each with its length before it, so that no two requests are the same text.
extension [UInt8] {
  fileprivate mutating func add(_ text: String) {
    addLength(text.utf8.count)
    append(contentsOf: text.utf8)
  }

  fileprivate mutating func addLength(_ length: Int) {
    for place in 0..<8 { append(UInt8(truncatingIfNeeded: UInt64(length) >> UInt64(place * 8))) }
  }
}
