import Foundation
import WGNAPIClient
import WGNAPIOptionalSupport
import WGNAPIStore

/// The right to send the requests of one lane, which one process has at a time. The system releases it when that process ends.
/// A process that is stopped blocks no other lane.
///
/// There may be any number of lanes, so the lock's file is removed with the lock.
final class LaneLock: Sendable {
  private static let prefix = "lane-"

  private let path: String
  private let lock: FileLock

  /// Acquires the lock if nobody holds it, without waiting.
  ///
  /// - Returns: nil if somebody holds it.
  convenience init?(ifFree lane: String, in folder: StoreFolder) throws(StoreError) {
    // A digest, because a lane's name may have any length and any characters.
    let name = SHA256Digest.text(of: Array(lane.utf8)).prefix(32)
    try self.init(folder.path(of: Self.prefix + name))
  }

  private init?(_ path: String) throws(StoreError) {
    // Whoever held the lock may have removed the file after it was opened here.
    for _ in 0..<16 {
      guard let lock = try FileLock(ifFree: path) else { return nil }
      guard lock.isFile(at: path) else { continue }
      self.path = path
      self.lock = lock
      return
    }
    return nil
  }

  // The file is removed before it is unlocked, so it is never that of another holder.
  deinit { unlink(path) }

  /// Removes the files of processes that were killed.
  static func removeAbandoned(in folder: StoreFolder) {
    let first = URL(fileURLWithPath: folder.path(of: prefix)).lastPathComponent
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(first) { _ = try? LaneLock("\(folder.path)/\(name)") }
  }
}
