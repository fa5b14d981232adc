import Foundation
import GRDB
import Testing
import WGNAPICache
import WGNAPIRuntime
import WGNAPITesting

@testable import StoreKillTool
@testable import WGNAPIStore

@Suite struct SizeLimitTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func response(_ count: Int, _ byte: UInt8 = 1) -> StoredResponse {
    StoredResponse(
      status: 200, headers: [:], body: [UInt8](repeating: byte, count: count), requestDate: .distantPast,
      responseDate: .distantPast)
  }

  private func kept(_ store: DiskResponseStore, _ numbers: Range<Int>) async throws -> [Int] {
    // Past the store, as reading through it is use.
    let digests = try folder.withDatabase { try String.fetchSet($0, sql: "SELECT digest FROM response") }
    return numbers.filter { digests.contains(KnownContent.key($0).digest) }
  }

  @Test func theLeastRecentlyUsedMakesWay() async throws {
    // Three of them fit.
    let store = try DiskResponseStore(at: folder.store, sizeLimit: 50_000)
    for number in 0..<3 { try await store.store(response(10_000), for: KnownContent.key(number)) }
    #expect(try await kept(store, 0..<3) == [0, 1, 2])
    // Reading makes the oldest ones the youngest, in the order of reading.
    _ = try await store.response(for: KnownContent.key(1))
    _ = try await store.response(for: KnownContent.key(0))
    try await store.store(response(10_000), for: KnownContent.key(4))
    #expect(try await kept(store, 0..<5) == [0, 1, 4])
    try await store.store(response(10_000), for: KnownContent.key(5))
    #expect(try await kept(store, 0..<6) == [0, 4, 5])
    // Storing is use, too.
    try await store.store(response(10_000), for: KnownContent.key(0))
    try await store.store(response(16_000), for: KnownContent.key(6))
    #expect(try await kept(store, 0..<7) == [0, 5, 6])
    #expect(try await store.size <= 50_000)
  }

  @Test func neitherSizeNorFilesGrowBeyondTheLimit() async throws {
    let limit = 2 << 20
    let store = try DiskResponseStore(at: folder.store, sizeLimit: limit)
    for number in 0..<1_500 {
      try await store.store(KnownContent.response(number, version: 1), for: KnownContent.key(number))
      if number % 100 == 99 { #expect(try await store.size <= limit) }
    }
    #expect(try await store.size > limit / 2)
    // The log and free pages come on top, up to four megabytes of each, and a fifth for what SQLite needs.
    #expect(try folder.fileSize() < limit * 6 / 5 + 9 << 20)
    let pages = try folder.withDatabase { database in
      try ["page_count", "freelist_count"].map { try Int.fetchOne(database, sql: "PRAGMA \($0)") ?? 0 }
    }
    #expect((pages[0] - pages[1]) * 4096 < limit * 6 / 5)
  }

  @Test func responsesLargerThanTheLimitAreNotKept() async throws {
    let store = try DiskResponseStore(at: folder.store, sizeLimit: 50_000)
    try await store.store(response(100), for: KnownContent.key(0))
    try await store.store(response(100), for: KnownContent.key(1))
    try await store.store(response(60_000), for: KnownContent.key(1))
    // Nor is the older one, which is no longer right, and nothing else has made way.
    #expect(try await store.response(for: KnownContent.key(1)) == nil)
    #expect(try await store.response(for: KnownContent.key(0)) == response(100))
    let none = try DiskResponseStore(at: folder.url.appendingPathComponent("none"), sizeLimit: 0)
    try await none.store(response(0), for: KnownContent.key(0))
    #expect(try await none.response(for: KnownContent.key(0)) == nil)
  }

  @Test func aLowerLimitHoldsFromTheStart() async throws {
    let store = try DiskResponseStore(at: folder.store, sizeLimit: 1 << 20)
    for number in 0..<20 { try await store.store(response(10_000), for: KnownContent.key(number)) }
    let smaller = try DiskResponseStore(at: folder.store, sizeLimit: 50_000)
    #expect(try await smaller.size <= 50_000)
    #expect(try await kept(smaller, 0..<20) == [17, 18, 19])
  }

  @Test func theSizeIsThatOfWhatIsKept() async throws {
    let store = try DiskResponseStore(at: folder.store)
    #expect(try await store.size == 0)
    try await store.store(response(1_000), for: KnownContent.key(0))
    #expect(try await (1_000..<2_000).contains(store.size))
    try await store.store(response(9_000), for: KnownContent.key(0))
    #expect(try await (9_000..<13_000).contains(store.size))
    try await store.store(response(9_000), for: KnownContent.key(1))
    try await store.remove(KnownContent.key(0))
    #expect(try await (9_000..<13_000).contains(store.size))
    // A total that is wrong is counted anew, at the latest when all has made way for it.
    try folder.withDatabase { try $0.execute(sql: "UPDATE total SET size = 1 << 40") }
    try await store.store(response(9_000), for: KnownContent.key(2))
    #expect(try await store.size == 0)
    try folder.withDatabase { try $0.execute(sql: "DELETE FROM total") }
    #expect(try await DiskResponseStore(at: folder.store).size == 0)
  }

  @Test(arguments: [true, false])
  func spaceIsGivenBack(_ wholly: Bool) async throws {
    let store = try DiskResponseStore(at: folder.store)
    try await store.store(response(100), for: KnownContent.key(1))
    let before = try folder.fileSize()
    for number in 0..<10 { try await store.store(response(1_000_000), for: KnownContent.key(number * 4)) }
    #expect(try folder.fileSize() > 10_000_000)
    if wholly { try await store.removeAll() } else { try await store.removeAll(of: KnownContent.endpoint(0)) }
    #expect(try folder.fileSize() < before + 100_000)
    #expect(try await store.response(for: KnownContent.key(1)) == (wholly ? nil : response(100)))
    #expect(try folder.files().count == 4)
  }

  @Test func spaceOfSingleResponsesIsGivenBackBitByBit() async throws {
    let store = try DiskResponseStore(at: folder.store)
    for number in 0..<20 { try await store.store(response(1_000_000), for: KnownContent.key(number)) }
    for number in 0..<20 { try await store.remove(KnownContent.key(number)) }
    for _ in 0..<20 { try await store.remove(KnownContent.key(0)) }
    let pages = try folder.withDatabase { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
    #expect(pages < 1_100)
  }

  /// A read writes nothing, until notes are a minute old.
  @Test func readsDoNotWrite() async throws {
    let clock = ManualClock()
    let store = try DiskResponseStore(at: folder.store, sizeLimit: 1 << 20, clock: clock)
    for number in 0..<3 { try await store.store(response(100), for: KnownContent.key(number)) }
    func order() throws -> [String] {
      try folder.withDatabase { try String.fetchAll($0, sql: "SELECT digest FROM response ORDER BY used") }
    }
    let digests = (0..<3).map { KnownContent.key($0).digest }
    for _ in 0..<100 { _ = try await store.response(for: KnownContent.key(0)) }
    clock.advance(by: .seconds(59))
    _ = try await store.response(for: KnownContent.key(1))
    #expect(try order() == digests)
    clock.advance(by: .seconds(1))
    _ = try await store.response(for: KnownContent.key(0))
    #expect(try order() == [digests[2], digests[1], digests[0]])
  }

  @Test func theOrderOfUseNeverEnds() async throws {
    let store = try DiskResponseStore(at: folder.store, sizeLimit: 50_000)
    for number in 0..<3 { try await store.store(response(10_000), for: KnownContent.key(number)) }
    try folder.withDatabase { try $0.execute(sql: "UPDATE response SET used = ?", arguments: [Int64.max]) }
    for number in 3..<8 { try await store.store(response(10_000), for: KnownContent.key(number)) }
    #expect(try await kept(store, 0..<8) == [5, 6, 7])
  }
}
