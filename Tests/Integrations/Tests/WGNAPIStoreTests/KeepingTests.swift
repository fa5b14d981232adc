import Foundation
import GRDB
import HTTPTypes
import Testing
import WGNAPICache
import WGNAPIRuntime

@testable import StoreKillTool
@testable import WGNAPIStore

/// What goes in comes out, and nothing that shouldn't go in.
@Suite struct KeepingTests {
  let folder: TemporaryFolder
  let store: DiskResponseStore

  init() throws {
    folder = try TemporaryFolder()
    store = try DiskResponseStore(at: folder.store)
  }

  @Test func responsesComeBackAsTheyWere() async throws {
    var headers: HTTPFields = [.contentType: "text/plain; charset=utf-8", .eTag: "\"ä\""]
    headers.append(HTTPField(name: .vary, value: "Accept"))
    headers.append(HTTPField(name: .vary, value: "Accept-Language"))
    headers.append(HTTPField(name: .server, lenientValue: [0x61, 0xFF, 0xFE, 0x62]))
    let response = StoredResponse(
      status: 203, headers: headers, body: Array(0...255) + [0, 0],
      requestDate: Date(timeIntervalSinceReferenceDate: 123_456_789.123_456_7), responseDate: .distantFuture,
      varying: ["accept": "d1", "x-näme": "", "": "\n"], redirectLifetime: .milliseconds(1_500))
    let key = CacheKey(
      endpoint: "WOT.players", digest: "ab\u{0}'\"; DROP TABLE response", resource: "cd\u{0}")
    try await store.store(response, for: key)
    #expect(try await store.response(for: key) == response)
    // Another store of the same folder, now and after the first has ended.
    #expect(try await DiskResponseStore(at: folder.store).response(for: key) == response)
    #expect(try await store.response(for: CacheKey(endpoint: "WOT.clans", digest: key.digest)) == nil)
    #expect(try await store.response(for: CacheKey(endpoint: key.endpoint, digest: "ab")) == nil)
  }

  @Test func emptyAndLargeBodies() async throws {
    for count in [0, 1, 31, 32, 4_060, 4_096, 65_536, 5_000_000] {
      let response = StoredResponse(
        status: 200, headers: [:], body: [UInt8](repeating: 7, count: count), requestDate: .distantPast,
        responseDate: .distantPast)
      try await store.store(response, for: KnownContent.key(count))
      #expect(try await store.response(for: KnownContent.key(count)) == response)
    }
  }

  @Test func aLaterResponseTakesThePlaceOfAnEarlierOne() async throws {
    for version in 1...20 {
      try await store.store(KnownContent.response(3, version: version), for: KnownContent.key(3))
    }
    #expect(try await store.response(for: KnownContent.key(3)) == KnownContent.response(3, version: 20))
    let counts = try folder.withDatabase { database in
      try ["response", "body"].map { try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \($0)") }
    }
    #expect(counts == [1, 1])
  }

  @Test func removesOneAllOfAnEndpointAndAll() async throws {
    let keys = (0..<12).map(KnownContent.key)
    for number in 0..<12 {
      try await store.store(KnownContent.response(number, version: 1), for: keys[number])
    }
    func kept() async throws -> [Int] {
      var kept: [Int] = []
      for number in 0..<12 where try await store.response(for: keys[number]) != nil { kept.append(number) }
      return kept
    }
    try await store.remove(keys[5])
    try await store.remove(KnownContent.key(99))
    #expect(try await kept() == [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11])
    try await store.removeAll(of: KnownContent.endpoint(2))
    try await store.removeAll(of: "Test.endpoint")
    #expect(try await kept() == [0, 1, 3, 4, 7, 8, 9, 11])
    #expect(try await store.size > 0)
    try await store.removeAll()
    #expect(try await kept() == [])
    #expect(try await store.size == 0)
  }

  @Test func removesAllOfAURL() async throws {
    let keys = ["one", "two", "one", "three"].enumerated().map { number, resource in
      CacheKey(endpoint: "Test.\(number)", digest: "\(number)", resource: resource)
    }
    for key in keys { try await store.store(KnownContent.response(1, version: 1), for: key) }
    try await store.removeAll(ofResource: "one")
    var kept: [Bool] = []
    for key in keys { kept.append(try await store.response(for: key) != nil) }
    #expect(kept == [false, true, false, true])
  }

  /// Keys are equal by their digests, so one that doesn't know the URL finds what another one kept.
  @Test func aKeyWithoutTheURL() async throws {
    let whole = CacheKey(endpoint: "Test.1", digest: "1", resource: "one")
    let bare = CacheKey(endpoint: "Test.1", digest: "1")
    let response = KnownContent.response(1, version: 1)
    try await store.store(response, for: whole)
    for key in [bare, whole] { #expect(try await store.response(for: key) == response) }
    try await store.store(response, for: bare)
    for key in [whole, bare] { #expect(try await store.response(for: key) == response) }
  }

  /// Neither the database nor its log has the body, while the store is open.
  @Test func removedDataIsOverwritten() async throws {
    func isOnDisk(_ text: String) throws -> Bool {
      try folder.files().contains { name in
        let bytes = try Data(contentsOf: folder.store.appendingPathComponent(name))
        return bytes.range(of: Data(text.utf8)) != nil
      }
    }
    let key = KnownContent.key(1)
    for count in [1, 5_000] {
      let body = Array(String(repeating: "a body of a secret. ", count: count).utf8)
      let response = StoredResponse(
        status: 200, headers: [.eTag: "\"a tag of a secret\""], body: body, requestDate: .distantPast,
        responseDate: .distantPast)
      try await store.store(response, for: key)
      try await store.store(KnownContent.response(2, version: 1), for: KnownContent.key(2))
      #expect(
        try isOnDisk("body of a secret") && isOnDisk("tag of a secret"), "the search finds what is there")
      try await store.remove(key)
      #expect(try !isOnDisk("body of a secret") && !isOnDisk("tag of a secret"))
    }
    #expect(try await store.response(for: KnownContent.key(2)) == KnownContent.response(2, version: 1))
  }

  @Test func noSecretIsOnDisk() async throws {
    var headers: HTTPFields = [.contentType: "text/plain", .setCookie: "session=hunter2"]
    for name in ["Authorization", "Set-Cookie2", "Cookie", "Proxy-Authorization", "Authentication-Info"] {
      headers[try #require(HTTPField.Name(name))] = "hunter2"
    }
    let response = StoredResponse(
      status: 200, headers: headers, body: Array("visible".utf8), requestDate: Date(), responseDate: Date())
    try await store.store(response, for: KnownContent.key(1))
    #expect(try await store.response(for: KnownContent.key(1))?.headers == [.contentType: "text/plain"])
    var hasBody = false
    for name in try folder.files() {
      let bytes = try Data(contentsOf: folder.store.appendingPathComponent(name))
      #expect(bytes.range(of: Data("hunter2".utf8)) == nil)
      hasBody = hasBody || bytes.range(of: Data("visible".utf8)) != nil
    }
    #expect(hasBody, "the search finds what is there")
  }

  @Test func nonFiniteDatesAreNotKept() async throws {
    let key = KnownContent.key(1)
    try await store.store(KnownContent.response(1, version: 1), for: key)
    let odd = StoredResponse(
      status: 200, headers: [:], body: [], requestDate: Date(timeIntervalSinceReferenceDate: .nan),
      responseDate: Date(timeIntervalSinceReferenceDate: .infinity))
    try await store.store(odd, for: key)
    #expect(try await store.response(for: key) == nil)
  }

  /// Values of the specification's own test program.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)])
  func checksums(_ text: String, _ checksum: UInt64) {
    #expect(XXHash64.hash(text.utf8) == checksum)
    #expect(XXHash64.hash(Data(text.utf8)) == checksum)
  }
}
