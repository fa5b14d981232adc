/// Pages in one file: a list in JSON, with each page as it came.
struct SavedPages {
  private var isEmpty = true
  private var isWhole = true

  /// What is written for another page; nil if it isn't JSON, so that there can't be a list of all of them.
  mutating func adding(_ body: [UInt8], isJSON: Bool) -> [UInt8]? {
    guard isJSON, isWhole else {
      isWhole = false
      return nil
    }
    defer { isEmpty = false }
    // A byte order mark is one at the beginning of a file only.
    let rest = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
    return Array((isEmpty ? "[" : ",").utf8) + "\n".utf8 + rest
  }

  /// The end of the list, to be written after the last page; nil if no list was begun.
  var end: [UInt8]? { isEmpty || !isWhole ? nil : Array("\n]\n".utf8) }
}
