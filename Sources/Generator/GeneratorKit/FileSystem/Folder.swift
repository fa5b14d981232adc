import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder that stays open as long as this object lives.
///
/// All names are single path components, looked up in this very folder, so nobody can replace a folder on the path in
/// between. Links are never followed.
final class Folder {
  /// The path for messages, without a slash at its end; empty for the working directory.
  let path: String
  private let descriptor: Int32

  private init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  /// Opens a folder by its path. Here, links are followed, because users put them there.
  static func open(_ path: String) throws(FileSystemError) -> Folder {
    let descriptor = retryingInterrupted {
      openFile(path.isEmpty ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw .last("opened", path) }
    return Folder(descriptor: descriptor, path: path)
  }

  /// Opens a folder by its path, after creating it and its parents if necessary.
  static func make(_ path: String) throws(FileSystemError) -> Folder {
    do {
      return try open(path)
    } catch {
      guard error.isAbsence, !path.isEmpty else { throw error }
      let parent = OutputPath.split(path).folder
      if !parent.isEmpty { _ = try make(parent) }
      guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last("made", path) }
      return try open(path)
    }
  }

  /// The path of something in this folder, for messages.
  func path(of name: String) -> String {
    if path.isEmpty { return name }
    return path.hasByteSuffix("/") ? path + name : path + "/" + name
  }

  /// The status of a name; nil if it doesn't exist.
  func status(of name: String) throws(FileSystemError) -> FileStatus? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return FileStatus(status) }
    if errno == ENOENT { return nil }
    throw .last("read", path(of: name))
  }

  /// The identity of this folder, independent of its path.
  func identity() throws(FileSystemError) -> FileStatus.Identity {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last("read", path) }
    return FileStatus(status).identity
  }

  /// The names of everything in the folder as bytes, in no particular order.
  func names() throws(FileSystemError) -> [[UInt8]] {
    // Uses another descriptor, because reading moves a shared position.
    let copy = retryingInterrupted { openFile(at: descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard copy >= 0, let stream = fdopendir(copy) else { throw .last("read", path) }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .last("read", path) }
        return names
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
  }

  /// Opens a subfolder.
  func folder(_ name: String) throws(FileSystemError) -> Folder {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let opened = retryingInterrupted { openFile(at: descriptor, name, flags) }
    guard opened >= 0 else { throw .last("opened", path(of: name)) }
    return Folder(descriptor: opened, path: path(of: name))
  }

  /// Opens a subfolder, after creating it if necessary.
  func makeFolder(_ name: String) throws(FileSystemError) -> Folder {
    guard mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else {
      throw .last("made", path(of: name))
    }
    return try folder(name)
  }

  /// Opens a file for reading. A pipe in its place doesn't block.
  ///
  /// - Parameter followingLinks: whether to follow a link.
  func file(_ name: String, followingLinks: Bool = false) throws(FileSystemError) -> OpenFile {
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
    let opened = retryingInterrupted { openFile(at: descriptor, name, flags) }
    guard opened >= 0 else { throw .last("read", path(of: name)) }
    return OpenFile(descriptor: opened, path: path(of: name))
  }

  /// Creates a new file and opens it for writing.
  func makeFile(_ name: String) throws(FileSystemError) -> OpenFile {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let opened = retryingInterrupted { openFile(at: descriptor, name, flags, 0o666) }
    guard opened >= 0 else { throw .last("written", path(of: name)) }
    return OpenFile(descriptor: opened, path: path(of: name))
  }

  /// Atomically renames a file in this folder, replacing any file with the new name.
  func rename(_ name: String, to newName: String) throws(FileSystemError) {
    guard renameat(descriptor, name, descriptor, newName) == 0 else {
      throw .last("written", path(of: newName))
    }
  }

  /// Removes a file, or a link itself.
  func removeFile(_ name: String) throws(FileSystemError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
      throw .last("removed", path(of: name))
    }
  }

  /// Removes temporary files of runs that were killed.
  func removeLeftovers() {
    for name in (try? names().compactMap(validText)) ?? [] where OutputPath.isTemporaryName(name) {
      guard let process = OutputPath.process(ofTemporary: name), process != getpid(), kill(process, 0) != 0,
        errno == ESRCH
      else { continue }
      try? removeFile(name)
    }
  }

  /// Removes a folder if it is empty. Returns whether it was.
  func removeFolderIfEmpty(_ name: String) -> Bool { unlinkat(descriptor, name, AT_REMOVEDIR) == 0 }

  /// Waits until the folder's entries are on disk.
  func synchronize() throws(FileSystemError) {
    // Some file systems can't synchronize folders.
    guard retryingInterrupted({ fsync(descriptor) }) == 0 || errno == EINVAL || errno == EBADF else {
      throw .last("written", path)
    }
  }

  /// Tries to lock the folder. Releasing this object unlocks it.
  ///
  /// - Returns: false if another process has the lock. A file system without locks counts as free.
  func lock(exclusively: Bool) throws(FileSystemError) -> Bool {
    if retryingInterrupted({ flock(descriptor, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) }) == 0 {
      return true
    }
    switch errno {
    case EWOULDBLOCK: return false
    case EBADF, EINVAL, ENOLCK, ENOTSUP, EOPNOTSUPP: return true
    default: throw .last("locked", path)
    }
  }
}

/// The path with all links resolved; nil if it doesn't exist.
func resolvingLinks(of path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// The target of a symbolic link; nil if the path isn't one.
func linkTarget(of path: String) -> String? {
  var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  let count = readlink(path, &bytes, bytes.count - 1)
  return count > 0 ? validText(bytes.prefix(count).map { UInt8(bitPattern: $0) }) : nil
}

private func openFile(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

private func openFile(at folder: Int32, _ name: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
  openat(folder, name, flags, mode)
}
