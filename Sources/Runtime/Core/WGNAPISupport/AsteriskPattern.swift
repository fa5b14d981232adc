/// Patterns in which `*` is any text.
public enum AsteriskPattern {
  /// Returns whether a text fits a pattern.
  ///
  /// Backtracks only to the last `*`, so the time is at most the product of both lengths.
  public static func fits(_ text: String, _ pattern: String) -> Bool {
    let (text, pattern) = (text.bytes, pattern.bytes)
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
