extension ErrorCase {
  /// Whether it is the error that a service reports.
  ///
  /// - Parameters:
  ///   - code: The service's code; nil if it gives none.
  ///   - message: The service's message; nil for any.
  public func describes(code: String?, message: String?) -> Bool {
    (code.map { $0 == self.code.text } ?? true)
      && Self.fits(message ?? self.message.text, self.message.text)
  }

  /// Whether a message fits one in which `*` is any text.
  public static func fits(_ message: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
      return pattern.isEmpty || message == pattern
    }
    guard message.count >= first.count + last.count, message.hasPrefix(first), message.hasSuffix(last) else {
      return false
    }
    var rest = message.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
