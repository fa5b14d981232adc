import WGNAPISupport
import WGNAPITransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DiskFile {
  /// Opens a file for writing, or creates it, and moves to its end.
  ///
  /// - Parameter size: The size that the file gets first.
  convenience init(writing url: URL, truncatedTo size: Int64) throws(FileAccessError) {
    try self.init(url, O_WRONLY | O_CREAT)
    guard ftruncate(descriptor, off_t(size)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw FileAccessError(path: path, .write)
    }
  }

  /// Writes bytes at the current position.
  func write(_ bytes: [UInt8]) throws(FileAccessError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeFile(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileAccessError(path: path, .write) }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits until the disk has the bytes.
  func synchronize() throws(FileAccessError) {
    guard fsync(descriptor) == 0 else { throw FileAccessError(path: path, .write) }
  }

  /// Moves a file to the place of another one, or to a new place.
  static func move(_ url: URL, to place: URL) throws(FileAccessError) {
    guard rename(url.path, place.path) == 0 else { throw FileAccessError(path: place.path, .write) }
  }
}

/// Writes to an open file, for a type that has a method `write`.
private func writeFile(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
