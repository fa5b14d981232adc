import HTTPTypes

/// What an answer is kept under: a digest of the whole request, so that no secret can be read from it, and answers for
/// different tokens never meet.
public struct CacheKey: Hashable, Sendable, CustomStringConvertible {
  /// The API and the endpoint, such as `WOT.players`: what an endpoint's answers are removed by.
  public let endpoint: String
  /// SHA-256 of method, URL, header fields and body, in hexadecimal digits.
  public let digest: String

  /// Makes a key of parts that were kept.
  public init(endpoint: String, digest: String) {
    self.endpoint = endpoint
    self.digest = digest
  }

  init(_ request: HTTPRequest, body: [UInt8], endpoint: String) {
    var material: [UInt8] = []
    // Each part with its length before it, so that no two requests are the same text.
    func add(_ bytes: some Collection<UInt8>) {
      withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { material.append(contentsOf: $0) }
      material.append(contentsOf: bytes)
    }
    add(request.method.rawValue.utf8)
    add((request.scheme ?? "").utf8)
    add((request.authority ?? "").utf8)
    add((request.path ?? "").utf8)
    for field in request.headerFields where !Self.saysHow(field.name) {
      add(field.name.canonicalName.utf8)
      add(field.value.utf8)
    }
    add(body)
    self.init(endpoint: endpoint, digest: Self.digest(material))
  }

  /// Whether the digests are equal: the endpoint is a label.
  public static func == (lhs: CacheKey, rhs: CacheKey) -> Bool { lhs.digest == rhs.digest }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }

  /// Fields that say how to answer, and not what: they don't make it another request.
  private static func saysHow(_ name: HTTPField.Name) -> Bool {
    [.cacheControl, .ifNoneMatch, .ifModifiedSince, .userAgent].contains(name)
  }

  static func digest(_ text: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = SHA256Digest.of(Array(text)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The endpoint and the beginning of the digest.
  public var description: String { "\(endpoint) \(digest.prefix(12))" }
}
