import Foundation
import Testing

@testable import GeneratorKit

/// Files that replace others in one step, or not at all.
@Suite struct PendingFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func theOldFileStaysUntilTheEnd() throws {
    try folder.write("old", to: "a.txt")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path("a.txt"))
    let file = try PendingFile(folder.path("a.txt"))
    try file.write(bytes("ne"))
    #expect(try folder.read("a.txt") == "old" && file.canBeDiscarded)
    try file.write(bytes("w"))
    try file.keep()
    #expect(try folder.snapshot("") == ["a.txt": "new"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a.txt"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func whatIsntKeptLeavesNothing() throws {
    try folder.write("old", to: "a.txt")
    do {
      let file = try PendingFile(folder.path("a.txt"))
      try file.write(bytes("new"))
    }
    let file = try PendingFile(folder.path("b.txt"))
    try file.write(bytes("new"))
    file.discard()
    try file.keep()
    #expect(try folder.snapshot("") == ["a.txt": "old"])
  }

  @Test func linksAreFollowed() throws {
    try folder.write("old", to: "real/a.txt")
    try folder.link("link", to: "real/a.txt")
    let file = try PendingFile(folder.path("link"))
    try file.write(bytes("new"))
    try file.keep()
    #expect(try folder.read("real/a.txt") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "real/a.txt")
  }

  /// A device that is replaced by a file would be lost to everybody.
  @Test func pipesAreWrittenTo() throws {
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    // Both ends, so that nobody waits.
    let reading = open(path, O_RDWR | O_NONBLOCK)
    defer { close(reading) }
    let file = try PendingFile(path)
    try file.write(bytes("new"))
    #expect(!file.canBeDiscarded)
    file.discard()
    try file.keep()
    var found = [UInt8](repeating: 0, count: 10)
    #expect(read(reading, &found, 10) == 3 && found.starts(with: bytes("new")))
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test func placesWhereNoFileCanBeAreReported() throws {
    try folder.write("", to: "file")
    try folder.link("nowhere", to: "absent")
    for (name, code) in [
      ("", EISDIR), ("file/a", ENOTDIR), ("absent/a", ENOENT), ("nowhere", ENOENT),
    ] {
      let error = #expect(throws: FileSystemError.self) { try PendingFile(folder.path(name)) }
      #expect(error?.code == code, "\(name): \(error.map { "\($0)" } ?? "")")
    }
  }

  @Test func severalFilesAreReplacedTogether() throws {
    try folder.write("old", to: "a.txt")
    try folder.write("old", to: "b.txt")
    func files(_ old: String) -> [ChangedFile] {
      [("a.txt", "old"), ("b.txt", old)].map { name, old in
        ChangedFile(path: folder.path(name), old: bytes(old), new: bytes("new"))
      }
    }
    // Somebody else has changed the second file.
    #expect(throws: FileSystemError.self) { try writeTogether(files("older")) }
    #expect(try folder.snapshot("") == ["a.txt": "old", "b.txt": "old"])
    try writeTogether(files("old"))
    #expect(try folder.snapshot("") == ["a.txt": "new", "b.txt": "new"])
  }
}
