import WGNAPISupport

/// Compares texts of a file with texts as they are sent. A removed secret in the file matches any text.
enum Wildcards {
  private static let mark = Array(Redaction.mark.utf8)

  static func matches(_ text: some StringProtocol, pattern: some StringProtocol) -> Bool {
    matches(Array(text.utf8), pattern: Array(pattern.utf8))
  }

  /// Matches greedily, going back to the last mark only, so the work stays within the product of the lengths.
  static func matches(_ text: [UInt8], pattern: [UInt8]) -> Bool {
    var (position, index) = (0, 0)
    var restart: (position: Int, index: Int)?
    while position < text.count {
      if pattern[index...].starts(with: mark) {
        index += mark.count
        restart = (position, index)
      } else if index < pattern.count, pattern[index] == text[position] {
        position += 1
        index += 1
      } else if let last = restart {
        restart = (last.position + 1, last.index)
        (position, index) = (last.position + 1, last.index)
      } else {
        return false
      }
    }
    while pattern[index...].starts(with: mark) { index += mark.count }
    return index == pattern.count
  }

  /// The number of removed secrets in a request.
  static func count(in request: RecordedRequest) -> Int {
    ([request.url, String(decoding: request.body, as: UTF8.self)] + request.fields.map(\.value))
      .reduce(0) { $0 + $1.ranges(of: Redaction.mark).count }
  }
}
