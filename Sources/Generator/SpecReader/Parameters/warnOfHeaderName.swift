import APIModel
import Diagnostics

/// Header fields whose names in lowercase nobody gives to anything else.
private let registeredFields: Set<String> = [
  "accept-charset", "accept-encoding", "accept-language", "api-key", "authorization", "cache-control",
  "content-disposition", "content-encoding", "content-language", "content-length", "content-md5",
  "content-range", "content-type", "cookie", "idempotency-key", "if-match", "if-modified-since",
  "if-none-match", "if-range", "if-unmodified-since", "last-event-id", "proxy-authorization", "set-cookie",
  "user-agent",
]

extension String {
  /// Whether this is how header fields are written: `X-Request-Id`, `Notion-Version`, `authorization`.
  fileprivate var isHeaderName: Bool {
    let words = byteParts(separatedBy: "-")
    guard words.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isWordByte) }) else { return false }
    let name = lowercased()
    if registeredFields.contains(name) || (words.count > 1 && words[0].lowercased() == "x") { return true }
    return words.count > 1 && words.allSatisfy { $0.utf8.first?.isUppercaseLetter == true }
  }
}

extension Parameter {
  /// Whether it is called like a header field, so that it had better say where it is.
  package var hasHeaderName: Bool { name.text.isHeaderName }
}

extension UInt8 {
  fileprivate var isUppercaseLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isWordByte: Bool {
    isUppercaseLetter || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }
}

extension Report {
  /// Warns of a parameter that is named as a header field, but sent elsewhere because the spec doesn't say where: a token
  /// would be a part of a URL, which servers log.
  func warnOfHeaderName(_ parameter: Parameter, at span: SourceSpan) {
    let place: String
    switch parameter.location {
    case .query: place = "the query"
    case .form: place = "the form"
    default: return
    }
    let name = parameter.name.text
    guard parameter.hasHeaderName else { return }
    let advice =
      name.lowercased() == "authorization"
      ? "write 'in: header', or describe it under 'credentials'; 'in: \(parameter.location.rawValue)' if that is meant"
      : "write 'in: header', or 'in: \(parameter.location.rawValue)' if that is meant"
    warning(
      .probableMistake,
      "'\(abbreviate(name))' is the name of a header field, but the parameter is sent in \(place); \(advice)",
      at: span)
  }
}
