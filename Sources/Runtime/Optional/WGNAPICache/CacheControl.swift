import HTTPTypes
import WGNAPIClient
import WGNAPIOptionalSupport
import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The directives of a `Cache-Control` field (RFC 9111, section 5.2). Unknown directives are ignored.
///
/// A malformed field is read conservatively, so that less is cached, for less time: `max-age=60 no-store`,
/// without a comma, means `no-store`.
struct CacheControl {
  private(set) var noStore = false
  /// Also true if the directive names fields, which RFC 9111 allows and which is simpler.
  private(set) var noCache = false
  private(set) var mustRevalidate = false
  private(set) var maxAge: Duration?
  private(set) var staleIfError: Duration?
  private(set) var staleWhileRevalidate: Duration?

  init(_ fields: HTTPFields) {
    for value in fields[values: .cacheControl] { add(value.bytes) }
  }

  /// Whether a request asks for a response from the server (sections 5.2.1.1 and 5.2.1.4).
  var asksServer: Bool { noCache || maxAge == .zero }

  /// Adds a directive. If it occurs several times, the first one is used (section 4.2.1).
  private mutating func set(_ name: String, _ value: String) {
    switch name {
    case "no-store": noStore = true
    case "no-cache": noCache = true
    case "must-revalidate": mustRevalidate = true
    case "max-age": maxAge = maxAge ?? Self.duration(value)
    case "stale-if-error": staleIfError = staleIfError ?? Self.duration(value)
    case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? Self.duration(value)
    default: break
    }
  }

  /// Returns a directive's duration in seconds. An invalid value counts as zero, that is, stale (section
  /// 4.2.1); a value that is too large counts as a very long time (section 1.2.2).
  private static func duration(_ value: String) -> Duration { seconds(value) ?? .zero }

  /// Returns a number of seconds, at most 2^31 (section 1.2.2); nil unless the text consists of digits.
  static func seconds(_ text: String) -> Duration? {
    guard text.isDigits else { return nil }
    return .seconds(min(IntegerText.int64(text) ?? 1 << 31, 1 << 31))
  }
}

// Parsing. It compares bytes, because a Character may be a comma with a combining accent.
extension CacheControl {
  /// Adds a list of `name`, `name=value` and `name="value"`.
  private mutating func add(_ list: [UInt8]) {
    var rest = list[...]
    while !rest.isEmpty {
      let element = Self.element(of: rest)
      rest = rest[element.endIndex...].dropFirst()
      let trimmed = Self.trimmed(element)
      if let (name, value) = Self.directive(trimmed) {
        set(name, value)
      } else {
        addRestrictions(trimmed)
      }
    }
  }

  /// Adds the restrictions in a malformed element. Its durations count as zero.
  private mutating func addRestrictions(_ element: ArraySlice<UInt8>) {
    var rest = element
    while let start = rest.firstIndex(where: \.isTokenByte) {
      let word = rest[start...].prefix(while: \.isTokenByte)
      set(Self.text(word).lowercased(), "")
      rest = rest[word.endIndex...]
    }
  }

  /// Returns the text up to the next comma outside quotes.
  private static func element(of list: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var isQuoted = false
    var isEscaped = false
    for index in list.indices {
      switch list[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isQuoted: isEscaped = true
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: return list[..<index]
      default: break
      }
    }
    return list
  }

  /// Returns the directive's name in lowercase and its value, which may be empty; nil if it is malformed.
  private static func directive(_ element: ArraySlice<UInt8>) -> (name: String, value: String)? {
    let name = element.prefix(while: \.isTokenByte)
    guard !name.isEmpty else { return nil }
    let rest = element[name.endIndex...]
    guard let first = rest.first else { return (text(name).lowercased(), "") }
    guard first == UInt8(ascii: "=") else { return nil }
    let value = rest.dropFirst()
    if value.first == UInt8(ascii: "\"") { return unquoted(value).map { (text(name).lowercased(), $0) } }
    return value.allSatisfy(\.isTokenByte) ? (text(name).lowercased(), text(value)) : nil
  }

  /// Returns the text in quotes (RFC 9110, section 5.6.4); nil if the closing quote is missing or not at the
  /// end.
  private static func unquoted(_ text: ArraySlice<UInt8>) -> String? {
    var result: [UInt8] = []
    var rest = text.dropFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return rest.isEmpty ? Self.text(result[...]) : nil
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        result.append(escaped)
      default: result.append(byte)
      }
    }
    return nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (start, end) = (bytes.startIndex, bytes.endIndex)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return bytes[start..<end]
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The age and the usability of a stored response, for a private cache (RFC 9111, section 4.2; RFC 5861).
struct Freshness {
  /// The time since the server created the response (section 4.2.3).
  let age: Duration
  /// The time for which the response is fresh (section 4.2.1): as given by the server, otherwise by the policy.
  let lifetime: Duration
  /// What doesn't depend on the time.
  let facts: Facts
  private let policy: CachePolicy?
  /// Whether the redirects that led to the response are still valid.
  private let isReachable: Bool

  private var control: CacheControl { facts.control }

  /// The time given by `max-age` or `Expires`; nil if the server gives none.
  var explicitLifetime: Duration? { facts.explicitLifetime }

  /// What the fields of a stored response say.
  struct Facts: Sendable {
    fileprivate let control: CacheControl
    fileprivate let isNoCache: Bool
    fileprivate let explicitLifetime: Duration?
    /// The age in seconds when the response arrived.
    fileprivate let initialAge: Double

    init(_ stored: StoredResponse) {
      control = CacheControl(stored.headers)
      isNoCache = control.noCache
      let date = stored.headers.texts(.date).first.flatMap { HTTPDate.parse($0) }
      explicitLifetime = Freshness.explicitLifetime(stored, control, date)
      let delay = stored.responseDate.timeIntervalSince(stored.requestDate)
      let apparent = date.map { stored.responseDate.timeIntervalSince($0) } ?? 0
      initialAge = max(apparent, Freshness.told(stored.headers) + max(delay, 0), 0)
    }
  }

  /// - Parameter facts: What the fields say; nil to read them.
  init(_ stored: StoredResponse, facts: Facts? = nil, policy: CachePolicy?, now: Date) {
    let facts = facts ?? Facts(stored)
    self.facts = facts
    self.policy = policy
    lifetime = facts.explicitLifetime ?? policy?.lifetime ?? .zero
    // A clock that was set back must not make the response younger.
    let resident = max(now.timeIntervalSince(stored.responseDate), 0)
    isReachable = stored.redirectLifetime.map { Duration(limitedSeconds: resident) < $0 } ?? true
    age = max(Duration(limitedSeconds: facts.initialAge + resident), .zero)
  }

  /// Returns the `Age` field in seconds: the first member if it is a list, and zero if it is invalid (section
  /// 5.1).
  private static func told(_ fields: HTTPFields) -> Double {
    fields.members(.age).first.flatMap { CacheControl.seconds($0)?.seconds } ?? 0
  }

  private static func explicitLifetime(
    _ stored: StoredResponse, _ control: CacheControl, _ date: Date?
  ) -> Duration? {
    if let maxAge = control.maxAge { return maxAge }
    guard let text = stored.headers.text(.expires) else { return nil }
    // An invalid date, such as 0, is in the past (section 5.3).
    guard let expires = HTTPDate.parse(text) else { return .zero }
    return max(Duration(limitedSeconds: expires.timeIntervalSince(date ?? stored.responseDate)), .zero)
  }

  /// Whether the response must not be stored.
  var isForbidden: Bool { control.noStore }

  /// Whether the response can be used without asking the server.
  var isFresh: Bool { !facts.isNoCache && age < lifetime && isReachable }

  /// Whether the response can be used while the server is asked.
  var isUsableWhileRevalidating: Bool {
    isUsable(control.staleWhileRevalidate ?? policy?.staleWhileRevalidate ?? .zero)
  }

  /// Returns whether the response can be used instead of an error. The server's `stale-if-error` covers only
  /// server failures (RFC 5861, section 4), and overrides the policy, which covers more errors.
  func isUsable(inPlaceOf error: APIError) -> Bool {
    // The response exists; only its decoding was interrupted.
    if error.isInterruption { return false }
    if let grace = control.staleIfError { return error.isServerFailure && isUsable(grace) }
    return error.allowsStale && isUsable(policy?.staleIfError ?? .zero)
  }

  private func isUsable(_ grace: Duration) -> Bool {
    grace > .zero && !control.noCache && !control.mustRevalidate && isReachable && age < lifetime + grace
  }
}

extension APIError {
  /// Whether the server failed or sent an incomplete response (RFC 5861, section 4): status 500, 502, 503 or
  /// 504, or a retryable service error with a 2xx status.
  var isServerFailure: Bool {
    switch kind {
    case .timedOut, .incomplete: true
    case .notSent(let reason): reason.isServerFailure
    case .transport(let failure): failure.reason != .invalidRequest
    case .service where status?.kind == .successful: isRetryable
    default: [500, 502, 503, 504].contains(status)
    }
  }

  /// Whether the client's policy prefers a stale response to the error: the server failed, asked to wait, or
  /// sent an undecodable response. The service's verdict on the request (404, 403, an expired token) is a
  /// response, and must not be hidden.
  var allowsStale: Bool {
    if isServerFailure || isRetryable { return true }
    guard let status else { return true }
    if status.kind == .successful, case .service = kind { return false }
    return status.kind == .successful || status.code >= 500 || status == .requestTimeout
      || status == .tooManyRequests
  }
}
