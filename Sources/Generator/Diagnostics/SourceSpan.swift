/// A range in a text file, from `start` up to but not including `end`.
public struct SourceSpan: Sendable, Hashable, Codable {
  /// The file's path as given by the caller.
  public var file: String

  /// The position of the first scalar.
  public var start: SourceLocation

  /// The position after the last scalar; equal to `start` for an empty range.
  public var end: SourceLocation

  /// Creates a range in `file`, from `start` up to but not including `end`.
  public init(file: String, start: SourceLocation, end: SourceLocation) {
    self.file = file
    self.start = start
    self.end = end
  }

  /// The span of a whole file: printed as `path: error: …`, without line and column.
  public static func unknown(file: String) -> SourceSpan {
    SourceSpan(file: file, start: .unknown, end: .unknown)
  }

  /// Whether the span is that of a whole file.
  public var isUnknown: Bool { start.line < 1 }
}

extension SourceSpan: CustomStringConvertible {
  /// `path:line:column`, or only the path of a whole file.
  public var description: String {
    isUnknown ? file : "\(file):\(start.line):\(start.column)"
  }
}
