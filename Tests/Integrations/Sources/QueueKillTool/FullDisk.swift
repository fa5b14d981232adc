import Foundation
import WGNAPIQueue
import WGNAPIStore

/// What happens to a queue on a disk that becomes full.
struct FullDisk {
  let folder: URL
  let port: Int
  private var ballast: URL { folder.deletingLastPathComponent().appendingPathComponent("ballast") }

  /// Stores requests until there is no space, looks for all of them, makes space, and sends them.
  func fill() async throws {
    try Data(repeating: 1, count: 1 << 20).write(to: ballast)
    let stored = try await attempt { try await store() } ?? []
    // Others who open the full queue neither lose anything nor take it for damaged.
    let found = try await attempt {
      let queue = try QueueKillTool.open(folder, port: port)
      try check(queue.recoveries.isEmpty, "a full disk was taken for damage")
      return try await queue.entries().count
    }
    try check(found == nil || found == stored.count, "\(stored.count) were stored, and \(found ?? 0) found")
    try FileManager.default.removeItem(at: ballast)
    let queue = try QueueKillTool.open(folder, port: port)
    try await queue.enqueue(QueueKillTool.note(10_000, lane: 0), in: "lane")
    try await QueueKillTool.empty(queue)
    let statistics = try await queue.statistics()
    try check(
      statistics.delivered == stored.count + 1 && statistics.deadLetters == 0 && queue.recoveries.isEmpty,
      "\(stored.count) were stored, but: \(statistics)")
    for number in stored + [10_000] { QueueKillTool.say("S \(number)") }
  }

  /// Returns the numbers of the requests that were stored before the disk was full.
  private func store() async throws -> [Int] {
    let queue = try QueueKillTool.open(folder, port: port)
    var (stored, refused): ([Int], Int) = ([], 0)
    for number in 0..<10_000 where refused < 20 {
      let isStored: Void? = try await attempt {
        try await queue.enqueue(QueueKillTool.note(number, lane: 0), in: "lane")
      }
      if isStored == nil { refused += 1 } else { stored.append(number) }
    }
    try check(refused == 20, "the disk isn't full")
    let count = try await queue.entries().count
    try check(
      count == stored.count && queue.recoveries.isEmpty, "\(stored.count) were stored, \(count) found")
    return stored
  }

  /// Returns nil if the disk is full; any other error is one.
  private func attempt<Result>(_ body: () async throws -> Result) async throws -> Result? {
    do { return try await body() } catch let error as StoreError where error.kind == .diskFull { return nil }
  }

  private func check(_ holds: Bool, _ problem: String) throws {
    if !holds { throw QueueKillTool.Failure(problem) }
  }
}
