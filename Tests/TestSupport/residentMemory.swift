import Foundation

/// The process's memory in bytes; 0 where it can't be told.
package func residentMemory() -> Int {
  let fields =
    (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4_096 : 0
}

/// By how many bytes the process grows while `body` runs, at most.
///
/// Other tests take memory at the same time. What `body` takes itself, it takes each time, so it is run up to three
/// times, until the process grows by less than `limit`.
package func memoryGrowth(
  triedUntilBelow limit: Int = .max, during body: () async throws -> Void
) async rethrows -> Int {
  var least = try await measuredGrowth(during: body)
  for _ in 0..<2 where least >= limit { least = min(least, try await measuredGrowth(during: body)) }
  return least
}

private func measuredGrowth(during body: () async throws -> Void) async rethrows -> Int {
  let before = residentMemory()
  let watch = Task {
    var most = before
    while !Task.isCancelled {
      most = max(most, residentMemory())
      try? await Task.sleep(for: .milliseconds(2))
    }
    return most
  }
  defer { watch.cancel() }
  try await body()
  watch.cancel()
  return await watch.value - before
}
