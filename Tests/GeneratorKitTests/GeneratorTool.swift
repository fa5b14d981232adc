import Foundation

@testable import GeneratorKit

/// The built tool, next to the test bundle.
enum GeneratorTool {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  struct NotFound: Error, CustomStringConvertible {
    var description: String { "wgnapi-gen is not built; WGNAPI_GEN may name it" }
  }

  static func path() throws -> String {
    if let path = ProcessInfo.processInfo.environment["WGNAPI_GEN"] { return path }
    let arguments = CommandLine.arguments
    // On Linux the runner is the bundle; on Apple platforms the bundle is among its arguments.
    let candidates =
      ([arguments.first] + arguments.map { Optional($0) }).compactMap { $0 }
      + Bundle.allBundles.map(\.bundlePath)
    for candidate in candidates where candidate.contains("/") {
      var folder = URL(fileURLWithPath: candidate).deletingLastPathComponent()
      for _ in 0..<4 {
        let path = folder.appendingPathComponent("wgnapi-gen").path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
          return path
        }
        folder.deleteLastPathComponent()
      }
    }
    throw NotFound()
  }

  /// Options with which the compiler finds the built modules. SwiftPM's build systems have them in different places.
  static func moduleOptions() throws -> [String] {
    let built = URL(fileURLWithPath: try path()).deletingLastPathComponent()
    let core = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Runtime/Core").path
    return [built.appendingPathComponent("Modules"), built].flatMap { ["-I", $0.path] }
      + ["CWGNAPICurl", "CWGNAPIZlib"].flatMap {
        ["-Xcc", "-fmodule-map-file=\(core)/\($0)/module.modulemap"]
      }
  }

  /// Starts the tool; what it prints goes to files in `folder`.
  static func start(
    _ arguments: [String], in folder: TemporaryFolder, workingDirectory: String? = nil,
    environment: [String: String] = [:], shellPrefix: String? = nil
  ) throws -> Process {
    let process = Process()
    if let shellPrefix {
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", shellPrefix + #"; exec "$@""#, "sh", try path()] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: try path())
      process.arguments = arguments
    }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let workingDirectory { process.currentDirectoryURL = URL(fileURLWithPath: workingDirectory) }
    for name in ["stdout", "stderr"] { try folder.write("", to: name) }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("stdout")))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("stderr")))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs the tool to its end.
  static func run(
    _ arguments: [String], workingDirectory: String? = nil, environment: [String: String] = [:],
    shellPrefix: String? = nil
  ) throws -> Result {
    let folder = try TemporaryFolder()
    let process = try start(
      arguments, in: folder, workingDirectory: workingDirectory, environment: environment,
      shellPrefix: shellPrefix)
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try folder.read("stdout"), errors: try folder.read("stderr"))
  }
}
