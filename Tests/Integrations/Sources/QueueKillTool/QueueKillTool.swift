import Foundation
import WGNAPIQueue
import WGNAPIRuntime

/// Stores and sends requests in a process of its own, for the tests, which kill it.
///
/// - `work FOLDER PORT SEED LANES` says `begin`, opens the queue, says `open`, and stores and sends requests without end.
///   `s 5 2` announces a request with number 5 in lane 2 before it is stored, and `S 5 2` confirms it.
/// - `send FOLDER PORT` sends until the queue is empty.
/// - `store FOLDER PORT FIRST COUNT` stores requests and sends what it can.
/// - `fill FOLDER PORT` fills the disk that the folder is on, makes space, and sends what was stored.
@main struct QueueKillTool {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let numbers = arguments.dropFirst(2).compactMap { Int($0) }
    guard let command = arguments.first, arguments.count > 2, let port = numbers.first else {
      throw Failure("arguments: work, send, store or fill, a folder, a port, …")
    }
    let folder = URL(fileURLWithPath: arguments[1], isDirectory: true)
    if command == "fill" {
      do {
        return try await FullDisk(folder: folder, port: port).fill()
      } catch {
        say("failed: \(error)")
        exit(1)
      }
    }
    say("begin")
    let queue = try open(folder, port: port)
    say("open")
    switch (command, numbers.count) {
    case ("work", 3): try await work(queue, seed: numbers[1], lanes: numbers[2])
    case ("send", 1): try await empty(queue)
    case ("store", 3):
      for number in numbers[1]..<numbers[1] + numbers[2] {
        _ = try await queue.send(note(number, lane: number % 3), in: "lane \(number % 3)")
      }
      try await empty(queue)
    default: throw Failure("unknown command")
    }
  }

  static func open(_ folder: URL, port: Int) throws -> RequestQueue {
    var configuration = QueueConfiguration()
    configuration.countLimit = 100_000
    configuration.backoff = Backoff(base: .milliseconds(2), maximum: .milliseconds(20))
    configuration.pollInterval = .milliseconds(20)
    let client = Desk(
      APIServer("eu", "http://127.0.0.1:\(port)"),
      configuration: ClientConfiguration(timeout: .seconds(5), middleware: []))
    return try RequestQueue(
      at: folder, client: client, requests: [AddNoteRequest.self], configuration: configuration)
  }

  static func note(_ number: Int, lane: Int) -> AddNoteRequest {
    AddNoteRequest(
      document: "d\(lane)", text: "note \(number) " + String(repeating: "x", count: number % 700),
      number: number
    )
  }

  static func work(_ queue: RequestQueue, seed: Int, lanes: Int) async throws {
    queue.start()
    for step in 0... {
      let number = seed * 1_000 + step
      let lane = number * 7 % lanes
      say("s \(number) \(lane)")
      if number % 3 == 0 {
        _ = try await queue.send(note(number, lane: lane), in: "lane \(lane)")
      } else {
        try await queue.enqueue(note(number, lane: lane), in: "lane \(lane)")
      }
      say("S \(number) \(lane)")
      // The rest is sent meanwhile, and there is always some left.
      if step % 4 == 3 { try await Task.sleep(for: .milliseconds(3)) }
    }
  }

  static func empty(_ queue: RequestQueue) async throws {
    let end = ContinuousClock.now + .seconds(180)
    while ContinuousClock.now < end {
      let result = try await queue.flush(resettingDelays: true)
      if result.waiting == 0 { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw Failure("the queue doesn't become empty")
  }

  /// Writes a line at once, whatever becomes of this process.
  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(1, $0.baseAddress, $0.count) }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
