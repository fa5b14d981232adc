import Bench
import Foundation
import Plain
import WGNAPIRuntime
import WGNAPISchema

// decoding OPERATION DOCUMENT FILE: prints the fewest seconds that one reading of the file took, or for `memory` and
// `memory-foundation` what it allocated. More arguments are for peers.

let arguments = CommandLine.arguments
guard arguments.count >= 4, let operation = Operation(rawValue: arguments[1]),
  let data = FileManager.default.contents(atPath: arguments[3])
else {
  let operations = Operation.allCases.map(\.rawValue).joined(separator: "|")
  FileHandle.standardError.write(Data("usage: decoding \(operations) DOCUMENT FILE\n".utf8))
  exit(2)
}
let bytes = [UInt8](data)

switch arguments[2] {
case "Statistics": try run(StatisticsDocument.self, Plain.StatisticsDocument.self)
case "Provinces": try run(ProvincesDocument.self, Plain.ProvincesDocument.self)
case "Missions": try run(MissionsDocument.self, Plain.MissionsDocument.self)
case "Messages": try run(MessagesDocument.self, Plain.MessagesDocument.self)
case "Tracks": try run(TracksDocument.self, Plain.TracksDocument.self)
case "Names": try run(NamesDocument.self, Plain.NamesDocument.self)
default: exit(2)
}

func run<Model: JSONModel, Peer: Codable>(_ model: Model.Type, _ peer: Peer.Type) throws {
  // A small document is read often enough that the clock's steps don't count.
  let times = max(1, 200_000 / bytes.count)
  let seconds: Double
  switch operation {
  case .decode: seconds = try fastest(times) { try Model.decode(bytes) }
  case .report: seconds = try fastest(times) { try Model.decodeReporting(bytes) }
  case .unvalidated:
    seconds = try fastest(times) { try Model.decode(bytes, options: JSONDecoding(validation: .off)) }
  case .validate:
    let schema = JSONSchema(of: Model.self)
    guard schema.isValid(bytes) else { throw Unusable() }
    seconds = try fastest(times) { schema.isValid(bytes) }
  case .skip: seconds = try fastest(times) { JSONSchema.any.isValid(bytes) }
  case .tree: seconds = try fastest(times) { try JSON(parsing: bytes) }
  case .encode:
    let value = try Model.decode(bytes)
    seconds = try fastest(times) { try value.encoded() }
  case .decodeFoundation:
    let decoder = JSONDecoder()
    seconds = try fastest(times) { try decoder.decode(Peer.self, from: data) }
  case .encodeFoundation:
    let value = try JSONDecoder().decode(Peer.self, from: data)
    let encoder = JSONEncoder()
    seconds = try fastest(times) { try encoder.encode(value) }
  case .memory: return try printAllocations { try Model.decode(bytes) }
  case .memoryFoundation:
    let decoder = JSONDecoder()
    return try printAllocations { try decoder.decode(Peer.self, from: data) }
  }
  print(seconds)
}

struct Unusable: Error {}

enum Operation: String, CaseIterable {
  case decode, report, unvalidated, validate, skip, tree, encode, memory
  case decodeFoundation = "decode-foundation"
  case encodeFoundation = "encode-foundation"
  case memoryFoundation = "memory-foundation"
}

/// The fewest seconds of several runs, within about a second in all.
func fastest<Result>(_ times: Int, _ body: () throws -> Result) throws -> Double {
  let clock = ContinuousClock()
  var best = Duration.seconds(1000)
  let begin = clock.now
  var runs = 0
  repeat {
    let time = try clock.measure {
      for _ in 0..<times { _ = blackHole(try body()) }
    }
    best = min(best, time / times)
    runs += 1
  } while runs < 3 || (clock.now - begin < .seconds(1) && runs < 200)
  return best / .seconds(1)
}

@inline(never) func blackHole<Value>(_ value: Value) -> Value { value }
