import Foundation

/// The scripts of Tests/Reference, which compare with facts that lie outside the package.
enum ReferenceScripts {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// `WGNAPI_SHARED_DIR`, or `shared` beside the package.
  private static let shared =
    ProcessInfo.processInfo.environment["WGNAPI_SHARED_DIR"].map { URL(fileURLWithPath: $0) }
    ?? package.deletingLastPathComponent().appendingPathComponent("shared")

  static let canRun =
    FileManager.default.fileExists(atPath: shared.appendingPathComponent("reference").path)
    && (try? run("/usr/bin/env", ["python3", "--version"]).status) == 0

  static let skipped = "no reference of the APIs, or no Python: set WGNAPI_SHARED_DIR"

  /// Runs a script; returns its status and what it printed.
  static func run(script: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let path = package.appendingPathComponent("Tests/Reference/\(script)").path
    return try run("/usr/bin/env", ["python3", path] + arguments)
  }

  /// Prints the specs' representation into a file.
  static func dumpSpecs(to file: URL) throws {
    let specs = package.appendingPathComponent("Specs").path
    let (status, output) = try run(tool(), ["dump", "ir", specs])
    guard status == 0 else { throw Failed(output: output) }
    try output.write(to: file, atomically: true, encoding: .utf8)
  }

  struct Failed: Error { var output: String }

  /// The built tool, which stands beside the test bundle.
  private static func tool() throws -> String {
    for argument in CommandLine.arguments + Bundle.allBundles.map(\.bundlePath) where argument.contains("/") {
      var folder = URL(fileURLWithPath: argument).deletingLastPathComponent()
      for _ in 0..<4 {
        let path = folder.appendingPathComponent("wgnapi-gen").path
        if let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType,
          type == .typeRegular
        {
          return path
        }
        folder.deleteLastPathComponent()
      }
    }
    throw Failed(output: "wgnapi-gen is not built")
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String)
  {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["WGNAPI_SHARED_DIR": shared.path]) {
      $1
    }
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}
