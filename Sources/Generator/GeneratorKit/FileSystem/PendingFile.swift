import Diagnostics

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that gets its new content in one step at the end, from a temporary file in the same folder.
///
/// Until then, and if that step is never made, what was there stays as it is. Links are followed, because users put them
/// there. A pipe, a socket or a device is never replaced: it is written to at once.
public final class PendingFile {
  /// The path as the user wrote it.
  public let path: String
  private let folder: Folder
  private let name: String
  private let file: OpenFile
  /// The name of the new content; nil for what isn't replaced, and after the end.
  private var temporary: String?

  /// Creates the temporary file for a path at which there may be a file.
  public convenience init(_ path: String) throws(FileSystemError) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    guard !isThere || FileStatus(status).kind != .other else {
      let (folder, file) = try Self.opening(path)
      self.init(path: path, folder: folder, name: "", file: file, temporary: nil)
      return
    }
    let (folder, name) = Self.split(isThere ? resolvingLinks(of: path) ?? path : path)
    try self.init(name, in: try Folder.open(folder), path: path)
  }

  /// Creates the temporary file for a name in a folder.
  init(_ name: String, in folder: Folder, path: String? = nil) throws(FileSystemError) {
    let path = path ?? folder.path(of: name)
    guard !name.isEmpty else { throw FileSystemError("written", path, code: EISDIR) }
    let old = try folder.status(of: name)
    switch old?.kind {
    case nil, .file: break
    case .folder: throw FileSystemError("written", path, code: EISDIR)
    // It leads nowhere.
    case .symbolicLink: throw FileSystemError("written", path, code: ENOENT)
    case .other: throw FileSystemError("written", path, code: EINVAL)
    }
    var found: (name: String, file: OpenFile)?
    var number = 0
    while found == nil {
      let temporary = OutputPath.temporaryName(process: getpid(), number: number)
      do {
        found = (temporary, try folder.makeFile(temporary))
      } catch {
        guard error.code == EEXIST, number < 10_000 else {
          throw FileSystemError(error.action, path, code: error.code)
        }
        number += 1
      }
    }
    guard let found else { throw FileSystemError("written", path, code: EEXIST) }
    (self.path, self.folder, self.name) = (path, folder, name)
    (file, temporary) = (found.file, found.name)
    // Changed permissions are probably intended.
    if let old { try file.setPermissions(old.permissions) }
  }

  private init(path: String, folder: Folder, name: String, file: OpenFile, temporary: String?) {
    (self.path, self.folder, self.name) = (path, folder, name)
    (self.file, self.temporary) = (file, temporary)
  }

  deinit { discard() }

  /// Appends bytes to the new content.
  public func write(_ bytes: [UInt8]) throws(FileSystemError) {
    do {
      try file.write(bytes)
    } catch {
      // The temporary file's name would mean nothing to the user.
      throw FileSystemError(error.action, path, code: error.code)
    }
  }

  /// Waits until the content is on disk, which is where a full disk shows at the latest.
  public func synchronize() throws(FileSystemError) {
    guard temporary != nil else { return }
    do {
      try file.synchronize()
    } catch {
      throw FileSystemError(error.action, path, code: error.code)
    }
  }

  /// Replaces the file by what was written.
  public func keep() throws(FileSystemError) {
    try synchronize()
    guard let written = temporary else { return }
    do {
      try folder.rename(written, to: name)
    } catch {
      throw FileSystemError(error.action, path, code: error.code)
    }
    temporary = nil
  }

  /// Removes what was written, and leaves what was there before.
  public func discard() {
    guard let written = temporary else { return }
    try? folder.removeFile(written)
    temporary = nil
  }

  /// Whether what was written can still be discarded.
  public var canBeDiscarded: Bool { temporary != nil }

  private static func split(_ path: String) -> (folder: String, name: String) {
    let (folder, name) = OutputPath.split(path)
    return (folder.isEmpty && path.hasBytePrefix("/") ? "/" : folder, name)
  }

  private static func opening(_ path: String) throws(FileSystemError) -> (Folder, OpenFile) {
    let descriptor = retryingInterrupted { open(path, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .last("written", path) }
    return (try Folder.open(split(path).folder), OpenFile(descriptor: descriptor, path: path))
  }
}
