import Foundation

/// A store's folder: `responses-<number>.sqlite` with the files that SQLite keeps beside it, and
/// `responses.lock`.
///
/// A database is replaced by one with the next number, never by one of the same name: another process may
/// still be using the old one, and would take the log of the new one for its own, and remove it at its end.
/// For the same reason, the first number is random: somebody may have emptied the folder.
struct StoreFolder: Sendable {
  let path: String

  private static let companions = ["", "-wal", "-shm", "-journal"]

  init(_ url: URL) { path = url.standardizedFileURL.path }

  func path(ofDatabase number: Int) -> String { "\(path)/responses-\(number).sqlite" }

  /// Makes the folder where it is missing, and closes it to others where it holds nothing but the store.
  func prepare() throws(StoreError) {
    try Self.makeFolder(path)
    let names = try names()
    if names.allSatisfy({ $0 == "responses.lock" || Self.number(of: $0) != nil }) {
      var status = stat()
      // Where the folder is another user's, the files are this one's alone all the same.
      if stat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o777 != 0o700,
        chmod(path, 0o700) != 0
      {
        throw StoreError(errno: errno, at: path)
      }
    }
    excludeFromBackup()
  }

  /// Whoever opens or replaces the database holds the lock.
  func lock() throws(StoreError) -> FileLock { try FileLock(path + "/responses.lock") }

  /// The number of the database in use; nil where there is none yet. Call it with the lock.
  func latestNumber() throws(StoreError) -> Int? { try names().compactMap(Self.number).max() }

  /// Makes sure that a database's file is there, is a file, and that nobody but its owner may read it. Call
  /// it with the lock, and before SQLite opens the file: what SQLite puts beside it gets the same
  /// permissions.
  ///
  /// - Returns: false where there is something else of that name, such as a link.
  func secure(database number: Int) throws(StoreError) -> Bool {
    let file = path(ofDatabase: number)
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

  /// Removes the databases with other numbers, and what SQLite kept beside them. Call it with the lock.
  func removeDatabases(except kept: Int) throws(StoreError) {
    for name in try names() {
      guard let number = Self.number(of: name), number != kept else { continue }
      // A process that still uses it keeps what it has open, and finds the new one with its next access.
      unlink("\(path)/\(name)")
    }
  }

  /// Removes a database. Its log goes last: with it alone missing, the database would be there in part. Call
  /// it with the lock.
  func remove(database number: Int) {
    for companion in Self.companions { unlink(path(ofDatabase: number) + companion) }
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

  /// The number in the name of a database, or of a file that SQLite keeps beside it.
  private static func number(of name: String) -> Int? {
    guard name.hasPrefix("responses-") else { return nil }
    let rest = name.dropFirst("responses-".count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 18, companions.contains(where: { rest.dropFirst(digits.count) == ".sqlite" + $0 })
    else {
      return nil
    }
    return Int(digits)
  }

  /// Makes a folder for its owner alone, and the way to it as the umask has it.
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
      // The umask may have taken rights from the owner, too.
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

  /// What can be fetched anew has no place in a backup.
  private func excludeFromBackup() {
    #if canImport(Darwin)
      var url = URL(fileURLWithPath: path, isDirectory: true)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? url.setResourceValues(values)
    #endif
  }
}

/// Which file it is, whatever its name.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// The file at a path; nil where there is none.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
