import Foundation
import GRDB
import HTTPTypes
import WGNAPICache
import WGNAPIClient
import WGNAPITransport

/// A response in the form of the tables, with a checksum of its contents and its key.
struct ResponseRecord: Sendable {
  let key: CacheKey
  let status: Int
  let requested: Double
  let received: Double
  /// The time for which the redirects that led to the response are valid, in seconds; nil if there were none.
  let redirected: Double?
  let headers: Data
  let varying: Data
  let body: Data
  let checksum: Int64

  init(_ response: StoredResponse, for key: CacheKey) {
    self.key = key
    status = response.status
    // Relative to the reference date of `Date`, to avoid rounding.
    requested = response.requestDate.timeIntervalSinceReferenceDate
    received = response.responseDate.timeIntervalSinceReferenceDate
    redirected = response.redirectLifetime.map {
      Double($0.components.seconds) + Double($0.components.attoseconds) * 1e-18
    }
    var headers = PartsWriter()
    // Secrets are for the client that got them, and not for later ones.
    for field in response.headers where !field.name.isSecret {
      headers.add(field.name.rawName.utf8)
      field.withUnsafeBytesOfValue { headers.add($0) }
    }
    self.headers = headers.data
    var varying = PartsWriter()
    for (name, digest) in response.varying.sorted(by: { $0.key < $1.key }) {
      varying.add(name.utf8)
      varying.add(digest.utf8)
    }
    self.varying = varying.data
    body = Data(response.body)
    checksum = Self.checksum(
      of: key, status: status, dates: [requested, received], redirected,
      parts: [headers.data, varying.data, body])
  }

  /// Creates a record from the columns status, requested, received, headers, varying, checksum, bytes,
  /// redirected, and a flag: whether the URL equals the key's, or one of them is unknown.
  ///
  /// - Returns: nil if the row is damaged.
  init?(_ row: Row, for key: CacheKey) {
    guard row.count >= 9, case .int64(let status) = (row[0] as DatabaseValue).storage,
      let requested = Double.fromDatabaseValue(row[1]), let received = Double.fromDatabaseValue(row[2]),
      case .blob(let headers) = (row[3] as DatabaseValue).storage,
      case .blob(let varying) = (row[4] as DatabaseValue).storage,
      case .int64(let checksum) = (row[5] as DatabaseValue).storage,
      case .blob(let body) = (row[6] as DatabaseValue).storage,
      let status = Int(exactly: status), let redirected = Self.optionalNumber(row[7]),
      Bool.fromDatabaseValue(row[8]) == true,
      checksum
        == Self.checksum(
          of: key, status: status, dates: [requested, received], redirected, parts: [headers, varying, body])
    else { return nil }
    self.redirected = redirected
    self.key = key
    self.status = status
    self.requested = requested
    self.received = received
    self.headers = headers
    self.varying = varying
    self.body = body
    self.checksum = checksum
  }

  /// The response; nil if its parts are inconsistent.
  var response: StoredResponse? {
    guard let fields = partPairs(of: headers), let pairs = partPairs(of: varying) else { return nil }
    var headers = HTTPFields()
    for (name, value) in fields {
      guard let name = HTTPField.Name(String(decoding: name, as: UTF8.self)) else { return nil }
      headers.append(HTTPField(name: name, lenientValue: value))
    }
    var digests: [String: String] = [:]
    for (name, digest) in pairs {
      digests[String(decoding: name, as: UTF8.self)] = String(decoding: digest, as: UTF8.self)
    }
    return StoredResponse(
      status: status, headers: headers, body: [UInt8](body),
      requestDate: Date(timeIntervalSinceReferenceDate: requested),
      responseDate: Date(timeIntervalSinceReferenceDate: received), varying: digests,
      redirectLifetime: redirected.map { .seconds(min(max($0, 0), 1e12)) })
  }

  /// Returns a number, or `.some(nil)` for null; nil for anything else.
  private static func optionalNumber(_ value: DatabaseValue) -> Double?? {
    if value.isNull { return .some(nil) }
    return Double.fromDatabaseValue(value).map { $0.isFinite ? .some($0) : nil }
  }

  /// The approximate space used in the file in bytes. Data that doesn't fit on a page uses whole pages of its
  /// own.
  var size: Int {
    let page = 4096
    let bytes = body.count < page ? body.count : (body.count + page) / page * page
    let keys = key.endpoint.utf8.count + key.digest.utf8.count + key.resource.utf8.count
    return bytes + headers.count + varying.count + 2 * keys + 128
  }

  /// Whether SQLite can store it: the size of values is limited, and NaN isn't supported.
  var isStorable: Bool {
    requested.isFinite && received.isFinite && body.count <= 512 << 20 && headers.count <= 512 << 20
  }

  private static func checksum(
    of key: CacheKey, status: Int, dates: [Double], _ redirected: Double?, parts: [Data]
  ) -> Int64 {
    var hash = XXHash64.hash(key.endpoint.utf8)
    hash = XXHash64.hash(key.digest.utf8, seed: hash)
    // Columns added after the first version are included only if they have a value, so that older checksums
    // remain valid.
    let numbers = dates + (redirected.map { [$0] } ?? [])
    for word in [UInt64(bitPattern: Int64(status))] + numbers.map(\.bitPattern) {
      hash = withUnsafeBytes(of: word.littleEndian) { XXHash64.hash($0, seed: hash) }
    }
    // The hash of each part includes its length.
    for part in parts { hash = XXHash64.hash(part, seed: hash) }
    return Int64(bitPattern: hash)
  }
}

/// Writes byte strings, each after its length in four bytes, least significant byte first.
private struct PartsWriter {
  var data = Data()

  mutating func add(_ bytes: some Collection<UInt8>) {
    let count = UInt32(truncatingIfNeeded: bytes.count)
    withUnsafeBytes(of: count.littleEndian) { data.append(contentsOf: $0) }
    data.append(contentsOf: bytes)
  }
}

/// Returns the byte strings written by ``PartsWriter`` in pairs; nil if the data is incomplete.
private func partPairs(of data: Data) -> [(Data, Data)]? {
  var parts: [Data] = []
  var rest = data[...]
  while !rest.isEmpty {
    guard rest.count >= 4 else { return nil }
    let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(4)
    guard rest.count >= count else { return nil }
    parts.append(rest.prefix(count))
    rest = rest.dropFirst(count)
  }
  guard parts.count.isMultiple(of: 2) else { return nil }
  return stride(from: 0, to: parts.count, by: 2).map { (parts[$0], parts[$0 + 1]) }
}
