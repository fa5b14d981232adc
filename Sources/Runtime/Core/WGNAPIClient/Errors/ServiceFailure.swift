import WGNAPIJSON
import WGNAPISupport

#if canImport(FoundationEssentials)
  public import struct FoundationEssentials.Date
#else
  public import struct Foundation.Date
#endif

/// An error that a service reported in its envelope, or in the body of a failure.
public struct ServiceFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error's code: a number, or a word such as `card_declined`; nil if the service gave none.
  public let code: Code?
  /// The error's name or sentence, such as `SEARCH_NOT_SPECIFIED`.
  public let message: String?
  /// The name of the parameter that caused the error.
  public let field: String?
  /// That parameter's value as the service understood it; as JSON text if it isn't a string.
  public let value: String?
  private var wait: Wait?

  private enum Wait: Hashable, Sendable {
    case duration(Duration)
    case until(Date)
  }

  /// A unit of the time to wait before the next request.
  public enum WaitUnit: Hashable, Sendable { case seconds, milliseconds }

  /// The time to wait before the next request, as the body says; nil if it doesn't. If the body names a point in time,
  /// this is the time from now.
  public var retryAfter: Duration? { retryAfter(now: Date()) }

  /// Returns the time to wait before the next request from a date on.
  package func retryAfter(now: Date) -> Duration? {
    switch wait {
    case nil: nil
    case .duration(let duration): duration
    case .until(let date): Duration(limitedSeconds: max(date.timeIntervalSince(now), 0))
    }
  }

  /// Creates a failure with a value as text.
  public init(code: Code? = nil, message: String? = nil, field: String? = nil, value: String? = nil) {
    self.code = code
    self.message = message
    self.field = field
    self.value = value
  }

  /// Creates a failure with a value of any type; null counts as no value.
  public init<Value: JSONValue>(code: Code?, message: String?, field: String?, value: Value?) {
    let json = value.flatMap { try? $0.encoded() } ?? Array("null".utf8)
    let text =
      json.first == UInt8(ascii: "\"") ? try? String.decode(json) : String(decoding: json, as: UTF8.self)
    self.init(code: code, message: message, field: field, value: text == "null" ? nil : text)
  }

  /// Returns the same failure with the time to wait before the next request. Anything but a number that isn't negative
  /// counts as none.
  public func retrying<Value: JSONValue>(after count: Value?, unit: WaitUnit = .seconds) -> ServiceFailure {
    var failure = self
    failure.wait = count.flatMap { try? Double.decode($0.encoded()) }.flatMap {
      $0 >= 0 ? .duration(Duration(limitedSeconds: unit == .seconds ? $0 : $0 / 1000)) : nil
    }
    return failure
  }

  /// Returns the same failure with the point in time of the next request.
  public func retrying(at date: Date?) -> ServiceFailure {
    var failure = self
    failure.wait = date.map(Wait.until)
    return failure
  }

  /// A description such as `407 NOT_ENOUGH_SEARCH_LENGTH (field search, value "Ju")`.
  public var description: String {
    var (names, details): ([String], [String]) = ([], [])
    if let code { names.append(code.description) }
    if let message { names.append(message.printable(upTo: 300)) }
    if let field { details.append("field " + field.printable) }
    if let value { details.append("value \"" + value.printable + "\"") }
    let name = names.isEmpty ? "an error without a code" : names.joined(separator: " ")
    return details.isEmpty ? name : name + " (" + details.joined(separator: ", ") + ")"
  }

  /// Returns the failure without secrets. The value is removed if the field is secret.
  func redacted(by redaction: Redaction, secretNames: [String]) -> ServiceFailure {
    let isSecret = field.map(secretNames.contains) ?? false
    var failure = ServiceFailure(
      code: code.map { Code(redaction($0.text)) }, message: message.map { redaction($0) },
      field: field.map { redaction($0) },
      value: isSecret ? value.map { _ in Redaction.mark } : value.map { redaction($0) })
    failure.wait = wait
    return failure
  }
}

/// A pattern for a service's errors: a code and a message, in which `*` matches any text. Nil matches
/// everything.
public struct ServiceErrorPattern: Equatable, Sendable {
  /// The code; nil matches every code.
  package let code: ServiceFailure.Code?
  /// The message, in which `*` matches any text; nil matches every message.
  package let message: String?

  /// Creates a pattern.
  public init(code: ServiceFailure.Code? = nil, message: String? = nil) {
    self.code = code
    self.message = message
  }

  /// Returns whether `failure` matches this pattern.
  @inline(never)
  package func matches(_ failure: ServiceFailure) -> Bool {
    if let code, code != failure.code { return false }
    guard let message else { return true }
    return AsteriskPattern.fits(failure.message ?? "", message)
  }
}

extension ServiceFailure {
  /// An error code: a number such as `407`, or a word such as `card_declined`.
  ///
  /// A number and the text of its digits are the same code, because services use both: `402` equals `"402"`.
  public struct Code: Hashable, Sendable {
    /// The code as text; decimal digits for a number.
    public let text: String

    /// Creates a code from a number.
    public init(_ number: some BinaryInteger) { text = String(number) }

    /// Creates a code from a word.
    public init(_ text: String) { self.text = text }

    /// Creates a code from an optional number; nil if the number is nil.
    public init?<Number: BinaryInteger>(_ number: Number?) {
      guard let number else { return nil }
      self.init(number)
    }

    /// Creates a code from an optional word; nil if the word is nil.
    public init?(_ text: String?) {
      guard let text else { return nil }
      self.init(text)
    }

    /// Creates a code from a JSON value of any type; nil if it is null or missing. An array or an object
    /// becomes its JSON text.
    public init?(_ value: JSON?) {
      switch value {
      case nil, .null?: return nil
      case .string(let text)?: self.init(text)
      case let value?:
        guard let json = try? value.encoded() else { return nil }
        self.init(String(decoding: json, as: UTF8.self))
      }
    }

    /// The code as a number; nil if it is a word, or doesn't fit an `Int`.
    public var number: Int? {
      // `+7` and `007` aren't the number 7, but words made of digits.
      IntegerText.int(text).flatMap { String($0) == text ? $0 : nil }
    }
  }
}

extension ServiceFailure.Code: CustomStringConvertible {
  /// The code, with control characters escaped. A long one is cut; a long URI (RFC 9457) at its beginning, because the end tells it
  /// from others: `…/problems/insufficient-funds`.
  public var description: String { shownURI ?? text.printable }

  /// The text if it is an absolute URI; of one with more than a hundred characters, the end. Nil for any other text.
  private var shownURI: String? {
    let bytes = text.utf8
    guard let scheme = bytes.prefix(32).firstIndex(of: UInt8(ascii: ":")), scheme > bytes.startIndex,
      bytes[..<scheme].allSatisfy(\.isTokenByte), bytes[scheme...].starts(with: "://".utf8)
    else { return nil }
    let isLong = bytes.count > 100
    let shown = isLong ? bytes.suffix(60) : bytes[...]
    guard shown.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    guard isLong else { return text }
    let slash = shown.firstIndex(of: UInt8(ascii: "/")) ?? shown.startIndex
    return "…" + String(decoding: shown[slash...], as: UTF8.self)
  }
}

extension ServiceFailure.Code: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  public init(integerLiteral number: Int) { self.init(number) }
  public init(stringLiteral text: String) { self.init(text) }
}

/// A type for the error codes of a service. Known codes have names; unknown codes are kept.
///
/// ```swift
/// public struct ErrorCode: ServiceErrorCode {
///   public let code: ServiceFailure.Code
///   public let message: String
///   public init(code: ServiceFailure.Code, message: String) { … }
///   public static var searchNotSpecified: Self { Self(code: 402, message: "SEARCH_NOT_SPECIFIED") }
///   public static let allCases: [Self] = [.searchNotSpecified]
/// }
/// ```
///
/// A message may contain `*` for any text: `*_NOT_SPECIFIED`.
public protocol ServiceErrorCode: Hashable, Sendable, CaseIterable, CustomStringConvertible
where AllCases == [Self] {
  /// The code on the wire: a number, or a word such as `card_declined`.
  var code: ServiceFailure.Code { get }
  /// The name on the wire, with `*` for any text.
  var message: String { get }
  /// Creates an error code with this code and name.
  init(code: ServiceFailure.Code, message: String)
  /// The codes for temporary conditions; none by default.
  static var retryable: [Self] { get }
}

extension ServiceErrorCode {
  /// An empty list.
  public static var retryable: [Self] { [] }

  /// The pattern that recognizes this code.
  public var pattern: ServiceErrorPattern { ServiceErrorPattern(code: code, message: message) }

  /// Returns whether `failure` has the same code and a matching name.
  public func matches(_ failure: ServiceFailure) -> Bool { pattern.matches(failure) }

  /// Whether it is one of `allCases`.
  public var isKnown: Bool { Self.allCases.contains { $0 == self } }

  /// Whether sending the request again later may succeed.
  public var isRetryable: Bool {
    Self.retryable.contains { $0.matches(ServiceFailure(code: code, message: message)) }
  }

  /// Creates the code of a failure: a known code if one matches, preferring codes without `*`; otherwise an
  /// unknown code, which is empty if the failure has none.
  public init(_ failure: ServiceFailure) {
    let matching = Self.allCases.filter { $0.matches(failure) }
    self =
      matching.first { !$0.message.contains("*") } ?? matching.first
      ?? Self(code: failure.code ?? "", message: failure.message ?? "")
  }

  /// The code and the message, such as `402 SEARCH_NOT_SPECIFIED`; only the code if the message is empty or
  /// `*`, and only the message if the code is empty.
  public var description: String {
    if message.isEmpty || message == "*" { return code.description }
    return code.text.isEmpty ? message : "\(code) \(message)"
  }
}

/// The error codes of a service whose API description lists none.
public struct UnnamedErrorCode: ServiceErrorCode {
  /// The code on the wire.
  public let code: ServiceFailure.Code
  /// The name on the wire.
  public let message: String
  /// An empty list.
  public static let allCases: [UnnamedErrorCode] = []

  /// Creates an error code with this code and name.
  public init(code: ServiceFailure.Code, message: String) {
    self.code = code
    self.message = message
  }
}
