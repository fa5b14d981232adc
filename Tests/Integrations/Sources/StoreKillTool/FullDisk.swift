import Foundation
import WGNAPICache
import WGNAPIRuntime
import WGNAPIStore

/// What happens to a store on a disk that becomes full.
struct FullDisk {
  let folder: URL
  let sizeLimit: Int
  private var ballast: URL { folder.deletingLastPathComponent().appendingPathComponent("ballast") }

  /// Stores responses until there is no space, reads them, and makes space in different ways.
  func fill() async throws {
    try Data(repeating: 1, count: 1 << 20).write(to: ballast)
    var left: [Int] = []
    if let stored = try await attempt({ try await storeUntilFull() }) {
      left = stored
      StoreKillTool.say("full \(stored.count)")
      // Another process can at least read, if it can open the store at all.
      _ = try await attempt { try await check(stored, in: opened()) }
      let store = try await attempt { try opened() }
      // This needs no space.
      if let store {
        try await store.removeAll()
        left = []
        try await check(left, in: store)
      }
    }
    try FileManager.default.removeItem(at: ballast)
    let store = try opened()
    try await store.store(KnownContent.response(0, version: 2), for: KnownContent.key(0))
    try await check(left.filter { $0 > 0 } + [0], in: store)
    StoreKillTool.say("done")
  }

  private func opened() throws -> DiskResponseStore {
    try DiskResponseStore(at: folder, sizeLimit: sizeLimit)
  }

  /// Returns the numbers of the responses that were stored before the disk was full.
  private func storeUntilFull() async throws -> [Int] {
    let store = try opened()
    var (stored, refused): ([Int], Int) = ([], 0)
    for number in 0..<10_000 where refused < 20 {
      let isStored: Void? = try await attempt {
        try await store.store(KnownContent.response(number, version: 1), for: KnownContent.key(number))
      }
      if isStored == nil { refused += 1 } else { stored.append(number) }
    }
    guard refused == 20 else { throw StoreKillTool.Failure("the disk isn't full") }
    try await check(stored, in: store)
    return stored
  }

  /// Checks that the store has these responses and no other.
  private func check(_ stored: [Int], in store: DiskResponseStore) async throws {
    for number in 0..<(stored.last ?? 0) + 21 {
      let response = try await store.response(for: KnownContent.key(number))
      guard (response != nil) == stored.contains(number),
        response.map({ KnownContent.version(of: $0, for: number) != nil }) ?? true
      else { throw StoreKillTool.Failure("the response for key \(number) is missing or wrong") }
    }
  }

  /// Returns nil if the disk is full; any other error is one.
  private func attempt<Result>(_ body: () async throws -> Result) async throws -> Result? {
    do { return try await body() } catch let error as StoreError where error.kind == .diskFull { return nil }
  }
}
