import WGNAPIJSON
import WGNAPISupport

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
  /// The time to wait before the next request, as the body says; nil if it doesn't.
  public private(set) var retryAfter: Duration?

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

  /// Returns the same failure with the number of seconds to wait before the next request. Anything but a number that
  /// isn't negative counts as none.
  public func retrying<Value: JSONValue>(after seconds: Value?) -> ServiceFailure {
    var failure = self
    failure.retryAfter = seconds.flatMap { try? Double.decode($0.encoded()) }.flatMap {
      $0 >= 0 ? Duration(limitedSeconds: $0) : nil
    }
    return failure
  }

  /// A description such as `407 NOT_ENOUGH_SEARCH_LENGTH (field search, value "Ju")`.
  public var description: String {
    var (names, details): ([String], [String]) = ([], [])
    if let code { names.append(code.description) }
    if let message { names.append(message.printable) }
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
    failure.retryAfter = retryAfter
    return failure
  }
}

/// A pattern for a service's errors: a code and a message, in which `*` matches any text. Nil matches
/// everything.
public struct ServiceErrorPattern: Equatable, Sendable {
  /// The code; nil matches every code.
  public let code: ServiceFailure.Code?
  /// The message, in which `*` matches any text; nil matches every message.
  public let message: String?

  /// Creates a pattern.
  public init(code: ServiceFailure.Code? = nil, message: String? = nil) {
    self.code = code
    self.message = message
  }

  /// Returns whether `failure` matches this pattern.
  @inline(never)
  public func matches(_ failure: ServiceFailure) -> Bool {
    if let code, code != failure.code { return false }
    guard let message else { return true }
    return Self.matches(text: (failure.message ?? "").bytes, pattern: message.bytes)
  }

  /// Matches in linear time by backtracking only to the last `*`.
  private static func matches(text: [UInt8], pattern: [UInt8]) -> Bool {
    var (position, index) = (0, 0)
    var restart: (position: Int, index: Int)?
    while position < text.count {
      if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
        restart = (position, index)
        index += 1
      } else if index < pattern.count, pattern[index] == text[position] {
        position += 1
        index += 1
      } else if let last = restart {
        restart = (last.position + 1, last.index)
        position = last.position + 1
        index = last.index + 1
      } else {
        return false
      }
    }
    for byte in pattern.part(index, pattern.count) where byte != UInt8(ascii: "*") { return false }
    return true
  }
}
