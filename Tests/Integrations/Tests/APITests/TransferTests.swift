import Foundation
import GitHub
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIStreams

/// Large files in both directions, in constant memory. `Benchmarks/transfers.py` measures larger ones.
@Suite(.timeLimit(.minutes(5))) struct TransferTests {
  /// How many bytes of 64 MB may be in memory at a time; the buffers of client and server are about 1 MB.
  private let bound = 24 << 20

  private func client(_ server: MisbehavingServer) -> Client {
    Client(server: Server(url: server.url, like: .main), token: .bearer("t"), configuration: .quick())
  }

  @Test func anUploadFromAFile() async throws {
    let file = try temporaryFile(megabytes: 64)
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try MisbehavingServer(keeping: 1_000) { _ in
      [
        .response(
          """
          {"id": 1, "name": "a", "label": null, "state": "uploaded", "content_type": "application/zip",
           "size": 67108864, "download_count": 0, "browser_download_url": "https://example.com/a"}
          """, status: "201 Created")
      ]
    }
    let client = client(server)
    let growth = try await memoryGrowth(triedUntilBelow: bound) {
      let asset = try await client.releases.uploadAsset(
        owner: "o", repo: "r", releaseID: 1, name: "a.zip", payload: .file(file))
      #expect(asset.state == .uploaded)
    }
    let request = try #require(server.requests.first)
    #expect(request.bodyLength == 64 << 20)
    #expect(request.fields["content-length"] == "67108864")
    #expect(request.query == ["name": "a.zip"])
    #expect(growth < bound)
  }

  @Test func aDownloadToAFile() async throws {
    let portion = (0..<1 << 20).map { UInt8($0 % 251) }
    let server = try MisbehavingServer { _ in
      [
        .text(
          "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: 67108864\r\n\r\n"),
        .flood(portion, times: 64),
      ]
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("download-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let client = client(server)
    let growth = try await memoryGrowth(triedUntilBelow: bound) {
      let download = try await client.download(
        ReleasesAssetRequest(owner: "o", repo: "r", assetID: 1), to: file)
      #expect(download.size == 64 << 20)
    }
    #expect(growth < bound)
    let handle = try FileHandle(forReadingFrom: file)
    try handle.seek(toOffset: 63 << 20)
    #expect(try handle.readToEnd() == Data(portion))
  }
}
