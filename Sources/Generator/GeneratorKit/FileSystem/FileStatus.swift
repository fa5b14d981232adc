#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The status of a file or folder, without following links.
struct FileStatus {
  enum Kind {
    case file, folder, symbolicLink, other

    /// The kind with its article.
    var description: String {
      switch self {
      case .file: "a file"
      case .folder: "a folder"
      case .symbolicLink: "a symbolic link"
      case .other: "a pipe, socket or device"
      }
    }
  }

  /// The identity of a file, independent of its name.
  struct Identity: Hashable {
    var device: UInt64
    var number: UInt64
  }

  var kind: Kind
  var size: Int
  /// The permission bits.
  var permissions: mode_t
  var identity: Identity

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .symbolicLink
    default: kind = .other
    }
    size = Int(status.st_size)
    permissions = status.st_mode & 0o777
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
  }
}
