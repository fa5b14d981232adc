import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import SchemaValues
import SpecReader
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Compares specs that are inferred from real responses of Wargaming's APIs with those that people wrote.
///
/// The responses aren't part of the package: without them, the tests are skipped. `WGNAPI_CAPTURED_DIR` is another folder with
/// responses, `WGNAPI_INFER_SEED` chooses another half of them, and `WGNAPI_INFER_LIST` lists the mistakes.
@Suite(.enabled(if: Captured.folder != nil, "needs captured/ in a folder 'shared' next to the package"))
struct AgreementTests {
  @Test(arguments: try Captured.modules()) func theOtherHalfIsReadAndTypesAgree(module: String) throws {
    let seed = ProcessInfo.processInfo.environment["WGNAPI_INFER_SEED"].flatMap { UInt64($0) } ?? 1
    var random = SeededGenerator(seed: seed)
    let responses = try Captured.answers(of: module)
    var (train, test): ([Captured.Response], [Captured.Response]) = ([], [])
    for response in responses {
      let halves = Captured.halves(of: response, &random)
      if let half = halves.0 { train.append(half) }
      if let half = halves.1 { test.append(half) }
    }
    let written = try Captured.written(module)
    let half = try Captured.inferred(from: train)
    let reading = half.read(test)
    print("\(module), seed \(seed): \(train.count) answers to learn from, \(test.count) to read")
    print("the other half: \(reading.text)")
    let ofHalf = Agreement(inferred: half, written: written)
    print("agreement with the hand-written spec, from half of the responses:\n\(ofHalf.text)")
    let whole = try Captured.inferred(from: responses)
    let ofWhole = Agreement(inferred: whole, written: written)
    print("agreement with the hand-written spec, from all responses:\n\(ofWhole.text)")
    if ProcessInfo.processInfo.environment["WGNAPI_INFER_LIST"] != nil {
      print(reading.list.joined(separator: "\n"))
      print(ofWhole.list.joined(separator: "\n"))
    }
    // Everything that was learnt from is read without a violation.
    #expect(whole.read(responses).violations == 0)
    // Halves differ in how much they show of enumerations and nulls. Of most APIs, there are few responses.
    guard module == "WOT" else { return }
    #expect(ofHalf.share >= 0.9)
    #expect(ofWhole.share >= 0.95)
  }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

enum Captured {
  struct Response {
    var path: String
    var body: JSON
  }

  static let folder =
    ProcessInfo.processInfo.environment["WGNAPI_CAPTURED_DIR"].map { URL(fileURLWithPath: $0) }
    ?? shared("captured")

  /// What is in a folder 'shared' next to the package; nil if it isn't there.
  static func shared(_ path: String) -> URL? {
    let own = ProcessInfo.processInfo.environment["WGNAPI_SHARED_DIR"].map { URL(fileURLWithPath: $0) }
    let beside = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared")
    let place = (own ?? beside).appendingPathComponent(path)
    return FileManager.default.fileExists(atPath: place.path) ? place : nil
  }

  private static func files() throws -> [String] {
    guard let folder else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
  }

  private static func module(of file: String) -> String { file.prefix { $0 != "_" }.uppercased() }

  /// The modules that there are responses of.
  static func modules() throws -> [String] { Set(try files().map(module)).sorted() }

  /// The files are named after methods: `wot_account_info_2.json` is a response of `account/info/`.
  static func answers(of module: String = "WOT") throws -> [Response] {
    let folder = try #require(folder)
    return try files().filter { self.module(of: $0) == module }.sorted().map { name in
      let path = ResponseName(String(name.dropFirst(module.count + 1).dropLast(5))).path[0].replacing(
        "_", with: "/", maxReplacements: 1)
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      return Response(path: path, body: try JSON.decode(bytes))
    }
  }

  static func halves(of response: Response, _ random: inout SeededGenerator) -> (Response?, Response?) {
    guard var object = response.body.object, let data = object["data"] else {
      return random.next() & 1 == 0 ? (response, nil) : (nil, response)
    }
    let halves = halves(of: data, &random)
    func part(_ half: JSON?) -> Response? {
      guard let half else { return nil }
      object["data"] = half
      return Response(path: response.path, body: .object(object))
    }
    return (part(halves.0), part(halves.1))
  }

  /// Splits lists, and objects whose keys are numbers; anything else is in one of the halves.
  private static func halves(of value: JSON, _ random: inout SeededGenerator) -> (JSON?, JSON?) {
    if let list = value.array, list.count > 1 {
      let order = list.indices.shuffled(using: &random)
      let half = Set(order.prefix(list.count / 2))
      return (
        .array(list.indices.filter { half.contains($0) }.map { list[$0] }),
        .array(list.indices.filter { !half.contains($0) }.map { list[$0] })
      )
    }
    if let object = value.object, !object.isEmpty, object.allSatisfy({ Int($0.key) != nil }) {
      if object.count == 1, let (key, inner) = object.first {
        let halves = halves(of: inner, &random)
        return (
          halves.0.map { .object(JSONObject([(key, $0)])) }, halves.1.map { .object(JSONObject([(key, $0)])) }
        )
      }
      let half = Set(object.keys.shuffled(using: &random).prefix(object.count / 2))
      return (
        .object(JSONObject(object.filter { half.contains($0.key) }.map { ($0.key, $0.value) })),
        .object(JSONObject(object.filter { !half.contains($0.key) }.map { ($0.key, $0.value) }))
      )
    }
    // `nil` alone would be the JSON value null.
    return random.next() & 1 == 0 ? (value, Optional.none) : (Optional.none, value)
  }

  // MARK: Specs

  static func inferred(from responses: [Response]) throws -> ReadSpec {
    var collector = Collector()
    for response in responses {
      let url = "https://api.example.com/wot/\(response.path)/"
      var exchange = try #require(TrafficExchange(method: "GET", url: url, status: 200))
      exchange.response = TrafficBody(try response.body.encoded(), mediaType: "application/json")
      collector.add(exchange)
    }
    return try inferred(from: collector)
  }

  static func inferred(from collector: Collector) throws -> ReadSpec {
    let spec = inferSpec(from: collector, module: "Inferred")
    #expect(spec.diagnostics.isEmpty)
    let files = spec.files.map { file in
      SpecFile(path: "Inferred/\(file.path)", displayPath: file.path, bytes: Array(file.text.utf8))
    }
    return try ReadSpec(files, module: "Inferred")
  }

  static func written(_ module: String = "WOT") throws -> ReadSpec {
    var sink = DiagnosticSink()
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Specs")
    return try ReadSpec(SpecLoader().load(folder.path, module: nil, into: &sink), module: module)
  }
}

/// A spec as the generator understands it.
struct ReadSpec {
  let module: Module
  let index: SchemaIndex

  init(_ files: [SpecFile], module name: String) throws {
    var sink = DiagnosticSink()
    let api = readAPI(files, into: &sink)
    module = try #require(api?.modules.first { $0.name.text == name }, "\(sink.diagnostics.map(\.message))")
    index = SchemaIndex(module)
  }

  /// A path without the braces of parameters.
  static func plain(_ path: String) -> String {
    path.split(separator: "/").joined(separator: "/").filter { $0 != "{" && $0 != "}" }
  }

  /// The payloads by path.
  var payloads: [String: APIModel.Schema] {
    var result: [String: APIModel.Schema] = [:]
    for endpoint in module.endpoints {
      for response in endpoint.responses {
        if case .json(let schema) = response.payload { result[Self.plain(endpoint.path.text)] = schema }
      }
    }
    return result
  }

  /// The payload of an endpoint by its path. The path may begin differently: what all paths in traffic have in common is a
  /// server's.
  func payload(at path: String) -> APIModel.Schema? {
    let payloads = payloads
    if let payload = payloads[path] { return payload }
    let ending = payloads.filter { path.hasSuffix("/\($0.key)") || $0.key.hasSuffix("/\(path)") }
    return ending.count == 1 ? ending.first?.value : nil
  }

  struct Reading {
    var values = 0
    var violations = 0
    var unseen = 0
    var unknown = 0
    var list: [String] = []

    var text: String {
      "\(values) answers read with \(violations) violations; \(unseen) of endpoints that weren't seen, \(unknown) keys that weren't seen"
    }
  }

  /// Reads the payloads of responses.
  func read(_ responses: [Captured.Response]) -> Reading {
    var reading = Reading()
    let checker = ValueChecker(index, limit: 100_000_000)
    for response in responses {
      guard let data = response.body["data"] else { continue }
      guard let schema = payload(at: response.path) else {
        let isKnown = module.endpoints.contains { Self.plain($0.path.text) == response.path }
        if !isKnown { reading.unseen += 1 }
        continue
      }
      reading.values += 1
      let literal = Literal(data)
      let found = checker.violations(of: literal, by: schema) ?? []
      reading.violations += found.count
      reading.list += found.map { "\(response.path): \($0.path.text): \($0.message)" }
      let all = checker.violations(ofExample: literal, by: schema) ?? []
      reading.unknown += max(all.count - found.count, 0)
    }
    return reading
  }
}

extension Literal {
  init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .boolean(value)
    case .number(let number): self = .number(NumberText(number.text))
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { Literal($0) })
    case .object(let members): self = .object(members.map { Member(name: $0.key, value: Literal($0.value)) })
    }
  }
}
