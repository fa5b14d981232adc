import HTTPTypes
import WGNAPISupport

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
    for field in fields where field.name == .cacheControl { add(field.value.bytes) }
  }

  /// Whether a request asks for an answer from the server (sections 5.2.1.1 and 5.2.1.4).
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
