import WGNAPIJSON

/// Finds the elements in a stream's bytes.
package protocol ElementParser: Sendable {
  associatedtype Element: Sendable

  /// - Parameter limit: The maximum number of bytes of an element.
  init(limit: Int)

  /// Adds bytes.
  mutating func append(_ portion: [UInt8])

  /// Returns the next element; nil if it isn't complete yet.
  mutating func next() throws(StreamProblem) -> Element?

  /// Returns an element that ends with the stream; nil if there is none.
  mutating func finish() throws(StreamProblem) -> Element?
}

/// The reason why a stream isn't read any further.
package enum StreamProblem: Error, Hashable, Sendable {
  /// An element has more bytes than this.
  case tooLarge(Int)
  /// The bytes aren't in the stream's format.
  case malformed(String)
}

/// Splits bytes into lines.
struct LineSplitter: Sendable {
  private let limit: Int
  private let endsAtCarriageReturn: Bool
  private var bytes: [UInt8] = []
  private var start = 0
  /// Where to look on for the end of the line.
  private var place = 0
  /// Whether the last line ended with a carriage return, so that a line feed that follows belongs to it.
  private var skipsLineFeed = false

  /// - Parameters:
  ///   - limit: The maximum number of bytes of a line.
  ///   - endsAtCarriageReturn: Whether a carriage return alone ends a line, too.
  init(limit: Int, endsAtCarriageReturn: Bool) {
    self.limit = limit
    self.endsAtCarriageReturn = endsAtCarriageReturn
  }

  mutating func append(_ portion: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      place -= start
      start = 0
    }
    bytes += portion
  }

  /// Returns the next line without its end; nil if it isn't complete yet.
  mutating func next() throws(StreamProblem) -> ArraySlice<UInt8>? {
    if skipsLineFeed, start < bytes.count {
      skipsLineFeed = false
      if bytes[start] == UInt8(ascii: "\n") { start += 1 }
      place = max(place, start)
    }
    let end = bytes[place...].firstIndex {
      $0 == UInt8(ascii: "\n") || endsAtCarriageReturn && $0 == UInt8(ascii: "\r")
    }
    guard let end else {
      place = bytes.count
      guard place - start <= limit else { throw .tooLarge(limit) }
      return nil
    }
    guard end - start <= limit else { throw .tooLarge(limit) }
    skipsLineFeed = bytes[end] == UInt8(ascii: "\r")
    defer {
      start = end + 1
      place = start
    }
    return bytes[start..<end]
  }

  /// Returns the bytes after the last end of a line.
  mutating func rest() -> ArraySlice<UInt8> {
    defer { (bytes, start, place) = ([], 0, 0) }
    return bytes[start...]
  }
}
