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

  private let path: String
  private let descriptor: Int32

  /// Opens a file for reading.
  package convenience init(reading url: URL) throws(FileAccessError) {
    try self.init(url, O_RDONLY, truncatedTo: nil)
  }

  /// Opens a file for writing, or creates it, and moves to its end.
  ///
  /// - Parameter size: The size that the file gets first.
  package convenience init(writing url: URL, truncatedTo size: Int64) throws(FileAccessError) {
    try self.init(url, O_WRONLY | O_CREAT, truncatedTo: size)
  }

  private init(_ url: URL, _ flags: Int32, truncatedTo newSize: Int64?) throws(FileAccessError) {
    guard url.isFileURL else { throw FileAccessError(path: url.absoluteString, .open, code: EINVAL) }
    path = url.path
    // Without O_NONBLOCK, opening a pipe would wait for its other end.
    descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else { throw FileAccessError(path: path, .open) }
    let (found, code) = Self.size(descriptor)
    guard let found else {
      close(descriptor)
      throw FileAccessError(path: path, .open, code: code)
    }
    guard let newSize else {
      size = found
      return
    }
    guard ftruncate(descriptor, off_t(newSize)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      let code = errno
      close(descriptor)
      throw FileAccessError(path: path, .write, code: code)
    }
    size = newSize
  }

  deinit { close(descriptor) }

  /// Returns the size of an open file, or nil and a code if it isn't a regular one.
  private static func size(_ descriptor: Int32) -> (Int64?, code: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return (nil, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return (nil, status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
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

  /// Writes bytes at the current position.
  package func write(_ bytes: [UInt8]) throws(FileAccessError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeFile(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileAccessError(path: path, .write) }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until the disk has the bytes.
  package func synchronize() throws(FileAccessError) {
    guard fsync(descriptor) == 0 else { throw FileAccessError(path: path, .write) }
  }

  /// Moves a file to the place of another one, or to a new place.
  package static func move(_ url: URL, to place: URL) throws(FileAccessError) {
    guard rename(url.path, place.path) == 0 else { throw FileAccessError(path: place.path, .write) }
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
    "the file \(path) can't be \(action.rawValue): \(String(cString: strerror(code))) (\(code))"
  }
}

extension FileAccessError: LocalizedError {
  /// Same as ``description``.
  public var errorDescription: String? { description }
}
