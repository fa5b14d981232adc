import Counting
import Foundation
import HTTPTypes
import WGNAPIRuntime
import WOT

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// client OPERATION WHAT URL COUNT: prints nanoseconds for each request, or, for `allocations`, the allocations and
// bytes of each. What: `memory` and `disk` (a cached response), `ours` (to the server, by the default transport), `transport`
// (nothing but it, and the reading), both also `-urlsession` and `-ahc` (AsyncHTTPClient); `bare` and `bare-ahc` (URLSession and
// AsyncHTTPClient by hand, and the same reading). Operations: `each` (one after the other), `many` (64 at a time), `allocations`.

struct Unusable: Error {}

// Away from the main actor, to which every call would come back.
let running = Task.detached { try await run(CommandLine.arguments) }
try await running.value

func run(_ arguments: [String]) async throws {
  guard arguments.count == 5, let url = URL(string: arguments[3]), let count = Int(arguments[4]), count > 0
  else { throw Unusable() }
  let round = try await makeRound(arguments[2], url)
  // What is made once for a process isn't counted.
  for index in 0..<100 { try await round(index) }
  switch arguments[1] {
  case "each":
    let start = ContinuousClock.now
    for index in 0..<count { try await round(index) }
    print((ContinuousClock.now - start).nanoseconds / Double(count))
  case "many":
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<64 {
        group.addTask { for index in stride(from: task, to: count, by: 64) { try await round(index) } }
      }
      try await group.waitForAll()
    }
    print((ContinuousClock.now - start).nanoseconds / Double(count))
  case "allocations":
    guard let counter = AllocationCounter() else { throw Unusable() }
    counter.start()
    for index in 0..<count { try await round(index) }
    let counters = counter.counters()
    print(Double(counters[0]) / Double(count), Double(counters[1]) / Double(count))
  default: throw Unusable()
  }
}

extension Duration {
  var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) * 1e-9 }
}
