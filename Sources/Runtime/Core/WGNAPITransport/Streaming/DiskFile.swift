import WGNAPISupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An open file, for bodies that are sent or downloaded. `FileHandle` isn't part of FoundationEssentials.
package final class DiskFile {
  /// The size when the file was opened, in bytes.
  package let size: Int64

  package let path: String
  package let descriptor: Int32

  /// Opens a file for reading.
  package convenience init(reading url: URL) throws(FileAccessError) { try self.init(url, O_RDONLY) }

  /// Opens a file with flags of `open`.
  ///
  /// For writing, it must not be a link, nor have another name: the bytes would be in a file that the user hasn't named.
  package init(_ url: URL, _ flags: Int32) throws(FileAccessError) {
    guard url.isFileURL else { throw FileAccessError(path: url.absoluteString, .open, code: EINVAL) }
    path = url.path
    let isWriting = flags & O_ACCMODE != O_RDONLY
    // Without O_NONBLOCK, opening a pipe would wait for its other end.
    descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK | (isWriting ? O_NOFOLLOW : 0), 0o666)
    guard descriptor >= 0 else {
      throw FileAccessError(path: path, isWriting && errno == ELOOP ? .write : .open)
    }
    let (found, code) = Self.size(descriptor, isWriting: isWriting)
    guard let found else {
      close(descriptor)
      throw FileAccessError(path: path, code == EMLINK ? .write : .open, code: code)
    }
    size = found
  }

  deinit { close(descriptor) }

  /// Returns the size of an open file, or nil and a code if it isn't a regular one.
  private static func size(_ descriptor: Int32, isWriting: Bool) -> (Int64?, code: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return (nil, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return (nil, status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    guard !isWriting || status.st_nlink <= 1 else { return (nil, EMLINK) }
    return (Int64(status.st_size), 0)
  }

  /// Returns the next bytes; nil at the end.
  package func read(atMost count: Int) throws(FileAccessError) -> [UInt8]? {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, count in
      repeat {
        let found = readFile(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
        code = found < 0 ? errno : 0
        count = max(found, 0)
      } while code == EINTR
    }
    guard code == 0 else { throw FileAccessError(path: path, .read, code: code) }
    return bytes.isEmpty ? nil : bytes
  }
}

/// A file for a body that is sent or downloaded can't be accessed.
public struct FileAccessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What can't be done.
  public enum Action: String, Hashable, Sendable {
    case open = "opened"
    case read = "read"
    case write = "written"
  }

  /// The file's path, or the URL if it isn't a file's.
  public let path: String

  /// What can't be done.
  public let action: Action

  /// The system's error code, such as `ENOENT`.
  public let code: Int32

  package init(path: String, _ action: Action, code: Int32 = errno) {
    self.path = path
    self.action = action
    self.code = code
  }

  /// A description such as `the file photo.jpg can't be opened: No such file or directory (2)`.
  public var description: String {
    let reason =
      switch (action, code) {
      case (.write, ELOOP): "it is a symbolic link, and links aren't followed"
      case (.write, EMLINK): "it has another name, a hard link, and would change there, too"
      default: String(cString: strerror(code))
      }
    return "the file \(path) can't be \(action.rawValue): \(reason) (\(code))"
  }
}

extension FileAccessError: LocalizedError {
  /// Same as ``description``.
  public var errorDescription: String? { description }
}
