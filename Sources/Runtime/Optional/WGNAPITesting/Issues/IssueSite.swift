#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// A line of a test, where an issue is reported.
struct IssueSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// File and line, for texts.
  var text: String { "\(fileID)".split(separator: "/").last.map { "\($0):\(line)" } ?? "line \(line)" }

  /// Reports an issue to the framework that runs the test: Swift Testing or XCTest.
  ///
  /// - Parameters:
  ///   - message: The issue.
  ///   - isInSwiftTesting: Whether the object that reports it was created in a test of Swift Testing. The current task may not
  ///     belong to that test.
  func report(_ message: String, isInSwiftTesting: Bool = false) {
    #if canImport(Testing)
      if isInSwiftTesting || Self.isInSwiftTesting {
        Issue.record(
          Comment(rawValue: message),
          sourceLocation: SourceLocation(
            fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column)))
        return
      }
    #endif
    #if canImport(XCTest)
      XCTFail(message, file: filePath, line: line)
    #endif
  }

  /// Whether the current task belongs to a test of Swift Testing.
  static var isInSwiftTesting: Bool {
    #if canImport(Testing)
      Test.current != nil
    #else
      false
    #endif
  }
}
