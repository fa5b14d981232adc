#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that changes together with others.
public struct ChangedFile: Sendable {
  public var path: String
  /// What it must contain; nil if it mustn't exist.
  public var old: [UInt8]?
  public var new: [UInt8]

  public init(path: String, old: [UInt8]?, new: [UInt8]) {
    (self.path, self.old, self.new) = (path, old, new)
  }
}

/// Writes several files, or none: all new content is in temporary files before the first file changes.
///
/// Permissions and links stay. A file that has changed since it was read is an error.
public func writeTogether(_ files: [ChangedFile]) throws(FileSystemError) {
  var staged: [StagedFile] = []
  var done = 0
  do throws(FileSystemError) {
    for (number, file) in files.enumerated() { staged.append(try StagedFile(file, number: number)) }
    for path in Set(staged.map(\.folder.path)) { (try? Folder.open(path))?.removeLeftovers() }
    for file in staged {
      try file.folder.rename(file.temporary, to: file.name)
      done += 1
    }
  } catch {
    for file in staged[done...] { try? file.folder.removeFile(file.temporary) }
    for file in staged[..<done] { file.restore() }
    throw error
  }
}

/// Writes files in open folders, or none: all new content is on disk before the first file appears or changes. Links aren't
/// followed.
func writeTogether(_ files: [(folder: Folder, name: String, bytes: [UInt8])]) throws(FileSystemError) {
  var cleaned: Set<String> = []
  for file in files where cleaned.insert(file.folder.path).inserted { file.folder.removeLeftovers() }
  var pending: [PendingFile] = []
  var added: [(folder: Folder, name: String)] = []
  do throws(FileSystemError) {
    for file in files {
      let new = try PendingFile(file.name, in: file.folder)
      pending.append(new)
      try new.write(file.bytes)
      try new.synchronize()
    }
    for (file, new) in zip(files, pending) {
      let isNew = try file.folder.status(of: file.name) == nil
      try new.keep()
      if isNew { added.append((file.folder, file.name)) }
    }
  } catch {
    for new in pending { new.discard() }
    for (folder, name) in added { try? folder.removeFile(name) }
    throw error
  }
}

/// A file whose new content is in a temporary file beside it.
private struct StagedFile {
  let folder: Folder
  let name: String
  let temporary: String
  let old: [UInt8]?

  init(_ file: ChangedFile, number: Int) throws(FileSystemError) {
    let split = OutputPath.split(resolvingLinks(of: file.path) ?? file.path)
    (name, old) = (split.name, file.old)
    folder = try Folder.make(split.folder)
    temporary = OutputPath.temporaryName(process: getpid(), number: number)
    let status = try folder.status(of: name)
    let found = status == nil ? nil : try folder.file(name).read(limit: (file.old?.count ?? 0) + 1)
    guard found == file.old else {
      throw FileSystemError("written, because it has changed meanwhile; run it again", file.path, code: EBUSY)
    }
    do throws(FileSystemError) {
      let new = try folder.makeFile(temporary)
      try new.write(file.new)
      if let status { try new.setPermissions(status.permissions) }
      try new.synchronize()
    } catch {
      try? folder.removeFile(temporary)
      throw FileSystemError(error.action, file.path, code: error.code)
    }
  }

  /// Puts back what was there.
  func restore() {
    guard let old else {
      try? folder.removeFile(name)
      return
    }
    let status = try? folder.status(of: name)
    guard let file = try? folder.makeFile(temporary), (try? file.write(old)) != nil else { return }
    if let status { try? file.setPermissions(status.permissions) }
    try? folder.rename(temporary, to: name)
  }
}
