import Foundation

/// A store's folder, with `<name>-<number>.sqlite`, the files that SQLite keeps beside it, and `<name>.lock`.
///
/// A database is replaced by one with the next number, never by one with the same name: another process may
/// still be using the old one, would treat the log of the new one as its own, and remove it at the end. For
/// the same reason, the first number is random: the folder may have been emptied.
package struct StoreFolder: Sendable {
  package let path: String
  private let name: String
  private let isBackedUp: Bool

  private static let companions = ["", "-wal", "-shm", "-journal"]

  /// - Parameters:
  ///   - url: The folder.
  ///   - name: What the store keeps, as the beginning of its files' names.
  ///   - isBackedUp: Whether backups contain the folder; false for contents that can be fetched again.
  package init(_ url: URL, name: String, isBackedUp: Bool) {
    path = url.standardizedFileURL.path
    self.name = name
    self.isBackedUp = isBackedUp
  }

  package func path(ofDatabase number: Int) -> String { "\(path)/\(name)-\(number).sqlite" }

  /// The path of another file of the store.
  package func path(of suffix: String) -> String { "\(path)/\(name).\(suffix)" }

  /// Creates the folder if necessary, and removes access for others if it contains only the store.
  package func prepare() throws(StoreError) {
    try Self.makeFolder(path)
    let names = try names()
    if names.allSatisfy({ $0.hasPrefix("\(name).") || number(of: $0) != nil }) {
      var status = stat()
      // If the folder belongs to another user, the files are still accessible only for this one.
      if stat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o777 != 0o700,
        chmod(path, 0o700) != 0
      {
        throw StoreError(errno: errno, at: path)
      }
    }
    if !isBackedUp { excludeFromBackup() }
  }

  /// Acquires the lock, which is needed for opening and replacing the database.
  package func lock() throws(StoreError) -> FileLock { try FileLock(path(of: "lock")) }

  /// Returns the number of the database in use; nil if there is none. Call it with the lock held.
  package func latestNumber() throws(StoreError) -> Int? { try names().compactMap(number).max() }

  /// Ensures that a database's file exists, is a regular file, and that only its owner can read it. Call it
  /// with the lock held and before SQLite opens the file, because SQLite's own files beside it get the same
  /// permissions.
  ///
  /// - Returns: false if there is something else with this name, such as a link.
  package func secure(database number: Int) throws(StoreError) -> Bool {
    try secure(path(ofDatabase: number))
  }

  /// Does the same for a database at another path.
  package func secure(_ file: String) throws(StoreError) -> Bool {
    let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 {
      defer { close(descriptor) }
      guard fchmod(descriptor, 0o600) == 0 else { throw StoreError(errno: errno, at: file) }
      return true
    }
    guard errno == EEXIST else { throw StoreError(errno: errno, at: file) }
    for companion in Self.companions {
      var status = stat()
      guard lstat(file + companion, &status) == 0 else { continue }
      guard status.st_mode & S_IFMT == S_IFREG else { return false }
      guard status.st_mode & 0o777 == 0o600 || chmod(file + companion, 0o600) == 0 else {
        throw StoreError(errno: errno, at: file + companion)
      }
    }
    return true
  }

  /// Removes the databases with smaller numbers. Call it with the lock held.
  package func removeDatabases(before first: Int) throws(StoreError) {
    for name in try names() {
      if let number = number(of: name), number < first { unlink("\(path)/\(name)") }
    }
  }

  /// Removes the databases with other numbers, and SQLite's files beside them. Call it with the lock held.
  package func removeDatabases(except kept: Int) throws(StoreError) {
    for name in try names() {
      guard let number = number(of: name), number != kept else { continue }
      // A process that still uses it keeps its open files, and finds the new database with its next access.
      unlink("\(path)/\(name)")
    }
  }

  /// Removes a database. Its log is removed last, because a database without its log would be incomplete.
  /// Call it with the lock held.
  package func remove(database number: Int) { remove(path(ofDatabase: number)) }

  /// Does the same for a database at another path.
  package func remove(_ file: String) {
    for companion in Self.companions { unlink(file + companion) }
  }

  private func names() throws(StoreError) -> [String] {
    guard let folder = opendir(path) else { throw StoreError(errno: errno, at: path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the number in the name of a database, or of a file that SQLite keeps beside it.
  private func number(of file: String) -> Int? {
    guard file.hasPrefix("\(name)-") else { return nil }
    let rest = file.dropFirst(name.count + 1)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 18,
      Self.companions.contains(where: { rest.dropFirst(digits.count) == ".sqlite" + $0 })
    else { return nil }
    return Int(digits)
  }

  /// Creates a folder with access only for its owner, and its parents according to the umask.
  private static func makeFolder(_ path: String) throws(StoreError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw StoreError(.notAFolder, at: path) }
      return
    }
    if errno == ENOENT {
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
      if parent != path, !FileManager.default.fileExists(atPath: parent) {
        do {
          try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        } catch {
          throw StoreError(errno: systemCode(of: error), at: parent)
        }
      }
      // The umask may have removed the owner's permissions, too.
      if mkdir(path, 0o700) == 0 ? chmod(path, 0o700) == 0 : errno == EEXIST { return }
    }
    throw StoreError(errno: errno, at: path)
  }

  private static func systemCode(of error: any Error) -> Int32 {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if cause.domain == NSPOSIXErrorDomain { return Int32(truncatingIfNeeded: cause.code) }
    switch CocoaError.Code(rawValue: error.code) {
    case .fileWriteNoPermission, .fileWriteVolumeReadOnly: return EACCES
    case .fileWriteOutOfSpace: return ENOSPC
    case .fileWriteFileExists: return ENOTDIR
    default: return EIO
    }
  }

  /// Excludes the folder from backups, because its contents can be fetched again.
  private func excludeFromBackup() {
    #if canImport(Darwin)
      var url = URL(fileURLWithPath: path, isDirectory: true)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? url.setResourceValues(values)
    #endif
  }
}

/// The identity of a file, independent of its name.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// The identity of the file at a path; nil if there is none.
  package init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
