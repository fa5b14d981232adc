import WGNAPITransport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The part of a file that has been downloaded so far, and the entity tag that the rest is asked for with.
struct PartialFile: Sendable {
  /// Where the file will be.
  let file: URL
  private let part: URL
  private let tagFile: URL
  /// What the file is downloaded from: parts of other requests' files aren't continued.
  private let identity: String

  init(of file: URL, identity: String) {
    self.file = file
    self.identity = identity
    part = file.appendingPathExtension("part")
    tagFile = file.appendingPathExtension("part-tag")
  }

  /// The size of the part and its tag; nil if nothing can be resumed.
  var rest: (size: Int64, tag: String)? {
    guard let text = try? String(contentsOf: tagFile, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count == 2, lines[1] == identity, case let tag = lines[0], Self.isStrong(tag),
      let size = try? DiskFile(reading: part).size, size > 0
    else { return nil }
    return (size, tag)
  }

  /// Opens the part for writing at a position, from which on it is empty.
  func open(at position: Int64, tag: String?) throws -> DiskFile {
    if position == 0 {
      discard()
      // The tag comes first: bytes without one are never continued, those with a wrong one would be.
      if let tag, Self.isStrong(tag) {
        try Data("\(tag)\n\(identity)".utf8).write(to: tagFile, options: .atomic)
      }
    }
    return try DiskFile(writing: part, truncatedTo: position)
  }

  /// Puts the complete file in its place.
  func finish() throws {
    try DiskFile.move(part, to: file)
    try? FileManager.default.removeItem(at: tagFile)
  }

  func discard() {
    try? FileManager.default.removeItem(at: tagFile)
    try? FileManager.default.removeItem(at: part)
  }

  /// Only a strong tag says that the bytes are the same (RFC 9110, section 8.8.1).
  private static func isStrong(_ tag: String) -> Bool {
    tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
      && tag.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }
}
