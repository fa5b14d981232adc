import Foundation

/// The built tool `StoreKillTool`, next to the test bundle.
enum StoreTool {
  struct NotFound: Error, CustomStringConvertible {
    var description: String { "StoreKillTool is not built" }
  }

  static func path() throws -> String {
    let arguments = CommandLine.arguments
    // On Linux the runner is the bundle; on Apple platforms the bundle is among its arguments.
    for candidate in arguments + Bundle.allBundles.map(\.bundlePath) where candidate.contains("/") {
      var folder = URL(fileURLWithPath: candidate).deletingLastPathComponent()
      for _ in 0..<4 {
        let path = folder.appendingPathComponent("StoreKillTool").path
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
  static func start(
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
}
