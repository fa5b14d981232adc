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
    guard let name = HTTPField.Name(name), let text = headers.texts(name).first else { return nil }
    return number(text)
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

/// A limit that a service reports in its header fields, as far as it is known. All state is behind the lock of the
/// limiter that owns it.
///
/// The service's number is right when it is sent, but other requests may be under way. They have been counted here
/// when they left, so within a period the smaller number counts. A number from a response to a request that was alone
/// is exact.
struct LearnedLimit {
  /// The number of requests that may still be sent in the period; nil if unknown.
  private(set) var remaining: Int?
  /// When the period ends; nil before the first report.
  private(set) var end: Duration?
  /// Whether `end` is a guess, because the period has begun without a report.
  private var isGuess = false
  private var limit: Int?
  /// How long a period is, as far as the reports show.
  private var period = Duration.zero
  private var underWay = 0
  /// The number of requests sent so far.
  private var sent = 0

  /// Periods whose ends differ by no more than this are the same one: services round.
  private static let tolerance = Duration.seconds(2)

  /// What to remember of a request until it is answered.
  struct Ticket {
    fileprivate let number: Int
    fileprivate let wasAlone: Bool
  }

  /// Whether nothing would be lost with this limit.
  func isIdle(at now: Duration) -> Bool { underWay == 0 && end ?? now <= now }

  /// The end of the period if no more requests may be sent in it; otherwise nil.
  var exhaustion: Duration? { remaining == 0 ? end : nil }

  /// Counts a request.
  mutating func take(at now: Duration) -> Ticket {
    if let end, end <= now {
      // The next answer says when the new period ends. If there is a limit, it holds until then.
      remaining = limit
      self.end = limit == nil ? nil : now + period
      isGuess = true
    }
    let ticket = Ticket(number: sent, wasAlone: underWay == 0)
    sent += 1
    underWay += 1
    remaining = remaining.map { max($0 - 1, 0) }
    return ticket
  }

  /// Ends a request, with what its answer says.
  ///
  /// - Parameter longest: The maximum wait that a service can ask for.
  mutating func finish(_ ticket: Ticket, _ report: ReportedLimit?, longest: Duration, now: Duration) {
    underWay = max(underWay - 1, 0)
    guard let report else { return }
    let end = now + min(report.reset, longest)
    limit = report.limit ?? limit
    let isAlone = ticket.wasAlone && underWay == 0 && sent == ticket.number + 1
    let isKnown = self.end.map { $0 > now } ?? false
    let isSamePeriod = isKnown && self.end.map { abs($0, end) <= Self.tolerance } ?? false
    period = isSamePeriod || isGuess ? max(period, end - now) : end - now
    if isAlone {
      remaining = report.remaining
    } else if let left = remaining, isSamePeriod || isGuess {
      remaining = min(left, report.remaining)
    } else if let left = remaining, isKnown, let known = self.end, known > end {
      // An answer that was under way for long may be about an earlier period.
      remaining = min(left, report.remaining)
      return
    } else {
      remaining = max(report.remaining - underWay, 0)
    }
    self.end = end
    isGuess = false
  }

  private func abs(_ a: Duration, _ b: Duration) -> Duration { a > b ? a - b : b - a }
}
