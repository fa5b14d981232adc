import Foundation
import WGNAPICache
import WGNAPIChains
import WGNAPIRuntime
import WGNAPIStore

/// Works on a store in a process of its own, for the tests, which kill it.
///
/// - `write FOLDER LIMIT SEED KEYS` says `begin`, opens the store, says `open`, and changes the store without
///   end. Each change is announced on a line before it begins, in lower case, and confirmed when it is done,
///   in upper case: `s 5 17` and `S 5 17` for version 17 of key 5.
/// - `share FOLDER LIMIT FIRST COUNT` stores `COUNT` responses from key `FIRST` on, and reads those of other
///   processes meanwhile. It fails where one is wrong.
/// - `fill FOLDER LIMIT` fills the disk that the folder is on, looks for what it stored, and makes space.
/// - `hold FOLDER LIMIT` stores one response, says so, and waits for the end of its input.
@main struct StoreKillTool {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst(2).compactMap { Int($0) }
    guard let command = arguments.first, let folder = arguments.dropFirst().first, let limit = numbers.first
    else {
      throw Failure("arguments: write, share, fill or hold, a folder, a limit, …")
    }
    if command == "write" { say("begin") }
    let url = URL(fileURLWithPath: folder, isDirectory: true)
    if command == "fill" {
      do {
        return try await FullDisk(folder: url, sizeLimit: limit).fill()
      } catch {
        say("failed: \(error)")
        exit(1)
      }
    }
    let store = try DiskResponseStore(at: url, sizeLimit: limit)
    switch (command, numbers.count) {
    case ("write", 3): try await write(store, seed: numbers[1], keys: numbers[2])
    case ("share", 3): try await share(store, first: numbers[1], count: numbers[2])
    case ("hold", _):
      try await store.store(KnownContent.response(1, version: 1), for: KnownContent.key(1))
      say("ready")
      while readLine() != nil {}
    default: throw Failure("unknown command")
    }
  }

  static func write(_ store: DiskResponseStore, seed: Int, keys: Int) async throws {
    var random = SplitMix64(state: UInt64(seed))
    say("open")
    for version in 1... {
      let number = Int(random.next() % UInt64(keys))
      switch random.next() % 200 {
      case 0:
        say("a")
        try await store.removeAll()
        say("A")
      case 1..<4:
        say("e \(number % KnownContent.endpointCount)")
        try await store.removeAll(of: KnownContent.endpoint(number))
        say("E \(number % KnownContent.endpointCount)")
      case 4..<30:
        say("r \(number)")
        try await store.remove(KnownContent.key(number))
        say("R \(number)")
      case 30..<60:
        if let response = try await store.response(for: KnownContent.key(number)),
          KnownContent.version(of: response, for: number) == nil
        {
          throw Failure("wrong response for key \(number)")
        }
      default:
        let version = seed * 100_000 + version
        let response = KnownContent.response(number, version: version)
        say("s \(number) \(version)")
        try await store.store(response, for: KnownContent.key(number))
        say("S \(number) \(version)")
      }
    }
  }

  static func share(_ store: DiskResponseStore, first: Int, count: Int) async throws {
    var random = SplitMix64(state: UInt64(first))
    for number in first..<first + count {
      try await store.store(KnownContent.response(number, version: 1), for: KnownContent.key(number))
      let other = Int(random.next() % UInt64(first + count))
      for number in [number, other] {
        guard let response = try await store.response(for: KnownContent.key(number)) else {
          if number == other { continue }
          throw Failure("key \(number) was stored, and isn't there")
        }
        guard KnownContent.version(of: response, for: number) != nil else {
          throw Failure("wrong response for key \(number)")
        }
      }
    }
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
