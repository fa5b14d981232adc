import WGNAPIJSON

/// Finds the elements of [JSON Lines](https://jsonlines.org): one JSON value in each line. Empty lines are skipped.
package struct LineParser: ElementParser {
  private var lines: LineSplitter

  package init(limit: Int) { lines = LineSplitter(limit: limit, endsAtCarriageReturn: false) }

  package mutating func append(_ portion: [UInt8]) { lines.append(portion) }

  package mutating func next() throws(StreamProblem) -> [UInt8]? {
    while let line = try lines.next() {
      if !isBlank(line) { return Array(line) }
    }
    return nil
  }

  /// The last line needs no end.
  package mutating func finish() throws(StreamProblem) -> [UInt8]? {
    let rest = lines.rest()
    return isBlank(rest) ? nil : Array(rest)
  }
}

func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
  bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
}

/// Finds the elements of a JSON text sequence (RFC 7464): each begins with a record separator and ends with a line feed.
package struct SequenceParser: ElementParser {
  private static let separator: UInt8 = 0x1E

  private let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var place = 0
  private var hasBegun = false
  private var nextTry = 0

  package init(limit: Int) { self.limit = limit }

  package mutating func append(_ portion: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      place -= start
      start = 0
    }
    bytes += portion
  }

  package mutating func next() throws(StreamProblem) -> [UInt8]? {
    while let end = bytes[place...].firstIndex(of: Self.separator) {
      let element = bytes[start..<end]
      (start, place) = (end + 1, end + 1)
      nextTry = 0
      if let element = try accept(element) { return element }
    }
    place = bytes.count
    guard place - start <= limit else { throw .tooLarge(limit) }
    // An element that is complete doesn't wait for the next one. It may contain line feeds, so it is read; after a
    // failure, not before it is twice as long.
    guard hasBegun, bytes.last == UInt8(ascii: "\n"), place - start >= nextTry else { return nil }
    let element = Array(bytes[start...])
    guard JSON.isValid(element) else {
      nextTry = element.count * 2
      return nil
    }
    start = place
    nextTry = 0
    return element
  }

  package mutating func finish() throws(StreamProblem) -> [UInt8]? {
    defer { (bytes, start, place) = ([], 0, 0) }
    return try accept(bytes[start...])
  }

  private mutating func accept(_ element: ArraySlice<UInt8>) throws(StreamProblem) -> [UInt8]? {
    defer { hasBegun = true }
    if isBlank(element) { return nil }
    guard hasBegun else { throw .malformed("a JSON text sequence must begin with a record separator") }
    guard element.count <= limit else { throw .tooLarge(limit) }
    return Array(element)
  }
}
