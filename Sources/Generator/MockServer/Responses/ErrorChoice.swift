import APIModel
import SchemaValues

/// Finds the error with which a service would refuse a request, among those that its spec lists.
struct ErrorChoice {
  /// An error, and its message with the parameter's name in it.
  typealias Choice = (error: ErrorCase, message: String)

  /// The endpoint's own errors first.
  let errors: [ErrorCase]

  /// The error for a problem: `SEARCH_NOT_SPECIFIED`, or `INVALID_*`.
  func error(for problem: Problem) -> Choice? {
    guard let name = problem.name.map(Self.word) else { return nil }
    for token in Self.tokens(for: problem.keyword) {
      let fitting = errors.filter { Self.word($0.message.text).contains(token) }
      if let own = fitting.first(where: { isAbout(name, $0) }) { return (own, own.message.text) }
      if let any = fitting.first(where: { $0.message.text.filter { $0 == "*" }.count == 1 }) {
        return (
          any,
          any.message.text.split(separator: "*", omittingEmptySubsequences: false).joined(separator: name)
        )
      }
    }
    return nil
  }

  private func isAbout(_ name: String, _ error: ErrorCase) -> Bool {
    let text = error.message.text
    return !text.contains("*") && Self.word(text).contains(name)
  }

  private static func tokens(for keyword: String) -> [String] {
    switch keyword {
    case "missing": ["NOT_SPECIFIED", "MISSING", "REQUIRED"]
    case "minLength": ["NOT_ENOUGH", "TOO_SHORT", "INVALID"]
    case "maxItems": ["LIST_LIMIT_EXCEEDED", "LIMIT_EXCEEDED", "TOO_MANY", "INVALID"]
    case "maxLength": ["TOO_LONG", "LIMIT_EXCEEDED", "INVALID"]
    default: ["INVALID"]
    }
  }

  /// The error that a request asks for: by its message, by its code, or by a text that fits the pattern of its message. A
  /// pattern that every text fits names no error.
  func error(named name: String) -> Choice? {
    let wanted = Self.word(name)
    if let exact = errors.first(where: { Self.word($0.message.text) == wanted }) {
      return (exact, exact.message.text)
    }
    if let coded = errors.first(where: { $0.code.text == name }) {
      return (coded, ResponseSamples.text(coded.message.text))
    }
    let matching = errors.first { $0.message.text != "*" && Self.matches($0.message.text, name) }
    return matching.map { ($0, name) }
  }

  /// What the errors are asked for by: their messages or, where a message may be any text, their codes.
  var names: [String] {
    var seen: Set<String> = []
    return errors.map { $0.message.text == "*" ? $0.code.text : $0.message.text }
      .filter { seen.insert($0).inserted }
  }

  /// Whether a text fits a pattern in which `*` is any text.
  private static func matches(_ pattern: String, _ text: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last, text.hasPrefix(first) else {
      return false
    }
    var rest = text.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.indices.first(where: { rest[$0...].hasPrefix(part) }) else { return false }
      rest = rest[found...].dropFirst(part.count)
    }
    return rest.hasSuffix(last)
  }

  /// Letters and digits in upper case, with underscores.
  private static func word(_ text: String) -> String {
    String(text.uppercased().map { $0.isLetter || $0.isNumber || $0 == "*" ? $0 : "_" })
  }
}
