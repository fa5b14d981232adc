import Foundation
import TestSupport
import Testing

/// A queue on a real file system of some size, which becomes full.
@Suite struct FullDiskTests {
  let desktop: Desktop

  init() throws { desktop = try Desktop() }

  /// The disk becomes full while the database is created, at any moment later, or soon after.
  @Test(
    .enabled(if: SmallDisk.isAllowed, Comment(rawValue: SmallDisk.explanation)),
    arguments: [4, 12, 24, 40, 56, 72, 96, 120, 180, 240, 500, 1_000])
  func nothingIsLostSilently(kibibytes: Int) async throws {
    let server = NoteServer()
    let output = desktop.url.appendingPathComponent("output")
    let disk = desktop.url.appendingPathComponent("disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    try Data().write(to: output)
    try await withLoopbackServer(server.respond) { place in
      let port = try #require(place.baseURL.split(separator: ":").last.map(String.init))
      let process = try SmallDisk.start(
        [try BuiltTool("QueueKillTool").path(), "fill", disk.appendingPathComponent("queue").path, port],
        at: disk,
        kibibytes: 1_024 + kibibytes, output: FileHandle(forWritingTo: output))
      try await BuiltTool.end(of: process)
      let lines = try BuiltTool.lines(of: output)
      try #require(process.terminationReason == .exit && process.terminationStatus == 0, "\(lines)")
      let stored = lines.compactMap { Int($0.dropFirst(2)) }
      #expect(stored.last == 10_000)
      #expect(server.numbers == ["d0": stored], "each is accepted once and in order")
      if kibibytes >= 500 { #expect(stored.count > 10) }
    }
  }
}
