#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that stays open as long as this object lives.
final class OpenFile {
  /// The path for messages.
  let path: String
  private let descriptor: Int32

  /// Takes over an open descriptor.
  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  func status() throws(FileSystemError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last("read", path) }
    return FileStatus(status)
  }

  /// The file's first bytes, at most `limit` of them.
  func read(limit: Int) throws(FileSystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte more than the expected size, so that the first round finds the end.
    var room = max(0, min(limit, try status().size + 1))
    while room > 0 {
      let offset = bytes.count
      let wanted = room
      var failure: FileSystemError?
      bytes += [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        let result = retryingInterrupted { pread(descriptor, buffer.baseAddress, wanted, off_t(offset)) }
        if result < 0 { failure = .last("read", path) }
        count = max(0, result)
      }
      if let failure { throw failure }
      if bytes.count == offset { break }
      room = min(limit - bytes.count, max(wanted, 65_536))
    }
    return bytes
  }

  /// Writes all bytes.
  func write(_ bytes: [UInt8]) throws(FileSystemError) {
    var offset = 0
    while offset < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[offset...])
        #if canImport(Darwin)
          return retryingInterrupted { Darwin.write(descriptor, rest.baseAddress, rest.count) }
        #elseif canImport(Glibc)
          return retryingInterrupted { Glibc.write(descriptor, rest.baseAddress, rest.count) }
        #else
          return retryingInterrupted { Musl.write(descriptor, rest.baseAddress, rest.count) }
        #endif
      }
      guard written > 0 else { throw .last("written", path) }
      offset += written
    }
  }

  /// Sets the file's permissions, independent of the process's umask.
  func setPermissions(_ permissions: mode_t) throws(FileSystemError) {
    guard fchmod(descriptor, permissions) == 0 else { throw .last("written", path) }
  }

  /// Waits until the file's content is on disk.
  func synchronize() throws(FileSystemError) {
    guard retryingInterrupted({ fsync(descriptor) }) == 0 else { throw .last("written", path) }
  }
}
