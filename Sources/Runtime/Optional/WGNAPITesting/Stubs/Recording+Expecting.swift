import WGNAPIRecording

extension Recording {
  /// Expects that each request had a recorded response and, if the recording is strict, that each exchange was used.
  ///
  /// - Parameters:
  ///   - fileID: The file of the issue.
  ///   - filePath: The path of this file.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  public func expectFinished(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    do throws(RecordingError) {
      try finish()
    } catch {
      IssueSite(fileID: fileID, filePath: filePath, line: line, column: column).report("\(error)")
    }
  }
}
