import Foundation
import GRDB

/// Why a store can't do what it was asked to: where, what, and what to do.
///
/// Damaged files are not among the reasons: they are replaced. A cancelled task throws `CancellationError`
/// instead.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is in the way.
  public enum Kind: Hashable, Sendable {
    /// There is something else than a folder at the path, or on the way to it.
    case notAFolder
    /// The system doesn't let this process read and write there.
    case notPermitted
    /// There is no space left, or the user's share of it is used up.
    case diskFull
    /// Another process has kept the store to itself for too long.
    case busy
    /// The store was damaged again right after it was replaced.
    case damagedAgain
    /// The system refused, for a reason of its own: the value of `errno`.
    case system(code: Int32)
    /// SQLite refused, for a reason of its own: its extended result code.
    case database(code: Int32)
  }

  /// What is in the way.
  public let kind: Kind
  /// The file or folder.
  public let path: String

  init(_ kind: Kind, at path: String) {
    self.kind = kind
    self.path = path
  }

  /// Makes one of the value of `errno`.
  init(errno code: Int32, at path: String) {
    switch code {
    case EACCES, EPERM, EROFS: self.init(.notPermitted, at: path)
    case ENOSPC, EDQUOT: self.init(.diskFull, at: path)
    case ENOTDIR, EEXIST: self.init(.notAFolder, at: path)
    default: self.init(.system(code: code), at: path)
    }
  }

  init(_ error: DatabaseError, at path: String) {
    switch error.resultCode {
    case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: self.init(.notPermitted, at: path)
    case .SQLITE_FULL: self.init(.diskFull, at: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(.busy, at: path)
    default: self.init(.database(code: error.extendedResultCode.rawValue), at: path)
    }
  }

  /// A sentence: where, what, and what to do.
  public var description: String {
    switch kind {
    case .notAFolder: "\(path) is not a folder; give the store a folder of its own"
    case .notPermitted:
      "\(path) can't be read and written by this process; change its permissions, or choose another folder"
    case .diskFull: "\(path) can't be written, as the disk is full; make space, or lower the store's limit"
    case .busy: "\(path) is in use by another process for too long; end that process, or try again later"
    case .damagedAgain:
      "\(path) is damaged, just after it was replaced; look whether another version of this program uses the same "
        + "folder, or whether the disk fails"
    case .system(let code):
      "\(path) can't be used: \(String(cString: strerror(code))) (errno \(code)); choose another folder"
    case .database(let code):
      "\(path) can't be used: \(ResultCode(rawValue: code)) from SQLite; "
        + "look whether the disk is in order, and local"
    }
  }
}

extension StoreError: LocalizedError {
  /// As ``description``.
  public var errorDescription: String? { description }
}

extension DatabaseError {
  /// Whether it tells of a file that can't be used as it is, so that replacing it helps, and waiting doesn't.
  func tellsOfDamage(to path: String) -> Bool {
    switch extendedResultCode {
    // A file that calls itself one of a later version of SQLite may only be read.
    case .SQLITE_READONLY: return access(path, W_OK) == 0
    case .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS, .SQLITE_READONLY_DBMOVED: return true
    default: break
    }
    switch resultCode {
    // SQLite says so of tables with impossible numbers, too.
    case .SQLITE_FULL: return hasSpace(at: path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_EMPTY: return true
    // Statements of ours that don't fit: the tables are not those that we made.
    case .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_MISMATCH, .SQLITE_CONSTRAINT, .SQLITE_INTERNAL: return true
    default: return false
    }
  }

  /// Whether the disk has more space left than any response takes.
  private func hasSpace(at path: String) -> Bool {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return false }
    return UInt64(status.f_bavail) > (1 << 30) / UInt64(max(1, status.f_frsize))
  }
}
