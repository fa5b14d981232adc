/// A stretch of a text file, from `start` up to but not including `end`.
public struct SourceSpan: Sendable, Hashable, Codable {
  /// The file's path, exactly as the caller gave it.
  public var file: String

  /// The first scalar of the stretch.
  public var start: SourceLocation

  /// The place right after the last scalar; equal to `start` for an empty stretch.
  public var end: SourceLocation

  /// Makes a span of `file` that reaches from `start` up to but not including `end`.
  public init(file: String, start: SourceLocation, end: SourceLocation) {
    self.file = file
    self.start = start
    self.end = end
  }

  /// A span for things that concern a file as a whole: printed as `path: error: …`, without line and column.
  public static func unknown(file: String) -> SourceSpan {
    SourceSpan(file: file, start: .unknown, end: .unknown)
  }

  /// Whether the span names a file only.
  public var isUnknown: Bool { start.line < 1 }
}

extension SourceSpan: CustomStringConvertible {
  /// `path:line:column`, or the path alone for an unknown place.
  public var description: String {
    isUnknown ? file : "\(file):\(start.line):\(start.column)"
  }
}
