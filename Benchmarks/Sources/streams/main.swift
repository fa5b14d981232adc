import Chats
import Foundation
import WGNAPIAsyncHTTPClient
import WGNAPIRuntime
import WGNAPIURLSession

// streams OPERATION WHAT URL COUNT [FILE]: reads COUNT events (`events`: prints the seconds), reads the first of two events COUNT
// times (`first`: prints the median of the milliseconds), or sends or receives COUNT bytes (`upload`, `download`: prints the seconds and
// the bytes by which the process grew at most). What: `curl`, `urlsession` and `ahc` (a generated client with this transport), or
// `bare` (AsyncHTTPClient by hand).

struct Unusable: Error {}

// Away from the main actor, to which every call would come back.
let running = Task.detached { try await run(CommandLine.arguments) }
try await running.value

func run(_ arguments: [String]) async throws {
  guard arguments.count >= 5, let count = Int(arguments[4]), count > 0 else { throw Unusable() }
  let reader: any StreamReader =
    arguments[2] == "bare"
    ? BareReader(arguments[3]) : ClientReader(try transport(arguments[2]), arguments[3])
  let file = arguments.count > 5 ? URL(fileURLWithPath: arguments[5]) : nil
  // What is made once for a process isn't counted.
  guard try await reader.events(1_000) == 1_000 else { throw Unusable() }
  switch arguments[1] {
  case "events":
    let start = ContinuousClock.now
    guard try await reader.events(count) == count else { throw Unusable() }
    print(start.seconds)
  case "first":
    var times: [Double] = []
    for _ in 0..<count {
      let start = ContinuousClock.now
      times.append(try await reader.firstEvent() - start)
    }
    print(times.sorted()[count / 2] * 1_000)
  case "upload", "download":
    guard let file else { throw Unusable() }
    // Buffers and connections have their size after a first transfer.
    try prepare(arguments[1], file, 1 << 20)
    try await transfer(arguments[1], reader, file, 1 << 20)
    try prepare(arguments[1], file, count)
    let before = memory("VmRSS")
    let start = ContinuousClock.now
    try await transfer(arguments[1], reader, file, count)
    print(start.seconds, max(memory("VmHWM") - before, 0))
  default: throw Unusable()
  }
}

/// Makes the file to send.
func prepare(_ operation: String, _ file: URL, _ count: Int) throws {
  guard operation == "upload" else { return }
  try Data().write(to: file)
  let handle = try FileHandle(forWritingTo: file)
  for _ in 0..<count >> 20 { try handle.write(contentsOf: Data(repeating: 7, count: 1 << 20)) }
  try handle.close()
}

func transfer(_ operation: String, _ reader: any StreamReader, _ file: URL, _ count: Int) async throws {
  if operation == "download" {
    try await reader.download(count, to: file)
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    guard size == count else { throw Unusable() }
  } else {
    try await reader.upload(file)
  }
}

func transport(_ name: String) throws -> any HTTPTransport {
  switch name {
  case "curl": ClientConfiguration().transport
  case "urlsession": URLSessionTransport()
  case "ahc": AsyncHTTPClientTransport()
  default: throw Unusable()
  }
}

/// A number of bytes from `/proc/self/status`; 0 where there is none.
func memory(_ name: String) -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
  return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
}

extension ContinuousClock.Instant {
  var seconds: Double { .now - self }

  static func - (end: Self, start: Self) -> Double {
    let components = start.duration(to: end).components
    return Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
