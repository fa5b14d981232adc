import Foundation
import Testing
import WGNAPITransport

@testable import WGNAPIStreams

@Suite struct DiskFileWritingTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  @Test func writesAfterTheBeginningThatIsKept() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (part, file) = (folder.appendingPathComponent("part"), folder.appendingPathComponent("file"))
    try Data([1, 2, 3, 4]).write(to: part)
    let writer = try DiskFile(writing: part, truncatedTo: 2)
    try writer.write([])
    try writer.write([9, 8])
    try writer.synchronize()
    try Data([0]).write(to: file)
    try DiskFile.move(part, to: file)
    #expect(try Data(contentsOf: file) == Data([1, 2, 9, 8]))
    #expect(!FileManager.default.fileExists(atPath: part.path))
    #expect { try DiskFile.move(part, to: file) } throws: {
      "\($0)" == "the file \(file.path) can't be written: No such file or directory (\(ENOENT))"
    }
  }
}
