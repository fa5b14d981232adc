/// Patterns in which `*`, or another mark, is any text.
public enum AsteriskPattern {
  /// Returns whether a text fits a pattern with `*`.
  public static func fits(_ text: String, _ pattern: String) -> Bool {
    fits(text.bytes, pattern.bytes, mark: [UInt8(ascii: "*")])
  }

  /// Returns whether a text fits a pattern with a mark.
  ///
  /// Backtracks only to the last mark, so the time is at most the product of both lengths.
  package static func fits(_ text: [UInt8], _ pattern: [UInt8], mark: [UInt8]) -> Bool {
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
}
