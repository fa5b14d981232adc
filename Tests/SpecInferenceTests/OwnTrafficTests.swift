import Diagnostics
import Foundation
import Testing
import Thoroughness
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// A spec says what the traffic showed that it was inferred from.
struct OwnTrafficTests {
  private static let api = "https://lab.example.com"

  /// What `drift` finds in the traffic that a spec was inferred from.
  static func drift(_ har: HAR, _ spec: InferredSpec) throws -> [String] {
    let files = Dictionary(uniqueKeysWithValues: spec.files.map { ("Shop/\($0.path)", $0.text) })
    var report = try DriftingSpec(files: files).drift(har)
    // Of some endpoints, only failures were seen, and `infer` says so.
    if !spec.failed.isEmpty { report.differences.removeAll { $0.kind == .newEndpoint } }
    return report.diagnostics(withUnseen: false).map(\.message)
  }

  /// `WGNAPI_INFER_SEED` is the first seed, and `WGNAPI_INFER_COUNT` how many there are.
  @Test func randomTrafficHasNoDrift() throws {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["WGNAPI_INFER_SEED"].flatMap { UInt64($0) } ?? 1
    let count = environment["WGNAPI_INFER_COUNT"].flatMap { UInt64($0) } ?? UInt64(rounds(40))
    for seed in first..<(first + count) {
      let har = RandomTraffic(seed: seed).har
      let spec = har.infer()
      let messages = spec.diagnostics.filter { $0.severity == .error }.map(\.message)
      guard messages.isEmpty else {
        Issue.record("seed \(seed): the generator says \(messages)\n\(spec.text)")
        continue
      }
      let drift = try Self.drift(har, spec)
      if !drift.isEmpty { Issue.record("seed \(seed): \(drift.joined(separator: "\n"))\n\(spec.text)") }
    }
  }

  /// A value without a comma is one of the list's, too.
  @Test func singleValuesOfAListAreAmongItsWords() throws {
    var har = HAR()
    for number in 0..<12 {
      har.add("\(Self.api)/samples?kind=\(number % 2 == 0 ? "blood,urine" : "tissue")", response: [["id": 1]])
    }
    let spec = har.infer()
    #expect(spec.text.contains("enum: [blood, tissue, urine]}}   # 18 samples"), "\(spec.text)")
    let drift = try Self.drift(har, spec)
    #expect(drift == [], "\(spec.text)")
    // Whether the first or the last value has the comma.
    var parts = ["tissue", "blood,urine", "tissue"].map { value in
      var collector = Collector()
      var parameter = ParameterEvidence(name: "kind")
      parameter.add([value], isSecret: false, &collector)
      return parameter
    }
    var other = parts
    parts[0].merge(parts[1])
    parts[0].merge(parts[2])
    other[1].merge(other[2])
    other[0].merge(other[1])
    #expect(parts[0] == other[0] && parts[0].parts.values == ["tissue": 2, "blood": 1, "urine": 1])
  }

  /// A word beside others that was also seen alone makes a list at once; a text with a comma doesn't.
  @Test(arguments: [
    (["blood,urine", "blood"], true), (["blood,urine", "tissue"], false), (["a,b", "c,d"], true),
    (["1,2"], true), (["Berlin,Germany"], false),
  ])
  func listsWithCommas(values: [String], isList: Bool) {
    var har = HAR()
    for value in values { har.add("\(Self.api)/samples?kind=\(value)", response: [["id": 1]]) }
    let text = har.infer().text
    #expect(text.contains("kind: \"[") == isList, "\(text)")
  }

  @Test func keysThatCantBeShownAreSaid() throws {
    var har = HAR()
    for _ in 0..<3 {
      har.add("\(Self.api)/odd", response: ["a": 1, "b": "x", "c": true, "new\nline": 8, "": 2])
    }
    let spec = har.infer()
    #expect(spec.text.contains("# without keys that can't be properties"), "\(spec.text)")
    #expect(
      spec.notes.contains { $0.text == "keys that can't be properties are left out: 6 in 3 objects" },
      "\(spec.notes)")
    let drift = try Self.drift(har, spec)
    #expect(
      drift.count == 1 && drift[0].contains("write 'additionalProperties: any' to accept them"), "\(drift)")
  }

  @Test(arguments: [3, 9, 15, 30, 60]) func theLeafOfALinkedListIsKept(depth: Int) throws {
    var har = HAR()
    for leaf in [1, "x", .null] as [JSON] {
      har.add("\(Self.api)/deep", response: (0..<depth).reduce(leaf) { value, _ in ["n": value] })
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    let drift = try Self.drift(har, spec)
    #expect(drift == [], "\(spec.text)")
  }

  /// Objects among mixed elements leave no schema behind.
  @Test func nothingIsWrittenThatNothingUses() {
    var har = HAR()
    har.add("\(Self.api)/mix", response: ["list": [1, "two", .null, ["a": 1], [1, 2], true]])
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    #expect(!spec.text.contains("a: integer"), "\(spec.text)")
  }

  @Test func exchangesOfOtherServersArentCounted() {
    var har = HAR()
    for number in 0..<3 { har.add("\(Self.api)/a?x=\(number)", response: [["id": 1]]) }
    har.add("https://ads.example.net/b", response: ["x": 1])
    #expect(har.infer().text.contains("# Inferred from 3 exchanges."))
  }

  // MARK: Unions

  /// What has an optional property for some kinds only is an object with an enumeration.
  @Test func anOrdinaryKindIsNoDiscriminator() {
    var har = HAR()
    for number in 0..<24 {
      let kind = ["blood", "urine", "hair"][number % 3]
      var body: JSONObject = ["label": "L", "kind": .string(kind)]
      if kind == "hair" { body["volume"] = 1 }
      if kind == "urine" { body["comment"] = .null }
      har.add(
        "POST", "\(Self.api)/samples", status: 201,
        response: .object(JSONObject(body.map { ($0.key, $0.value) } + [("sample_id", 1)])),
        body: "\(JSON.object(body))")
    }
    let text = har.infer().text
    #expect(!text.contains("discriminator"), "\(text)")
    #expect(
      text.contains("kind: {enum: [blood, hair, urine]}") && text.contains("volume?: integer"), "\(text)")
  }

  @Test func twoSamplesDontMakeAUnion() {
    func text(_ times: Int) -> String {
      var har = HAR()
      for _ in 0..<times {
        har.add(
          "\(Self.api)/hits",
          response: [["type": "sample", "sample_id": 1], ["type": "person", "email": "a@b.example"]])
      }
      return har.infer().text
    }
    #expect(!text(2).contains("oneOf"), "\(text(2))")
    #expect(text(3).contains("oneOf"), "\(text(3))")
  }

  // MARK: Failures

  private static var failing: HAR {
    var har = HAR()
    for number in 0..<4 {
      har.add("\(api)/samples/\(number)", response: ["sample_id": .number(JSONNumber(number)), "label": "x"])
    }
    har.add("\(api)/samples/9", status: 404, response: ["error": ["code": "gone", "message": "No, no"]])
    har.add("\(api)/samples/8", status: 422, response: ["error": ["code": "bad", "message": "No, no"]])
    return har
  }

  /// A proxy's response doesn't widen the type of the API's failures.
  @Test(arguments: [503, 418, 502]) func foreignFailuresAreLeftOut(status: Int) {
    let bodies: [Int: JSON] = [
      503: ["status": "down", "node": "n1"], 418: ["items": [1, 2], "total": 2],
      502: ["error": "Bad Gateway", "path": "/x"],
    ]
    let body = bodies[status] ?? .null
    var har = Self.failing
    har.add("\(Self.api)/samples/3", status: status, response: body)
    let spec = har.infer()
    #expect(
      spec.text.contains("Failure: {properties: {error: Error}}")
        || spec.text.contains("Failure: {properties: {error: {properties:"), "\(spec.text)")
    #expect(spec.text.contains("# without the bodies of \(status), which have another form"), "\(spec.text)")
    #expect(
      spec.notes.contains {
        $0.text == "a body of \(status) has another form than other failures, and is left out"
      },
      "\(spec.notes)")
    for word in ["down", "node", "total", "Bad Gateway"] {
      #expect(!spec.text.contains(word), "\(spec.text)")
    }
  }

  @Test func failuresOfTheServiceItselfAreOne() throws {
    var har = Self.failing
    har.add(
      "\(Self.api)/samples/3", status: 500,
      response: ["error": ["code": "crash", "message": "Oh, no"], "trace": "t"])
    har.add("\(Self.api)/samples/2", status: 403, response: ["message": "Not yours, sorry"])
    let spec = har.infer()
    #expect(
      spec.text.contains("\"trace?\": string") && spec.text.contains("\"message?\": string"), "\(spec.text)")
    let drift = try Self.drift(har, spec)
    #expect(drift == [], "\(spec.text)")
  }

  /// A failure in the form of the envelope, but for a word that only a proxy says.
  @Test func foreignFailuresDontDamageTheEnvelope() {
    var har = HAR()
    for name in ["books", "shops", "orders"] {
      har.add("\(Self.api)/\(name)", response: ["status": "ok", "data": [["title": "x", .init(name): 1]]])
    }
    let failure: JSON = ["status": "error", "error": ["code": 407, "message": "INVALID_SEARCH"]]
    har.add("\(Self.api)/books", response: failure)
    har.add("\(Self.api)/books", status: 503, response: ["status": "down"])
    let spec = har.infer()
    #expect(spec.text.contains("when: {status: error}") && !spec.text.contains("down"), "\(spec.text)")
  }

  // MARK: Files

  @Test func aFileThatIsGivenTwiceCountsOnce() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("twice-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["a.har", "copy.har"] {
      try Data(Self.failing.bytes).write(to: folder.appendingPathComponent(name))
    }
    final class Seen: @unchecked Sendable { var count = 0 }
    let seen = Seen()
    var reader = TrafficReader { _ in seen.count += 1 }
    reader.read(folder.appendingPathComponent("a.har").path)
    reader.read(folder.appendingPathComponent("a.har").path)
    reader.read(folder.path)
    #expect(reader.collector.evidence.exchanges == 6 && seen.count == 6 && reader.problems.isEmpty)
  }

  @Test func utf16IsNamed() {
    var reader = TrafficReader()
    var rest: [[UInt8]] = [[0xFF, 0xFE, 0x7B, 0x00]]
    reader.readHAR(shown: "shop.har") { rest.popLast() ?? [] }
    #expect(reader.problems.map(\.message) == ["the file is in UTF-16; save it as UTF-8"])
  }
}
