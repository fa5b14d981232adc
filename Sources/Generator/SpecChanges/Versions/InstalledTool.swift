import Foundation

/// A program on the user's `PATH`.
struct InstalledTool {
  struct Output {
    var status: Int32
    var bytes: [UInt8]
    var errors: String

    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The first line.
    var line: String { text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? "" }
  }

  let url: URL

  /// Finds the program; nil if the `PATH` has no program with this name.
  init?(_ name: String) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for folder in path.split(separator: ":") {
      let file = URL(fileURLWithPath: String(folder)).appendingPathComponent(name)
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), !isFolder.boolValue,
        FileManager.default.isExecutableFile(atPath: file.path)
      {
        url = file
        return
      }
    }
    return nil
  }

  /// Runs the program and waits until it ends.
  ///
  /// - Parameter environment: Variables to add to this process's environment.
  func run(_ arguments: [String], environment added: [String: String] = [:], input: [UInt8] = []) throws
    -> Output
  {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(added) { $1 }
    let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
    process.standardInput = standardInput
    process.standardOutput = standardOutput
    process.standardError = standardError
    try process.run()
    // Both sides of a pipe can be full, so each has a thread.
    let errors = Reading(standardError.fileHandleForReading)
    // If the program ends early, writing to its input must not end this process.
    if !input.isEmpty { signal(SIGPIPE, SIG_IGN) }
    DispatchQueue.global().async {
      try? standardInput.fileHandleForWriting.write(contentsOf: Data(input))
      try? standardInput.fileHandleForWriting.close()
    }
    let bytes = [UInt8](standardOutput.fileHandleForReading.readDataToEndOfFile())
    let text = errors.text()
    process.waitUntilExit()
    return Output(status: process.terminationStatus, bytes: bytes, errors: text)
  }
}

/// Reads a pipe to its end on another thread.
private final class Reading: @unchecked Sendable {
  private let ended = DispatchSemaphore(value: 0)
  /// Written before the semaphore is signalled, and read afterwards.
  private var data = Data()

  init(_ handle: FileHandle) {
    DispatchQueue.global().async {
      self.data = handle.readDataToEndOfFile()
      self.ended.signal()
    }
  }

  func text() -> String {
    ended.wait()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
