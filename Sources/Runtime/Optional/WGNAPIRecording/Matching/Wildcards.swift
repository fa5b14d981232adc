import WGNAPISupport

/// Compares texts of a file with texts as they are sent. A removed secret in the file matches any text.
enum Wildcards {
  private static let mark = Array(Redaction.mark.utf8)

  static func matches(_ text: some StringProtocol, pattern: some StringProtocol) -> Bool {
    matches(Array(text.utf8), pattern: Array(pattern.utf8))
  }

  static func matches(_ text: [UInt8], pattern: [UInt8]) -> Bool {
    AsteriskPattern.fits(text, pattern, mark: mark)
  }

  /// The number of removed secrets in a request.
  static func count(in request: RecordedRequest) -> Int {
    ([request.url, String(decoding: request.body, as: UTF8.self)] + request.fields.map(\.value))
      .reduce(0) { $0 + $1.ranges(of: Redaction.mark).count }
  }
}
