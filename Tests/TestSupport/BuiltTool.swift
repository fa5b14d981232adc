import Foundation

/// An executable target of this package, which is built next to the test bundle.
package struct BuiltTool: Sendable {
  private struct NotFound: Error, CustomStringConvertible {
    let name: String
    var description: String { "\(name) is not built" }
  }

  private let name: String

  /// - Parameter name: The target's name.
  package init(_ name: String) { self.name = name }

  /// Returns the path of the tool.
  package func path() throws -> String {
    // On Linux the runner is the bundle; on Apple platforms the bundle is among its arguments.
    for candidate in CommandLine.arguments + Bundle.allBundles.map(\.bundlePath) where candidate.contains("/")
    {
      var folder = URL(fileURLWithPath: candidate).deletingLastPathComponent()
      for _ in 0..<4 {
        let path = folder.appendingPathComponent(name).path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
          return path
        }
        folder.deleteLastPathComponent()
      }
    }
    throw NotFound(name: name)
  }

  /// Starts the tool.
  ///
  /// - Parameters:
  ///   - output: The file for its standard output.
  ///   - input: Its standard input; nil for none.
  ///   - shellPrefix: A command for the shell that starts it, such as a limit.
  package func start(
    _ arguments: [String], output: URL, input: Pipe? = nil, shellPrefix: String? = nil
  ) throws -> Process {
    let process = Process()
    if let shellPrefix {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", shellPrefix + #"; exec "$@""#, "sh", try path()] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: try path())
      process.arguments = arguments
    }
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardInput = input ?? FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Returns the complete lines of a tool's output.
  package static func lines(of output: URL) throws -> [String] {
    String(decoding: try Data(contentsOf: output), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Waits for the end of a process without blocking the threads of a server.
  package static func end(of process: Process) async throws {
    while process.isRunning { try await Task.sleep(for: .milliseconds(2)) }
  }
}
