/// A point in a text file.
///
/// Lines end with LF, CRLF or a lone CR, as in YAML 1.2.2, section 5.4.
public struct SourceLocation: Sendable, Hashable, Codable {
  /// The line, counted from 1; 0 where the place in the file is unknown.
  public var line: Int

  /// The column, counted from 1 in Unicode scalars (a tab counts as one, an emoji of one scalar as one); 0
  /// where the place is unknown.
  public var column: Int

  /// Bytes from the start of the file, counted from 0. For a file that isn't UTF-8, the stage that decoded it
  /// documents which text the bytes are counted in.
  public var offset: Int

  /// Makes a location from a 1-based line and column and a 0-based byte offset.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The place of things that belong to a file, but to no line of it.
  public static let unknown = SourceLocation(line: 0, column: 0, offset: 0)
}

extension SourceLocation: Comparable {
  /// Orders by line and column; the byte offset decides where both are equal.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.line, left.column, left.offset) < (right.line, right.column, right.offset)
  }
}
