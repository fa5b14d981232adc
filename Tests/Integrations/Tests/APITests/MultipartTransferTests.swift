import Foundation
import OpenAI
import TestSupport
import Testing
import WGNAPIRuntime

/// A large file as a part of a body.
@Suite(.timeLimit(.minutes(5))) struct MultipartTransferTests {
  @Test func aPartFromAFile() async throws {
    let file = try temporaryFile(megabytes: 64)
    defer { try? FileManager.default.removeItem(at: file) }
    let server = try MisbehavingServer(keeping: 1_000) { _ in
      [
        .response(
          #"{"id": "file-1", "object": "file", "bytes": 67108864, "created_at": 1, "filename": "a", "purpose": "batch"}"#
        )
      ]
    }
    let client = Client(
      server: Server(url: server.url, like: .main), key: .bearer("k"), configuration: .quick())
    let growth = try await memoryGrowth(triedUntilBelow: 24 << 20) {
      let uploaded = try await client.uploadFile(purpose: .batch, file: FilePart(contentsOf: file))
      #expect(uploaded.bytes == 64 << 20)
    }
    let request = try #require(server.requests.first)
    #expect(request.bodyLength > 64 << 20)
    #expect(request.fields["content-length"] == "\(request.bodyLength)")
    #expect(request.text.contains(#"filename="\#(file.lastPathComponent)""#))
    #expect(growth < 24 << 20)
  }
}
