import Foundation
import Testing

@testable import WGNAPITransport

@Suite struct DiskFileTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  @Test func aBodyReadsAFileInPortions() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("ä file")
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: file)
    let body = try HTTPRequestBody.file(file)
    #expect(body.length == 200_000)
    #expect(body.isReplayable)
    for _ in 0..<2 {
      let next = try body.open()
      var read: [UInt8] = []
      while let portion = try await next() {
        #expect(portion.count <= 64 << 10)
        read += portion
      }
      #expect(read == bytes)
    }
  }

  @Test func errorsNameTheFile() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let missing = folder.appendingPathComponent("missing.jpg")
    #expect(
      message(missing) == "the file \(missing.path) can't be opened: No such file or directory (\(ENOENT))")
    #expect(message(folder) == "the file \(folder.path) can't be opened: Is a directory (\(EISDIR))")
    #expect(
      message(URL(fileURLWithPath: "/dev/null"))
        == "the file /dev/null can't be opened: Invalid argument (\(EINVAL))")
    let pipe = folder.appendingPathComponent("pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    #expect(message(pipe) == "the file \(pipe.path) can't be opened: Invalid argument (\(EINVAL))")
    let page = try #require(URL(string: "https://example.com/a"))
    #expect(
      message(page) == "the file https://example.com/a can't be opened: Invalid argument (\(EINVAL))")
  }

  @Test func aFileRemovedAfterItsBodyWasMadeIsAnError() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a")
    try Data([1]).write(to: file)
    let body = try HTTPRequestBody.file(file)
    try FileManager.default.removeItem(at: file)
    #expect { try body.open() } throws: { ($0 as? FileAccessError)?.code == ENOENT }
  }

  private func message(_ url: URL) -> String? {
    do { _ = try HTTPRequestBody.file(url) } catch { return error.localizedDescription }
    return nil
  }
}
