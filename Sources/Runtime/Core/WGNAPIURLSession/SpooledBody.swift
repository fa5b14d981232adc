import Foundation
import WGNAPISupport
import WGNAPITransport

/// A request's body in a temporary file, which is removed with the last reference to it.
///
/// The file is locked while its process lives, so that what a killed process has left can be told from it.
///
/// Unchecked: one task writes, and removing is behind the lock.
final class SpooledBody: @unchecked Sendable {
  private static let folder = FileManager.default.temporaryDirectory
  private static let prefix = "wgnapi-upload-"

  let url: URL
  private let file: FileHandle
  private let mutex = Mutex()
  private var isRemoved = false

  /// Writes a body to a file.
  ///
  /// - Parameter timeout: The maximum time without a portion.
  /// - Throws: ``TransportError``, the errors of the body, and `CancellationError`.
  static func spool(_ body: HTTPRequestBody, within timeout: Duration) async throws -> SpooledBody {
    _ = cleaning
    guard let spooled = SpooledBody() ?? SpooledBody() else {
      throw TransportError.failed(TransportFailure(.other, message: "no temporary file can be written"))
    }
    // What reads the body may outlive this call. It has the file and not its owner, so the last reference is the caller's.
    let file = spooled.file
    try await body.forEachPortion(within: timeout) { try file.write(contentsOf: $0) }
    return spooled
  }

  /// Creates a file; nil if that isn't possible, or another process has just taken it for one that was left.
  private init?() {
    url = Self.folder.appendingPathComponent("\(Self.prefix)\(UUID().uuidString)")
    // Nobody else may read it: it is part of a request.
    let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &status) == 0, status.st_nlink == 1 else {
      return nil
    }
  }

  deinit { remove() }

  /// Removes the file. Who has it open can go on reading.
  func remove() {
    let isFirst = mutex.withLock { () -> Bool in
      defer { isRemoved = true }
      return !isRemoved
    }
    if isFirst { unlink(url.path) }
  }

  /// Removes once what earlier processes have left.
  private static let cleaning: Void = removeLeftFiles()

  /// Removes the files of processes that were killed.
  static func removeLeftFiles() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = folder.appendingPathComponent(name).path
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(descriptor)
    }
  }
}
