import Foundation
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Calls by JSON-RPC: many methods at one address.
struct CallTests {
  static let url = "https://freezer.example.com/lab/rpc"

  /// A call, and its response.
  static func call(
    _ har: inout HAR, _ method: String, _ id: JSON, _ params: JSON?, result: JSON? = nil, error: JSON? = nil,
    url: String = url, status: Int = 200, version: String? = "2.0"
  ) {
    var body: JSONObject = ["id": id, "method": .string(method)]
    if let params { body["params"] = params }
    var response: JSONObject = ["id": id]
    if let version { (body["jsonrpc"], response["jsonrpc"]) = (.string(version), .string(version)) }
    if let error { response["error"] = error } else { response["result"] = result ?? .null }
    har.add("POST", url, status: status, response: .object(response), body: JSON.object(body).description)
  }

  static func number(_ number: Int) -> JSON { .number(JSONNumber(number)) }

  /// Twelve calls of each of three methods, two refused ones and a batch.
  static func traffic(url: String = url, version: String? = "2.0") -> HAR {
    var har = HAR()
    for place in 0..<12 {
      let base = place * 10
      call(
        &har, "lab_getSample", number(base), [.string("s\(place)")],
        result: ["weight": number(place), "label": .string("x\(place)")], url: url, version: version)
      call(
        &har, "lab_move", number(base + 1), [number(place), "shelf", [number(1), number(2)]], result: true,
        url: url, version: version)
      call(
        &har, "lab.count", number(base + 2), version == nil ? [] : nil, result: number(place), url: url,
        version: version)
    }
    for id in 1..<3 {
      call(
        &har, "lab_getSample", number(id), ["none"],
        error: ["code": -32602, "message": "There is no such sample"],
        url: url, version: version)
    }
    return har
  }

  private static var batch: HAR {
    var har = HAR()
    har.add(
      "POST", url, response: [["jsonrpc": "2.0", "id": 1, "result": 7]],
      body: #"[{"jsonrpc":"2.0","id":1,"method":"lab.count"},{"jsonrpc":"2.0","id":2,"method":"lab_seal"}]"#)
    return har
  }

  private static func files(_ har: HAR) -> DriftingSpec {
    let files = har.infer().files.map { ("Shop/\($0.path)", $0.text) }
    return DriftingSpec(files: Dictionary(uniqueKeysWithValues: files))
  }

  @Test(arguments: [url, "http://localhost:8545/"], ["2.0", "1.0", nil])
  func eachMethodIsAnEndpoint(url: String, version: String?) throws {
    let har = Self.traffic(url: url, version: version)
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    for line in [
      "labGetSample:", "labMove:", "labCount:", "const: lab_getSample", "const: lab.count",
      "payload",
      "failure: {when: error, code: error.code, message: error.message}", "response: boolean",
      "prefixItems: [integer, string, \"[integer]\"]", "prefixItems: [string]",
      "id: {type: integer, automatic: true}",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
    #expect(version == nil || spec.text.contains("jsonrpc: {const: \"\(version ?? "")\"}"), "\(spec.text)")
    // Responses of version 2.0 name it, too.
    #expect(spec.text.contains("jsonrpc: string") == (version == "1.0"), "\(spec.text)")
    for word in ["oneOf", "enum:"] { #expect(!spec.text.contains(word), "\(spec.text)") }
    let report = try Self.files(har).drift(har)
    #expect(report.drift.isEmpty, "\(report.diagnostics(withUnseen: false).map(\.message))")
    #expect(report.endpoints == 3)
  }

  @Test func aBatchIsSetAside() throws {
    let har = Self.traffic().adding(Self.batch)
    let reader = HAR.read(har.bytes)
    #expect(reader.collector.evidence.leftOut.contains { $0.key.contains("batches") && $0.value == 1 })
    #expect(
      inferSpec(from: reader.collector, module: "Shop").files.map(\.text).dropFirst()
        == Self.traffic().infer().files.map(\.text).dropFirst())
    #expect(try Self.files(har).drift(har).drift.isEmpty)
    #expect(Self.batch.infer().endpoints == 0)
  }

  /// Clients make the numbers of calls, and texts of which none is an enumeration.
  @Test func numbersOfCalls() {
    func body(_ ids: [JSON]) -> String {
      var har = HAR()
      for (place, id) in ids.enumerated() {
        Self.call(&har, "count", id, [Self.number(place)], result: Self.number(place))
      }
      // Without the envelope.
      return har.infer().files.dropFirst(2).map(\.text).joined()
    }
    #expect(body([1, 2, 3, 4]).contains("id: {type: integer, automatic: true}"))
    #expect(
      body(Array(repeating: ["a", "b"], count: 8).flatMap { $0 }).contains(
        "id: {type: string, automatic: true}"))
    #expect(body([1, "a", 2, "b"]).contains("id: {oneOf: [integer, string]}"))
  }

  /// A response of the first version has both members, and a failure has a status of its own.
  @Test func anErrorBesideAResultOfNull() throws {
    var har = HAR()
    for place in 0..<12 {
      let isBad = place % 3 == 0
      let response: JSON =
        isBad
        ? ["result": nil, "error": ["code": -5, "message": "Invalid label"], "id": Self.number(place)]
        : ["result": ["weight": 1], "error": nil, "id": Self.number(place)]
      har.add(
        "POST", Self.url, status: isBad ? 500 : 200, response: response,
        body: #"{"method":"weigh","params":["x"],"id":\#(place)}"#)
    }
    let text = har.infer().text
    #expect(text.contains("failure: {when: error, code: error.code, message: error.message}"), "\(text)")
    #expect(text.contains("response: {properties: {weight: integer}}"), "\(text)")
    #expect(try Self.files(har).drift(har).drift.isEmpty)
  }

  // MARK: Methods that the spec doesn't have

  @Test func anUnknownMethodIsANewEndpoint() throws {
    let spec = Self.files(Self.traffic())
    var har = HAR()
    for place in 0..<6 {
      Self.call(
        &har, "lab_listShelves", Self.number(place), [["room": "north"]],
        result: [["shelf": Self.number(place)]])
    }
    let report = try spec.drift(har)
    #expect(report.drift.map(\.kind) == [.newEndpoint], "\(report.drift)")
    #expect(report.drift.first?.label == "POST /lab/rpc (lab_listShelves)")
    let outcome = try spec.merge(har)
    let merged = spec.merged(outcome)
    #expect(outcome.endpoints == 1 && outcome.edits == 0 && outcome.problems.isEmpty, "\(outcome.problems)")
    #expect(merged.files["Shop/lab.yaml"]?.contains("const: lab_listShelves") == true, "\(merged.files)")
    #expect(try merged.drift(har).drift.isEmpty && merged.drift(Self.traffic()).drift.isEmpty)
    // What the service doesn't have either is no endpoint.
    var unknown = HAR()
    Self.call(&unknown, "lab_melt", 1, [], error: ["code": -32601, "message": "Method not found"])
    #expect(try spec.drift(unknown).drift.isEmpty)
  }

  /// What can't be told apart any more is counted, by every way to the spec.
  @Test(arguments: [500, 501, 503, 2000])
  func methodsBeyondTheLimitAreReported(number: Int) throws {
    var har = HAR()
    for place in 0..<number {
      Self.call(
        &har, "lab_do\(place)", Self.number(place), ["s"], result: place % 2 == 0 ? true : ["weight": 1])
    }
    let collector = HAR.read(har.bytes).collector
    let stored = try EvidenceFile.read(try EvidenceFile.bytes(collector))
    for collector in [collector, stored] {
      let notes = inferSpec(from: collector, module: "Shop").crowded.filter { $0.text.contains("JSON-RPC") }
      let words = [501: "1 method", 503: "3 methods", 2000: "1000 or more methods"][number]
      #expect(
        notes.map(\.text)
          == (words.map {
            [
              "\($0) of JSON-RPC can't be told apart, because at most 500 of an address and 150000 places of all traffic are kept: write an endpoint for each that you need"
            ]
          } ?? []))
      #expect(notes.allSatisfy { $0.place == "POST /lab/rpc" })
    }
  }

  /// Evidence of several runs has no more methods than that of one.
  @Test func methodsOfMergedEvidenceStayBounded() throws {
    func evidence(_ methods: Range<Int>) throws -> Evidence {
      var har = HAR()
      for place in methods { Self.call(&har, "lab_do\(place)", Self.number(place), ["s"], result: true) }
      return HAR.read(har.bytes).collector.evidence
    }
    var merged = try evidence(0..<400)
    merged.merge(try evidence(300..<700))
    func all(_ paths: PathEvidence) -> [PathEvidence] { [paths] + paths.words.values.flatMap(all) }
    let operations = merged.servers.values.flatMap(all).map(\.operations).filter { !$0.isEmpty }
    #expect(operations.count == 1)
    #expect(operations.first?.count == 501)
    let omitted = try #require(operations.first?["POST"])
    #expect(omitted.omittedCalls.count == 200 && omitted.count == 200)
  }

  @Test func evidenceKeepsMethodsApart() throws {
    let bytes = try EvidenceFile.bytes(HAR.read(Self.traffic().bytes).collector)
    let collector = try EvidenceFile.read(bytes)
    #expect(inferSpec(from: collector, module: "Shop").text == Self.traffic().infer().text)
    let check = DriftCheck(try Self.files(Self.traffic()).api())
    check.add(collector.evidence)
    #expect(check.report([]).drift.isEmpty, "\(check.report([]).drift)")
  }

  /// Constants of queries and forms tell requests apart, too, in specs that people wrote.
  @Test(
    arguments: [
      ("get: api\n    parameters: {action: {const: weigh}}", "GET", "?action=seal", nil),
      ("post: api\n    parameters: {cmd: {const: weigh}}", "POST", "", "cmd=seal"),
      (
        "post: api\n    body: {properties: {operationName: {const: weigh}}}", "POST", "",
        #"{"operationName":"seal"}"#
      ),
    ] as [(String, String, String, String?)])
  func constantsTellRequestsApart(endpoint: String, method: String, query: String, body: String?) throws {
    let spec = DriftingSpec(files: [
      "Shop/module.yaml": "wgnapi: 1\nmodule: {servers: {main: \"https://lab.example.com/\"}}\n",
      "Shop/api.yaml":
        "wgnapi: 1\nendpoints:\n  weigh:\n    \(endpoint)\n    response: {properties: {weight: integer}}\n",
    ])
    var har = HAR()
    for _ in 0..<3 {
      har.add(
        method, "https://lab.example.com/api\(query)", response: ["seal": "red"], body: body,
        bodyType: body?.hasPrefix("{") == true ? "application/json" : "application/x-www-form-urlencoded")
    }
    #expect(try spec.drift(har).drift.map(\.kind) == [.newEndpoint])
    let outcome = try spec.merge(har)
    #expect(outcome.files.isEmpty && outcome.problems.count == 1, "\(outcome.files) \(outcome.problems)")
  }

  @Test func severalMethodsWithoutJSONRPCAreReported() {
    var har = HAR()
    for place in 0..<12 {
      har.add(
        "POST", "https://lab.example.com/api", response: place % 2 == 0 ? ["weight": 1] : ["shelves": ["a"]],
        body: #"{"action":"\#(place % 2 == 0 ? "weigh" : "list")"}"#)
    }
    #expect(
      har.infer().crowded.map(\.text).contains {
        $0.contains("'action' in the body says what is meant (list, weigh)")
      })
  }

  // MARK: Errors

  /// Numbers of errors have names: of the protocol, or of what their messages begin with.
  @Test func numbersOfErrorsHaveNames() throws {
    var har = Self.traffic()
    let errors: [(Int, String)] = [
      (-5, "No such shelf."), (-5, "No such shelf: none"), (-6, "The passphrase none is wrong"),
      (-6, "The passphrase other is wrong"), (-7, "17 is too much"), (-8, "FULL"), (-32601, "What ever"),
      (-9, "Shelf none is locked"), (-10, "Ada Lovelace has it"),
    ]
    for (code, message) in errors {
      Self.call(
        &har, "lab_getSample", 1, ["none"], error: ["code": Self.number(code), "message": .string(message)])
    }
    let reader = HAR.read(har.bytes)
    let spec = inferSpec(from: reader.collector, module: "Shop")
    let after = try #require(spec.text.range(of: "errors:").map { String(spec.text[$0.lowerBound...]) })
    for line in [
      #"-5: {"*": noSuchShelf}"#, #"-6: {"*": thePassphrase}"#, "-8: FULL", #"-32601: {"*": methodNotFound}"#,
      #"-32602: {"*": invalidParams}"#, #"-9: {"*": shelf}"#,
    ] {
      #expect(after.contains(line), "\(line)\n\(after)")
    }
    #expect(!after.contains("-7:") && !spec.everything.lowercased().contains("ada"))
    let note = "1 response with the error -7, whose messages give it no name: list it under 'errors'"
    #expect(spec.crowded.map(\.text).contains(note), "\(spec.crowded)")
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    #expect(try Self.files(har).drift(har).drift.map(\.message) == ["new error -10", "new error -7"])
    let stored = try EvidenceFile.read(try EvidenceFile.bytes(reader.collector))
    #expect(inferSpec(from: stored, module: "Shop").text == spec.text)
  }

  @Test func anEndpointOfWhichAllRequestsFail() throws {
    let spec = Self.files(Self.traffic())
    var har = HAR()
    for place in 0..<4 {
      Self.call(
        &har, "lab_getSample", Self.number(place), ["s"],
        error: ["code": -32601, "message": "Method not found"])
    }
    let report = try spec.drift(har)
    let failures = report.drift.filter { $0.kind == .onlyFailures }
    #expect(failures.map(\.share) == ["4 of 4"] && failures.first?.label == "labGetSample", "\(report.drift)")
    #expect(try !spec.drift(har.adding(Self.traffic())).drift.contains { $0.kind == .onlyFailures })
  }

  /// A status without a body has none, whatever a tool wrote there; JSON of white space isn't bytes.
  @Test(arguments: [(204, "application/octet-stream"), (205, "text/plain"), (202, "application/json")])
  func responsesOfWhiteSpace(status: Int, type: String) {
    var har = HAR()
    for place in 0..<3 {
      har.add(
        "PUT", "https://lab.example.com/shelves/\(place)", response: ["id": 1, "label": "x"], body: "{}")
      har.add(
        "PUT", "https://lab.example.com/shelves/\(place)", status: status, text: "\n", type: type, body: "{}")
    }
    let spec = har.infer()
    #expect(
      spec.diagnostics.isEmpty && spec.text.contains("\(status): empty"), "\(spec.diagnostics) \(spec.text)")
  }

  // MARK: Failures with the status of success

  @Test(
    arguments: [
      (["data": ["name": "x"], "errors": []], ["data": nil, "errors": [["message": "no such project"]]]),
      (["weight": 1, "shelf": 2], ["error": ["code": 1, "message": "no such sample"]]),
      (["ok": true, "weight": 1], ["ok": false, "reason": "melted"]),
    ] as [(JSON, JSON)])
  func failuresDoNotWidenSuccess(success: JSON, failure: JSON) throws {
    var har = HAR()
    for _ in 0..<12 { har.add("https://lab.example.com/projects", response: success) }
    let spec = Self.files(har)
    for _ in 0..<24 { har.add("https://lab.example.com/projects", response: failure) }
    let report = try spec.drift(har)
    #expect(report.drift.map(\.kind) == [.otherForm] && report.edits.isEmpty, "\(report.drift)")
    #expect(
      report.drift.first?.message == "responses say that something went wrong, which no envelope describes")
    #expect(report.drift.first?.advice == "describe them under 'envelopes', with 'failure'")
    #expect(report.drift.first?.share == "24 of 36")
    let outcome = try spec.merge(har)
    #expect(outcome.files.isEmpty && outcome.isUnfinished)
  }
}
