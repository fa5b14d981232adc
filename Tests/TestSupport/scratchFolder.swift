import Foundation

/// Where tests keep files that needn't survive a power failure: in memory, if the system has a folder for that. Tests
/// that write often would otherwise mostly wait for the disk.
public let scratchFolder: URL = {
  let memory = "/dev/shm"
  let space = try? FileManager.default.attributesOfFileSystem(forPath: memory)[.systemFreeSize] as? Int64
  return access(memory, W_OK) == 0 && space ?? 0 > 1 << 28
    ? URL(fileURLWithPath: memory, isDirectory: true)
    : FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
}()
