import Foundation
import Testing
import WGNAPITransport

@testable import WGNAPIURLSession

/// Bodies in temporary files.
@Suite(.timeLimit(.minutes(5))) struct SpooledBodyTests {
  private func body() -> HTTPRequestBody {
    .portions(
      AsyncStream {
        $0.yield([1, 2])
        $0.yield([3])
        $0.finish()
      })
  }

  /// Gives empty portions for ever.
  private struct Nothing: AsyncSequence, AsyncIteratorProtocol {
    /// Ends with the last reference to the source.
    final class Use: Sendable {
      let released: AsyncStream<Void>.Continuation
      init(_ released: AsyncStream<Void>.Continuation) { self.released = released }
      deinit { released.finish() }
    }

    let use: Use
    func next() async throws -> [UInt8]? {
      await Task.yield()
      return []
    }
    func makeAsyncIterator() -> Self { self }
  }

  @Test(arguments: [nil, 0, 5] as [Int64?]) func emptyPortionsAreNoProgress(length: Int64?) async throws {
    let (ends, released) = AsyncStream<Void>.makeStream()
    await #expect(throws: TransportError.timedOut) {
      let body = HTTPRequestBody.portions(Nothing(use: .init(released)), length: length)
      _ = try await SpooledBody.spool(body, within: .milliseconds(50))
    }
    // Its source isn't asked for ever.
    for await _ in ends {}
  }

  /// A file that nobody has locked is one of a process that was killed.
  @Test func filesOfKilledProcessesAreRemoved() async throws {
    let folder = FileManager.default.temporaryDirectory
    let left = folder.appendingPathComponent("wgnapi-upload-\(UUID().uuidString)")
    try Data([9]).write(to: left)
    let spooled = try await SpooledBody.spool(body(), within: .seconds(60))
    SpooledBody.removeLeftFiles()
    #expect(!FileManager.default.fileExists(atPath: left.path))
    #expect(try Data(contentsOf: spooled.url) == Data([1, 2, 3]))
  }

  @Test func theFileGoesWithItsLastReference() async throws {
    var spooled: SpooledBody? = try await SpooledBody.spool(body(), within: .seconds(60))
    let path = try #require(spooled?.url.path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    spooled = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
