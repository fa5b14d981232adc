import Foundation

/// A lock between processes, on a file of its own. The system releases it when its holder ends, for whatever
/// reason.
///
/// It doesn't lock the database itself: SQLite has its own locks there, and loses them when another
/// descriptor of the file is closed.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Waits for the lock, blocking the thread.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which is created, if necessary, with access only for its owner.
  ///   - timeout: The maximum wait in seconds.
  package init(_ path: String, timeout: Double = 10) throws(StoreError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StoreError(errno: errno, at: path) }
    // The umask may have removed the owner's permissions, too.
    _ = fchmod(descriptor, 0o600)
    let pause: UInt32 = 5_000
    var waits = Int(timeout * 1_000_000 / Double(pause))
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK where waits > 0:
        waits -= 1
        usleep(pause)
      case EWOULDBLOCK: throw StoreError(.busy, at: path)
      // The file system doesn't support such locks.
      case EBADF, EINVAL, ENOLCK, ENOTSUP, EOPNOTSUPP: return
      default: throw StoreError(errno: errno, at: path)
      }
    }
  }

  /// Acquires the lock if nobody holds it, without waiting.
  ///
  /// - Returns: nil if somebody holds it.
  package convenience init?(ifFree path: String) throws(StoreError) {
    do throws(StoreError) {
      try self.init(path, timeout: 0)
    } catch {
      guard error.kind == .busy else { throw error }
      return nil
    }
  }

  /// Returns whether the lock's file is still the one at a path.
  package func isFile(at path: String) -> Bool {
    var (own, other) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && lstat(path, &other) == 0 && own.st_ino == other.st_ino
      && own.st_dev == other.st_dev
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
