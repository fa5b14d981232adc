import HTTPTypes
import WGNAPIClient
import WGNAPIOptionalSupport
import WGNAPISupport
import WGNAPITransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The part of a file that has been downloaded so far, and the entity tag that the rest is asked for with. While it
/// exists, no other one of the same file does, in this process or another.
final class PartialFile {
  /// What has been downloaded.
  struct Rest {
    let size: Int64
    let tag: String
    /// The size of the whole file; nil if the server didn't say.
    let total: Int64?
  }

  /// Where the file will be.
  let file: URL
  /// What the file is downloaded from: parts of other files, of other servers and of other accounts aren't continued.
  var identity = ""
  private let part: URL
  private let tagFile: URL
  private let lock: PartLock
  private var isFinished = false

  /// - Throws: `FileAccessError`, with code `EBUSY` if another download writes the part.
  init(of file: URL) throws {
    self.file = file
    part = file.appendingPathExtension("part")
    tagFile = file.appendingPathExtension("part-tag")
    lock = try PartLock(part)
  }

  /// What can be continued; nil if nothing can.
  var rest: Rest? {
    guard let text = try? String(contentsOf: tagFile, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 3, lines[1] == identity, case let tag = lines[0], Self.isStrong(tag),
      let size = try? DiskFile(reading: part).size, size > 0
    else { return nil }
    return Rest(size: size, tag: tag, total: Int64(lines[2]))
  }

  /// Opens the part for writing at a position, from which on it is empty.
  func open(at position: Int64, tag: String?, total: Int64?) throws -> DiskFile {
    if position == 0 {
      discard()
      // The tag comes first: bytes without one are never continued, those with a wrong one would be.
      if let tag, Self.isStrong(tag) {
        let text = "\(tag)\n\(identity)\n\(total.map { "\($0)" } ?? "")"
        try DiskFile(writing: tagFile, truncatedTo: 0).write(Array(text.utf8))
      }
    }
    return try DiskFile(writing: part, truncatedTo: position)
  }

  /// Puts the complete file in its place.
  func finish() throws {
    try DiskFile.move(part, to: file)
    isFinished = true
    try? FileManager.default.removeItem(at: tagFile)
  }

  /// Empties the part. The file stays, because the lock is on it.
  func discard() {
    try? FileManager.default.removeItem(at: tagFile)
    _ = try? DiskFile(writing: part, truncatedTo: 0)
  }

  /// Removes what isn't worth keeping after a failure.
  func leave() {
    // Another download may have begun.
    guard !isFinished, (try? DiskFile(reading: part).size) == 0 else { return }
    try? FileManager.default.removeItem(at: tagFile)
    try? FileManager.default.removeItem(at: part)
  }

  /// Only a strong tag says that the bytes are the same (RFC 9110, section 8.8.1).
  private static func isStrong(_ tag: String) -> Bool {
    tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
      && tag.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}

/// A lock on the part of a file, which the system releases when its holder ends, for whatever reason.
private final class PartLock {
  /// Open as long as the lock is held.
  private let file: DiskFile

  init(_ url: URL) throws(FileAccessError) {
    while true {
      let file = try DiskFile(url, O_RDWR | O_CREAT)
      // A file system without such locks protects nothing.
      while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
        if errno == EINTR { continue }
        guard errno == EWOULDBLOCK else { break }
        throw FileAccessError(path: file.path, .write, code: EBUSY)
      }
      var (own, present) = (stat(), stat())
      if fstat(file.descriptor, &own) == 0, lstat(file.path, &present) == 0, own.st_ino == present.st_ino,
        own.st_dev == present.st_dev
      {
        self.file = file
        return
      }
      // Another download was finished in the meantime, and its part moved or removed.
    }
  }
}

extension ComposedRequest {
  /// A digest of everything that the response depends on. Of a token that is renewed from time to time, only the account
  /// counts.
  var identity: String {
    var texts = [httpRequest.method.rawValue, url]
    for field in httpRequest.headerFields where field.name != .userAgent {
      let name = field.name.canonicalName
      let renewable = renewableFields.first { $0.name == name && $0.value == field.value }
      texts += renewable.map { ["account \(name)", $0.account] } ?? [name, field.value]
    }
    var bytes = Array(texts.map { "\($0.utf8.count) \($0)" }.joined(separator: "\n").utf8)
    bytes += body
    return SHA256Digest.text(of: bytes)
  }
}
