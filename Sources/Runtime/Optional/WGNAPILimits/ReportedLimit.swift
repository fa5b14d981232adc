import HTTPTypes
import WGNAPIClient
import WGNAPIJSON
import WGNAPIOptionalSupport
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
  /// Whether only one more request is accepted after the reset, and the next one after the same time.
  var restoresOne = false

  /// Reads the header fields of a response; nil if they are missing, unreadable, or about a time that has passed.
  /// Numbers of any size are accepted: the limiter bounds the wait.
  init?(_ headers: HTTPFields, _ fields: RateLimitFields, now: Date) {
    if let names = fields.names {
      self.init(headers, names, now: now)
    } else {
      self.init(standard: headers)
    }
  }

  /// The number of requests that the service has counted; nil if it doesn't say.
  static func used(_ headers: HTTPFields, _ used: RateLimitFields.Used) -> Int? {
    number(headers, used.field).flatMap { $0.isFinite && $0 >= 0 ? Int(min($0, 1e9)) : nil }
  }

  private init?(_ headers: HTTPFields, _ names: RateLimitFields.Names, now: Date) {
    let remaining: Double
    var limit: Double?
    switch names.count {
    case .remaining(let field, let limitField):
      guard let number = Self.number(headers, field) else { return nil }
      remaining = number
      limit = limitField.flatMap { Self.number(headers, $0) }
    case .usage(let field):
      let parts = (Self.text(headers, field) ?? "").parts(at: UInt8(ascii: "/"))
      guard parts.count == 2, let used = Self.number(parts[0].trimmed()),
        let all = Self.number(parts[1].trimmed())
      else { return nil }
      (remaining, limit) = (all - used, all)
    }
    switch names.renewal {
    case .reset(let field, let unit):
      guard let seconds = Self.seconds(until: Self.text(headers, field) ?? "", unit, now) else { return nil }
      self.init(remaining: remaining, seconds: seconds, limit: limit)
    case .steps(let time):
      self.init(remaining: remaining, seconds: time / .seconds(1), limit: limit)
      restoresOne = true
    }
  }

  private static func seconds(until text: String, _ unit: RateLimitFields.Reset, _ now: Date) -> Double? {
    if unit == .date {
      let date = HTTPDate.parse(text) ?? (try? ISO8601.decode(text.encoded()))
      return date?.timeIntervalSince(now)
    }
    guard let number = number(text) else { return nil }
    switch unit {
    case .milliseconds: return number / 1000
    case .timestamp: return number - now.timeIntervalSince1970
    case .timestampMilliseconds: return number / 1000 - now.timeIntervalSince1970
    default: return number
    }
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
    text(headers, name).flatMap(number)
  }

  private static func text(_ headers: HTTPFields, _ name: String) -> String? {
    HTTPField.Name(name).flatMap { headers.texts($0).first }
  }

  /// Only digits, a sign and a point, because `Double` also reads `0x1p4`, `inf` and `nan`.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.count <= 40 else { return nil }
    for byte in text.bytes where !byte.isDigit && byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".") {
      return nil
    }
    return Double(text)
  }
}

// The standard fields, read leniently: they are structured fields (RFC 9651).
extension ReportedLimit {
  /// The policy with the fewest requests left or, among equals, the latest reset.
  private init?(standard headers: HTTPFields) {
    let policies = Self.members(headers, "RateLimit-Policy")
    let members = Self.members(headers, "RateLimit")
    var least: ReportedLimit?
    for member in members {
      let policy = policies.first { $0.name == member.name }
      guard let remaining = member.remaining, let reset = member.reset,
        let limit = ReportedLimit(remaining: remaining, seconds: reset, limit: policy?.quota)
      else { continue }
      if let known = least, !limit.precedes(known) { continue }
      least = limit
    }
    if let least {
      self = least
      return
    }
    // `limit=100, remaining=50, reset=5`, or a field each.
    func number(_ key: String) -> Double? {
      let member = members.first { $0.name == key && $0.value != nil }
      return member?.value ?? Self.number(headers, "RateLimit-\(key)")
    }
    guard let remaining = number("remaining"), let reset = number("reset") else { return nil }
    self.init(remaining: remaining, seconds: reset, limit: number("limit"))
  }

  private func precedes(_ other: ReportedLimit) -> Bool {
    remaining == other.remaining ? reset > other.reset : remaining < other.remaining
  }

  /// A member of a list or a dictionary: `"burst";r=5;t=1` or `limit=100`.
  private struct Member {
    var name = ""
    var value: Double?
    var quota: Double?
    var remaining: Double?
    var reset: Double?
  }

  private static func members(_ headers: HTTPFields, _ field: String) -> [Member] {
    guard let name = HTTPField.Name(field) else { return [] }
    var members: [Member] = []
    for value in headers.texts(name) {
      for part in parts(of: value.bytes[...], at: UInt8(ascii: ",")) { members.append(member(part)) }
    }
    return members
  }

  private static func member(_ text: ArraySlice<UInt8>) -> Member {
    var member = Member()
    for (index, part) in parts(of: text, at: UInt8(ascii: ";")).enumerated() {
      let isQuoted = part.first == UInt8(ascii: "\"")
      let end = isQuoted ? part.endIndex : part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      let key = self.text(part[..<end]).lowercased()
      let number = number(self.text(part[end...].dropFirst()))
      switch key {
      case _ where index == 0: (member.name, member.value) = (key, number)
      case "q": member.quota = number
      case "r": member.remaining = number
      case "t": member.reset = number
      default: break
      }
    }
    return member
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var (start, end) = (bytes.startIndex, bytes.endIndex)
    while start < end, bytes[start] == UInt8(ascii: " ") { start += 1 }
    while start < end, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
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
    var start = bytes.startIndex
    while start < bytes.endIndex, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    return bytes[start...]
  }
}
