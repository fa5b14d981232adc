import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// What a service refuses says nothing about what it accepts.
struct RefusedRequestTests {
  private static let api = "https://lab.example.com"
  private static let token = [("Authorization", "Bearer s")]

  /// Three requests that the service accepted, and some that it refused.
  private static var traffic: HAR {
    var har = HAR()
    for number in 1..<4 {
      har.add(
        "POST", "\(api)/samples", status: 201, response: ["id": .number(JSONNumber(number)), "label": "x"],
        fields: token, body: #"{"label":"x","volume":\#(number)}"#)
      har.add(
        "\(api)/reports?from=2026-11-0\(number)", response: [["day": "2026-11-01", "count": 2]], fields: token
      )
    }
    for body in [#"{"volume":1}"#, #"{"label":7,"volume":1}"#, #"{"label":"x","volume":"1","volum":2}"#] {
      har.add(
        "POST", "\(api)/samples", status: 422, response: ["error": ["code": "invalid", "message": "No way"]],
        fields: token, body: body)
    }
    for query in ["", "?from=x", "?oops=1"] {
      har.add(
        "\(api)/reports\(query)", status: 400,
        response: ["error": ["code": "bad_query", "message": "No way"]],
        fields: token)
    }
    return har
  }

  @Test func theyDescribeNoRequests() {
    let spec = Self.traffic.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    for line in ["{label: string, volume: integer}", "from: date"] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
    for word in ["oneOf", "volum:", "volum?", "oops"] { #expect(!spec.text.contains(word), "\(spec.text)") }
    // Their responses are evidence.
    #expect(spec.text.contains("Failure") && spec.text.contains("bad_query"), "\(spec.text)")
  }

  @Test func theyNeedTheCredentialThatTheyLacked() {
    var har = Self.traffic
    har.add(
      "\(Self.api)/reports?from=2026-11-01", status: 401,
      response: ["error": ["code": "who", "message": "No"]])
    let text = har.infer().text
    #expect(text.contains("authentication: token"), "\(text)")
    #expect(!text.contains("anyOf"), "\(text)")
  }

  @Test func aFailureInAnEnvelopeIsARefusal() {
    var har = HAR()
    for number in 1..<4 {
      har.add("\(Self.api)/a?page=\(number)", response: ["ok": true, "data": ["n": 1, "m": "x"]])
      har.add("\(Self.api)/b?size=\(number)", response: ["ok": true, "data": ["k": 1, "l": "x"]])
      har.add("\(Self.api)/a?pgae=\(number)", response: ["ok": false, "error": "bad_page"])
    }
    let spec = har.infer()
    #expect(spec.text.contains("page: integer") && !spec.text.contains("pgae"), "\(spec.text)")
    #expect(spec.text.contains("bad_page") && spec.diagnostics.isEmpty, "\(spec.text)")
  }

  /// `drift` and `infer` agree on what was refused.
  @Test func driftOfTheSameTrafficFindsNothing() throws {
    let spec = Self.traffic.infer()
    let files = Dictionary(uniqueKeysWithValues: spec.files.map { ("Shop/\($0.path)", $0.text) })
    #expect(try DriftingSpec(files: files).drift(Self.traffic).drift.map(\.message) == [])
  }

  @Test func theirNumberIsKeptWithEvidence() throws {
    let collector = HAR.read(Self.traffic.bytes).collector
    let read = try EvidenceFile.read(EvidenceFile.bytes(collector)).evidence
    #expect(read == collector.evidence)
    let samples = read.servers[Self.api]?.words["samples"]?.operations["POST"]
    #expect(samples?.count == 6 && samples?.refused == 3 && samples?.bodies.json.count == 3)
  }

  @Test func endpointsOfWhichOnlyFailuresWereSeenAreReported() {
    var har = Self.traffic
    har.add(
      "\(Self.api)/nothing/17", status: 404, response: ["error": ["code": "no_path", "message": "No way"]])
    har.add("\(Self.api)/mail", response: ["error": ["code": "no_mail", "message": "No way"]])
    let spec = har.infer()
    #expect(
      spec.failed.map { "\($0.place): \($0.text)" } == [
        "GET /mail: only failures were seen, so nobody knows what it answers",
        "GET /nothing/{}: the service doesn't have it",
      ])
    #expect(!spec.text.contains("mail\n") && !spec.text.contains("nothing"), "\(spec.text)")
    #expect(spec.text.contains("no_mail") && spec.endpoints == 2, "\(spec.text)")
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
  }

  /// A secret that was refused must not be repeated from elsewhere.
  @Test func theirSecretsAreKnown() {
    let secret = "hunter2-and-more"
    var har = Self.traffic
    har.add(
      "POST", "\(Self.api)/login", status: 401,
      response: ["error": ["code": .string(secret), "message": "No"]],
      body: #"{"password":"\#(secret)"}"#)
    #expect(!har.infer().everything.contains(secret))
  }
}
