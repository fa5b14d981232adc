import Foundation
import TestSupport
import Testing

/// A store on a real file system of some size, which becomes full.
@Suite struct FullDiskTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    .enabled(if: SmallDisk.isAllowed, Comment(rawValue: SmallDisk.explanation)),
    arguments: [4, 12, 24, 40, 56, 72, 96, 120, 180, 240, 500, 1_000, 3_000])
  func storedResponsesStay(kibibytes: Int) async throws {
    let output = folder.url.appendingPathComponent("output")
    let disk = folder.url.appendingPathComponent("disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    try Data().write(to: output)
    let process = try SmallDisk.start(
      [
        try BuiltTool("StoreKillTool").path(), "fill", disk.appendingPathComponent("store").path,
        "\(64 << 20)",
      ], at: disk,
      kibibytes: 1_024 + kibibytes, output: FileHandle(forWritingTo: output))
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(text)")
    #expect(text.hasSuffix("done\n"))
    if kibibytes >= 240 { #expect(text.hasPrefix("full ")) }
  }
}
