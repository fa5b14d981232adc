#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is open as long as this object lives.
final class OpenFile {
  /// For messages.
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
    // One byte more than the file is said to have, so that its end is seen in the first round.
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

  /// Gives the file these permission bits, whatever the process's mask.
  func setPermissions(_ permissions: mode_t) throws(FileSystemError) {
    guard fchmod(descriptor, permissions) == 0 else { throw .last("written", path) }
  }

  /// Waits until what was written is on the disk.
  func synchronize() throws(FileSystemError) {
    guard retryingInterrupted({ fsync(descriptor) }) == 0 else { throw .last("written", path) }
  }
}
