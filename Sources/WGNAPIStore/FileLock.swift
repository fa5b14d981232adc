import Foundation

/// A lock among processes, on a file of its own; the system gives it back when the holder ends, however it
/// ends.
///
/// It isn't a lock on the database: SQLite has its own there, and loses them when another descriptor of the
/// file is closed.
final class FileLock {
  private let descriptor: Int32

  /// Waits for the lock, and blocks the thread meanwhile.
  ///
  /// - Parameters:
  ///   - path: the file, which is made if need be, for its owner alone.
  ///   - timeout: how long to wait for who has it, in seconds.
  init(_ path: String, timeout: Double = 10) throws(StoreError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StoreError(errno: errno, at: path) }
    // The umask may have taken rights from the owner, too.
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
      // A file system without such locks.
      case EBADF, EINVAL, ENOLCK, ENOTSUP, EOPNOTSUPP: return
      default: throw StoreError(errno: errno, at: path)
      }
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
