import WGNAPISupport

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
    pattern.isEmpty || AsteriskPattern.fits(message, pattern)
  }
}
