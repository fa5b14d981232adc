/// A change of a file's text, with what it must do to what the file says.
struct TextChange {
  /// The bytes that are replaced; empty to insert something.
  var range: Range<Int>
  var text: String
  /// The path of positions to the node that changes, and how.
  var path: [Int]
  var change: (YAMLValue) -> YAMLValue

  /// The text with several changes.
  ///
  /// - Returns: nil if changes overlap.
  static func apply(_ changes: [TextChange], to bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var position = 0
    let sorted = changes.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, change) in sorted {
      guard change.range.lowerBound >= position, change.range.upperBound <= bytes.count else { return nil }
      result += bytes[position..<change.range.lowerBound]
      result += Array(change.text.utf8)
      position = change.range.upperBound
    }
    return result + bytes[position...]
  }
}

/// Why a change of a spec wasn't made.
struct EditRefusal: Error, Equatable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
