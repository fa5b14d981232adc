import Foundation

/// The built tool `QueueKillTool`, next to the test bundle.
enum QueueTool {
  struct NotFound: Error, CustomStringConvertible {
    var description: String { "QueueKillTool is not built" }
  }

  static func path() throws -> String {
    // On Linux the runner is the bundle; on Apple platforms the bundle is among its arguments.
    for candidate in CommandLine.arguments + Bundle.allBundles.map(\.bundlePath) where candidate.contains("/")
    {
      var folder = URL(fileURLWithPath: candidate).deletingLastPathComponent()
      for _ in 0..<4 {
        let path = folder.appendingPathComponent("QueueKillTool").path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
          return path
        }
        folder.deleteLastPathComponent()
      }
    }
    throw NotFound()
  }

  /// Starts the tool; what it prints goes to a file.
  ///
  /// - Parameter shellPrefix: A command for the shell that starts it, such as a limit.
  static func start(_ arguments: [String], output: URL, shellPrefix: String? = nil) throws -> Process {
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
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// The whole lines that it printed.
  static func lines(_ output: URL) throws -> [String] {
    String(decoding: try Data(contentsOf: output), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Waits for the end of a process without blocking the threads of the server.
  static func end(of process: Process) async throws {
    while process.isRunning { try await Task.sleep(for: .milliseconds(2)) }
  }
}
