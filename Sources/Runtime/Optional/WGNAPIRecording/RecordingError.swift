/// A problem of a recording: a file that can't be read or written, a request without a recorded response, or an exchange
/// that no request used.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name in the recording's folder; nil if the problem isn't in one file.
  public let file: String?
  /// The line in the file, from 1; nil if the problem isn't in one line.
  public let line: Int?
  /// The problem, without secrets.
  public let message: String

  init(_ message: String, file: String? = nil, line: Int? = nil) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// The message after file and line: `items-4f1c2a90.http:3: …`.
  public var description: String {
    [file, line.map { "\($0)" }].compactMap(\.self).map { "\($0):" }.joined() + (file == nil ? "" : " ")
      + message
  }
}
