import Foundation
import TestSupport
import Testing
import WGNAPICache
import WGNAPIRuntime
import WGNAPIStore
import WOT

/// The code of `docs/offline.md`, word for word; that of the queue is in `QueuePageTests`.
@Suite struct StorePageTests {
  @Test func thePageIsCompiled() throws {
    let page = try PageCode("offline.md", without: ["Requests while offline"])
    #expect(page.blocks.count == 2)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  // Compiled only: the user's caches are none of the tests' business.
  private func opened() throws -> ClientConfiguration {
    let caches = try FileManager.default.url(
      for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let store = try DiskResponseStore(at: caches.appendingPathComponent("wot"), sizeLimit: 64 << 20)
    let configuration = ClientConfiguration(
      middleware: Client.middleware.replacing(ResponseCache(store: store)))
    return configuration
  }

  @Test func measuredAndRemoved() async throws {
    let folder = try TemporaryFolder()
    let store = try DiskResponseStore(at: folder.store)
    let response = StoredResponse(
      status: 200, headers: [:], body: [1, 2, 3], requestDate: Date(), responseDate: Date(), varying: [:])
    try await store.store(response, for: CacheKey(endpoint: "WOT.players", digest: "a"))
    let bytes = try await store.size
    try await store.removeAll(of: "WOT.players")
    try await store.removeAll()
    #expect(bytes > 0)
    #expect(try await store.size == 0)
  }
}
