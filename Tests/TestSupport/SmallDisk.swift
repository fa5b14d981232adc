import Foundation

/// A process that has a small file system of its own at a folder: a real one, which becomes full.
public enum SmallDisk {
  /// Why there is none: this takes Linux and namespaces for users and mounts, which containers may forbid.
  public static let explanation: String = "this system allows no file systems of one's own (unshare -Urm)"

  /// Whether processes may have one.
  public static let isAllowed: Bool = {
    let folder = FileManager.default.temporaryDirectory
    guard let process = try? start(["true"], at: folder, kibibytes: 64) else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  /// Starts a command that sees an empty file system at the folder. Other processes see the folder as it was.
  public static func start(
    _ command: [String], at folder: URL, kibibytes: Int, output: FileHandle = .nullDevice
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let mount = #"mount -t tmpfs -o size=\#(kibibytes)k none "$0" && exec "$@""#
    process.arguments = ["unshare", "-Urm", "/bin/sh", "-c", mount, folder.path] + command
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }
}
