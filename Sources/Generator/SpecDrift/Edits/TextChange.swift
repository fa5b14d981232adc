/// A change of a file's text, with what it must do to what the file says.
struct TextChange {
  /// The bytes that are replaced; empty to insert something.
  var range: Range<Int>
  var text: String
  /// The quotes that belong to it, with their positions.
  var quotes: [Int] = []
  /// The path of positions to the node that changes, and how.
  var path: [Int]
  var change: (YAMLValue) -> YAMLValue

  /// The text with several changes.
  ///
  /// - Returns: nil if changes overlap.
  static func apply(_ changes: [TextChange], to bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var position = 0
    var parts: [(range: Range<Int>, text: String)] = []
    for change in changes {
      parts.append((change.range, change.text))
      parts += change.quotes.map { ($0..<$0, "\"") }
    }
    // An opening quote comes before what replaces the text.
    let sorted = parts.enumerated().sorted { one, two in
      let (first, second) = (one.element.range, two.element.range)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      return first.isEmpty == second.isEmpty ? one.offset < two.offset : first.isEmpty
    }
    for (_, part) in sorted {
      guard part.range.lowerBound >= position, part.range.upperBound <= bytes.count else { return nil }
      result += bytes[position..<part.range.lowerBound]
      result += Array(part.text.utf8)
      position = part.range.upperBound
    }
    return result + bytes[position...]
  }
}

/// Why a change of a spec wasn't made.
struct EditRefusal: Error, Equatable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
