/// A position in a text file.
///
/// Lines end with LF, CRLF or a lone CR, as in YAML 1.2.2, section 5.4.
public struct SourceLocation: Sendable, Hashable, Codable {
  /// The line, counted from 1; 0 if it is unknown.
  public var line: Int

  /// The column in Unicode scalars, counted from 1 (a tab is one, an emoji of one scalar is one); 0 if it is unknown.
  public var column: Int

  /// The number of bytes from the start of the file. For a file that isn't UTF-8, the decoding stage documents which
  /// text is counted.
  public var offset: Int

  /// Creates a position from a 1-based line and column and a 0-based byte offset.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The position of mistakes about a file as a whole.
  public static let unknown = SourceLocation(line: 0, column: 0, offset: 0)
}

extension SourceLocation: Comparable {
  /// Compares line and column, then the byte offset.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.line, left.column, left.offset) < (right.line, right.column, right.offset)
  }
}
