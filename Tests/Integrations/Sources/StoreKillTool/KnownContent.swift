import Foundation
import HTTPTypes
import WGNAPICache
import WGNAPIRuntime

/// Responses that follow from their key and a version, so that whoever reads one can tell whether it is
/// right.
enum KnownContent {
  /// How many endpoints the keys are of.
  static let endpointCount = 4

  static func endpoint(_ number: Int) -> String { "Test.endpoint\(number % endpointCount)" }

  static func key(_ number: Int) -> CacheKey {
    var random = SplitMix64(state: UInt64(number))
    let digest = (0..<4).map { _ in
      let word = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - word.count) + word
    }
    return CacheKey(endpoint: endpoint(number), digest: digest.joined())
  }

  static func response(_ number: Int, version: Int) -> StoredResponse {
    var random = SplitMix64(state: UInt64(number) << 32 | UInt64(version))
    // Mostly some kilobytes, and sometimes many pages.
    let count = Int(random.next() % (random.next() % 16 == 0 ? 300_000 : 12_000))
    var body: [UInt8] = []
    body.reserveCapacity(count + 8)
    while body.count < count { withUnsafeBytes(of: random.next()) { body.append(contentsOf: $0) } }
    let date = Date(timeIntervalSinceReferenceDate: Double(random.next() >> 20) * 0x1p-16)
    return StoredResponse(
      status: 200 + Int(random.next() % 100),
      headers: [.contentType: "application/json", .eTag: "\(number)/\(version)"], body: body,
      requestDate: date,
      responseDate: date.addingTimeInterval(0.25), varying: ["accept-language": "\(random.next())"])
  }

  /// The version of a key's response; nil if it is something else.
  static func version(of response: StoredResponse, for number: Int) -> Int? {
    let parts = (response.headers[.eTag] ?? "").split(separator: "/").compactMap { Int($0) }
    guard parts.count == 2, parts[0] == number, response == Self.response(number, version: parts[1]) else {
      return nil
    }
    return parts[1]
  }
}

/// A generator of numbers that are the same for the same start.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
