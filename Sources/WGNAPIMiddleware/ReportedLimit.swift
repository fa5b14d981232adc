import HTTPTypes
import WGNAPIClient
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a response's header fields say about the requests that the service still accepts.
struct ReportedLimit: Equatable {
  /// The number of requests that are left; at least 0.
  var remaining: Int
  /// The time until more requests are accepted; more than zero.
  var reset: Duration
  /// The number of requests that are accepted from reset to reset; nil if unknown.
  var limit: Int?

  /// Reads the header fields of a response; nil if they are missing, unreadable, or about a time that has passed.
  /// Numbers of any size are accepted: the limiter bounds the wait.
  init?(_ headers: HTTPFields, _ fields: RateLimitFields, now: Date) {
    if let names = fields.names {
      self.init(headers, names, now: now)
    } else {
      self.init(standard: headers)
    }
  }

  private init?(_ headers: HTTPFields, _ names: RateLimitFields.Names, now: Date) {
    guard let remaining = Self.number(headers, names.remaining), let reset = Self.number(headers, names.reset)
    else { return nil }
    let seconds =
      switch names.resetIs {
      case .seconds: reset
      case .milliseconds: reset / 1000
      case .timestamp: reset - now.timeIntervalSince1970
      case .timestampMilliseconds: reset / 1000 - now.timeIntervalSince1970
      }
    self.init(
      remaining: remaining, seconds: seconds, limit: names.limit.flatMap { Self.number(headers, $0) })
  }

  private init?(remaining: Double, seconds: Double, limit: Double?) {
    guard remaining.isFinite, seconds.isFinite, seconds > 0 else { return nil }
    // More than a billion isn't a limit.
    func count(_ number: Double) -> Int { Int(min(max(number, 0), 1e9)) }
    self.remaining = count(remaining)
    reset = Duration(limitedSeconds: seconds)
    self.limit = limit.flatMap { $0.isFinite && $0 >= 1 ? count($0) : nil }
  }

  private static func number(_ headers: HTTPFields, _ name: String) -> Double? {
    guard let name = HTTPField.Name(name), let text = headers[values: name].first else { return nil }
    return number(text)
  }

  /// Only digits, a sign and a point, because `Double` also reads `0x1p4`, `inf` and `nan`.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.count <= 40, text.utf8.allSatisfy({ $0.isDigit || $0 == 0x2D || $0 == 0x2E }) else {
      return nil
    }
    return Double(text)
  }
}

// The standard fields, read leniently: they are structured fields (RFC 9651).
extension ReportedLimit {
  /// The policy with the fewest requests left or, among equals, the latest reset.
  private init?(standard headers: HTTPFields) {
    let quotas = Dictionary(
      Self.members(headers, "RateLimit-Policy").map { ($0.name, $0.numbers["q"]) },
      uniquingKeysWith: { first, _ in first })
    let limits = Self.members(headers, "RateLimit").compactMap { member -> ReportedLimit? in
      guard let remaining = member.numbers["r"], let reset = member.numbers["t"] else { return nil }
      return ReportedLimit(remaining: remaining, seconds: reset, limit: quotas[member.name] ?? nil)
    }
    if let least = limits.min(by: { ($0.remaining, $1.reset) < ($1.remaining, $0.reset) }) {
      self = least
      return
    }
    // `limit=100, remaining=50, reset=5`, or a field each.
    let old = Dictionary(
      Self.members(headers, "RateLimit").compactMap { member in member.value.map { (member.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    func number(_ key: String) -> Double? { old[key] ?? Self.number(headers, "RateLimit-\(key)") }
    guard let remaining = number("remaining"), let reset = number("reset") else { return nil }
    self.init(remaining: remaining, seconds: reset, limit: number("limit"))
  }

  /// A member of a list or a dictionary: `"burst";r=5;t=1` or `limit=100`.
  private struct Member {
    var name = ""
    var value: Double?
    var numbers: [String: Double] = [:]
  }

  private static func members(_ headers: HTTPFields, _ field: String) -> [Member] {
    guard let name = HTTPField.Name(field) else { return [] }
    return headers[values: name].flatMap { value in
      parts(of: Array(value.utf8)[...], at: UInt8(ascii: ",")).map { member in
        var result = Member()
        for (index, part) in parts(of: member, at: UInt8(ascii: ";")).enumerated() {
          let key = part.prefix { $0 != UInt8(ascii: "=") || part.first == UInt8(ascii: "\"") }
          let number = number(text(part.dropFirst(key.count + 1)))
          if index == 0 {
            (result.name, result.value) = (text(key).lowercased(), number)
          } else {
            result.numbers[text(key).lowercased()] = number
          }
        }
        return result
      }
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(String(decoding: bytes, as: UTF8.self).drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// Splits a text at a byte, except in quotation marks.
  private static func parts(of bytes: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var isQuoted = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\\") where isQuoted: index += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case separator where !isQuoted:
        parts.append(trimmed(bytes[start..<index]))
        start = index + 1
      default: break
      }
      index += 1
    }
    parts.append(trimmed(bytes[min(start, bytes.endIndex)...]))
    return parts
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.drop { $0 == 0x20 || $0 == 0x09 }
  }
}
