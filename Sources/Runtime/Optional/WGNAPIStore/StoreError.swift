import Foundation
import GRDB

/// An error of a store: the file, the cause and the solution.
///
/// Damaged files don't cause errors, because they are replaced. A cancelled task throws `CancellationError`
/// instead.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cause of an error.
  public enum Kind: Hashable, Sendable {
    /// The path, or a part of it, isn't a folder.
    case notAFolder
    /// This process has no permission to read and write there.
    case notPermitted
    /// The disk is full, or the user's quota is used up.
    case diskFull
    /// Another process has locked the store for too long.
    case busy
    /// The store was damaged again immediately after it was replaced.
    case damagedAgain
    /// Another error of the system, with the value of `errno`.
    case system(code: Int32)
    /// Another error of SQLite, with its extended result code.
    case database(code: Int32)
  }

  /// The cause of the error.
  public let kind: Kind
  /// The path of the file or folder.
  public let path: String

  package init(_ kind: Kind, at path: String) {
    self.kind = kind
    self.path = path
  }

  /// Creates an error from the value of `errno`.
  package init(errno code: Int32, at path: String) {
    switch code {
    case EACCES, EPERM, EROFS: self.init(.notPermitted, at: path)
    case ENOSPC, EDQUOT: self.init(.diskFull, at: path)
    case ENOTDIR, EEXIST: self.init(.notAFolder, at: path)
    default: self.init(.system(code: code), at: path)
    }
  }

  package init(_ error: DatabaseError, at path: String) {
    switch error.resultCode {
    // The file that processes share as memory can't grow.
    case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
      self.init(.diskFull, at: path)
    case .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: self.init(.notPermitted, at: path)
    case .SQLITE_FULL: self.init(.diskFull, at: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self.init(.busy, at: path)
    default: self.init(.database(code: error.extendedResultCode.rawValue), at: path)
    }
  }

  /// A sentence with the place, the problem and the solution.
  public var description: String {
    switch kind {
    case .notAFolder: "\(path) is not a folder; give the store a folder of its own"
    case .notPermitted:
      "\(path) can't be read and written by this process; change its permissions, or choose another folder"
    case .diskFull:
      "\(path) can't be written because the disk is full; make space, or lower the store's limit"
    case .busy:
      "\(path) has been in use by another process for too long; end that process, or try again later"
    case .damagedAgain:
      "\(path) is damaged, just after it was replaced; check whether another version of this program uses the same "
        + "folder, or whether the disk fails"
    case .system(let code):
      "\(path) can't be used: \(String(cString: strerror(code))) (errno \(code)); choose another folder"
    case .database(let code):
      "\(path) can't be used: \(ResultCode(rawValue: code)) from SQLite; "
        + "check that the disk works and is local"
    }
  }
}

extension StoreError: LocalizedError {
  /// Same as ``description``.
  public var errorDescription: String? { description }
}

extension DatabaseError {
  /// Returns whether the error indicates an unusable file, so that replacing it helps and waiting doesn't.
  package func tellsOfDamage(to path: String) -> Bool {
    switch extendedResultCode {
    // A file that claims to be from a later version of SQLite is read-only.
    case .SQLITE_READONLY: return access(path, W_OK) == 0
    case .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS, .SQLITE_READONLY_DBMOVED: return true
    default: break
    }
    switch resultCode {
    // SQLite also reports this for tables with impossible numbers.
    case .SQLITE_FULL: return hasSpace(at: path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_EMPTY: return true
    // Our statements don't match the tables, so these weren't created by us.
    case .SQLITE_ERROR, .SQLITE_SCHEMA, .SQLITE_MISMATCH, .SQLITE_CONSTRAINT, .SQLITE_INTERNAL: return true
    default: return false
    }
  }

  /// Returns whether the disk has more free space than any response needs.
  private func hasSpace(at path: String) -> Bool {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return false }
    return UInt64(status.f_bavail) > (1 << 30) / UInt64(max(1, status.f_frsize))
  }
}
