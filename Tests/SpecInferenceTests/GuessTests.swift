import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// What `infer` called a guess, once more is known; and what things are called.
struct GuessTests {
  private static let api = "https://lab.example.com"

  private static func freezers(_ responses: [JSON]) -> HAR {
    var har = HAR()
    for (number, response) in responses.enumerated() {
      har.add("\(api)/freezers/\(number)", response: response)
    }
    return har
  }

  private static let unknown = freezers(
    (0..<3).map { number -> JSON in
      ["freezer_id": .number(JSONNumber(number)), "alarm": .null, "log": [], "door": .null, "size": 1]
    })
  private static let known = freezers([
    ["freezer_id": 1, "alarm": .null, "log": [["at": 1_700_000_000]], "door": .null, "size": 1],
    ["freezer_id": 2, "alarm": "2026-01-01T00:00:00Z", "log": [["at": 5]], "door": .null, "size": 2],
  ])

  private static func files(_ har: HAR) -> [String: String] {
    Dictionary(uniqueKeysWithValues: har.infer().files.map { ("Shop/\($0.path)", $0.text) })
  }

  @Test func theyAreReplacedWhereNobodyEditedThem() throws {
    let spec = DriftingSpec(files: Self.files(Self.unknown))
    let text = spec.files["Shop/freezers.yaml"] ?? ""
    #expect(text.contains("alarm: any   # only null so far"), "\(text)")
    let stored = HAR.read(Self.unknown.bytes).collector
    let outcome = try spec.merge(Self.known, with: stored)
    let merged = spec.merged(outcome)
    let result = merged.files["Shop/freezers.yaml"] ?? ""
    for line in [
      "alarm: date-time?\n", "log: {type: array, items: {properties: {at: integer}}}\n",
      "door: any   # only null so far",
    ] {
      #expect(result.contains(line), "\(line)\n\(result)")
    }
    #expect(outcome.edits == 2 && outcome.guesses.isEmpty && !outcome.isUnfinished)
    #expect(try merged.merge(Self.known).files.isEmpty)
    #expect(try merged.drift(Self.unknown).drift.isEmpty && merged.drift(Self.known).drift.isEmpty)
  }

  /// Times are told by name and range: a number of rows isn't one.
  @Test func timesEndInWhatHappened() {
    let responses: [JSON] = (1...3).map {
      ["door_updated": .number(JSONNumber(1_700_000_000 + $0)), "rows_deleted": 12]
    }
    let text = Self.files(Self.freezers(responses))["Shop/freezers.yaml"] ?? ""
    #expect(text.contains("door_updated: timestamp"), "\(text)")
    #expect(text.contains("rows_deleted: integer"), "\(text)")
  }

  @Test func keysThatAreLanguagesAreData() {
    let response: JSON = [
      "names": ["en": "Freezer", "de": "Gefrierschrank", "pt-BR": "Freezer"], "sizes": ["en": "a", "no": 1],
      "place": ["is": "here", "it": "there"],
    ]
    let text = Self.files(Self.freezers([response, response]))["Shop/freezers.yaml"] ?? ""
    #expect(text.contains("names: \"{string}\""), "\(text)")
    #expect(!text.contains("sizes: \"{") && !text.contains("place: \"{"), "\(text)")
  }

  @Test func editedOnesAreReported() throws {
    var spec = DriftingSpec(files: Self.files(Self.unknown))
    spec.files["Shop/freezers.yaml"] = spec.files["Shop/freezers.yaml"]?
      .replacing("alarm: any   #", with: "alarm: {type: any, title: The alarm}   #")
      .replacing("\"[any]\"   # always empty so far", with: "\"[any]\"   # entries of the log")
    let outcome = try spec.merge(Self.known)
    #expect(outcome.files.isEmpty)
    #expect(
      outcome.guesses.map { "\($0.place): \($0.reason)" } == [
        "Freezer.alarm: could be 'date-time?'; the type isn't plain text"
      ])
  }

  /// Evidence alone says enough.
  @Test func storedEvidenceReplacesThem() throws {
    let spec = DriftingSpec(files: Self.files(Self.unknown))
    let outcome = try spec.merge(Self.unknown, with: HAR.read(Self.known.bytes).collector)
    #expect(spec.merged(outcome).files["Shop/freezers.yaml"]?.contains("alarm: date-time?\n") == true)
  }

  // MARK: Names

  /// A hit of the type `sample` isn't a sample.
  @Test func resourcesHaveTheBestNames() {
    var har = HAR()
    for number in 0..<4 {
      let sample: JSON = [
        "sample_id": .number(JSONNumber(number)), "label": "x y", "volume": 1.5, "on": true,
      ]
      har.add("\(Self.api)/samples/\(number)", response: sample)
      har.add("\(Self.api)/samples", response: ["items": [sample], "total": 1])
      har.add("\(Self.api)/freezers", response: [["freezer_id": 1, "name": "x y", "on": true]])
      har.add(
        "\(Self.api)/freezers/\(number)",
        response: [
          "freezer_id": 1, "name": "x y", "alarm": ["level": "x y", "at": .null, "by": "z z", "n": 1],
        ])
      har.add(
        "\(Self.api)/search?q=x\(number)",
        response: [
          "hits": [
            ["type": "sample", "sample_id": 1, "score": 1.5],
            ["type": "freezer", "freezer_id": 1, "name": "x"],
          ]
        ])
    }
    for word in ["iron", "glucose", "urea", "zinc"] {
      har.add(
        "\(Self.api)/analytes/\(word)", response: ["slug": "x", "title": "y z", "ranges": [1.5], "old": true])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    for line in [
      "response: Sample\n", "items: \"[Sample]\"", "response: \"[FreezerItem]\"\n", "response: Freezer\n",
      "oneOf: [FreezerHit, SampleHit]", "response: Analyte",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
    // The report calls things as the spec does.
    let places = Set(spec.notes.map(\.place))
    #expect(
      places.contains("freezers: Alarm.at") || places.contains("freezers: Freezer.alarm.at"),
      "\(places.sorted())")
    for place in places {
      let owner = place.split(separator: " ").last?.split(separator: ".").first.map(String.init) ?? ""
      #expect(spec.text.contains(owner) || ["module", "envelope"].contains(owner), "\(place)")
      #expect(!place.hasSuffix("."), "\(place)")
    }
  }

  /// What is uncertain of a response without content is said of its endpoint.
  @Test func emptyResponsesAreGuesses() {
    var har = HAR()
    for number in 1...3 {
      har.add("\(Self.api)/lids/\(number)", response: ["status": "ok", "data": .null])
      har.add("\(Self.api)/boxes/\(number)", response: ["status": "ok", "data": ["box": 1, "size": 2]])
      har.add("\(Self.api)/jars/\(number)", response: ["status": "ok", "data": ["jar": 1, "size": "x y"]])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    #expect(spec.text.contains("  # its response: only null so far\n  lid:\n"), "\(spec.text)")
    #expect(spec.text.contains("    response: empty\n"), "\(spec.text)")
  }

  // MARK: What isn't kept

  @Test func evidenceHasOnlyWordsOfEnumerations() throws {
    var har = HAR()
    for number in 0..<6 {
      har.add(
        "\(Self.api)/samples/\(number)?jane.doe@corp.example=2&state=open",
        response: [
          "label": "LAB", "lot": .string("LAB-0000\(number)"), "comment": "spilt", "user": "mk",
          "pass": "summer", "last_login_password_hint": "dogs", "patient": ["initials": "AB"],
          "state": "open", "passed": true,
        ])
    }
    let collector = HAR.read(har.bytes).collector
    let text = String(decoding: try EvidenceFile.bytes(collector), as: UTF8.self)
    for word in ["LAB", "spilt", "mk", "summer", "dogs", "AB", "jane"] {
      #expect(!text.contains("\"\(word)"), "\(word)")
    }
    #expect(text.contains("\"open\":6"), "\(text)")
    let spec = har.infer()
    for line in [
      "pass: {type: string, secret: true}", "password_hint: {type: string, secret: true}", "passed: boolean",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
  }

  @Test(arguments: [
    ("pass", true), ("user_pass", true), ("passwdOld", true), ("security_answer", true), ("ski_pass", false),
    ("hint", false), ("pass_count", false), ("compass", false),
  ])
  func namesOfPasswords(name: String, isSecret: Bool) {
    #expect(NameSecrecy(unlessSecret: name).isSecret(.string("dogs")) == isSecret)
    #expect(!NameSecrecy(unlessSecret: name).isSecret(.bool(true)))
  }

  // MARK: Credentials

  @Test func aWordBeforeAKeyIsAPrefix() throws {
    var har = HAR()
    for number in 0..<3 {
      har.add(
        "\(Self.api)/samples/\(number)", response: ["id": 1],
        fields: [("Authorization", "Token Zq99x7Kp3vW9sT2mR899"), ("Cookie", "sid=abcdef0123456789")])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    #expect(spec.text.contains("header: Authorization, prefix: \"Token \""), "\(spec.text)")
    #expect(spec.text.contains("# requests also had a session in the cookie sid"), "\(spec.text)")
    #expect(try OwnTrafficTests.drift(har, spec) == [])
    // Of these, the whole value is the key.
    for value in ["Zq99x7Kp3vW9sT2mR899", "Digest username=\"ada\", realm=\"x\""] {
      var other = HAR()
      other.add("\(Self.api)/samples/1", response: ["id": 1], fields: [("Authorization", value)])
      #expect(!other.infer().text.contains("prefix"))
    }
  }

  /// Where requests had nothing else, a session in a cookie is what lets them in.
  @Test func aCookieIsACredentialWhereNothingElseIs() throws {
    var har = HAR()
    let cookie = ("Cookie", "sid=abcdef0123456789; theme=dark")
    for number in 0..<6 {
      har.add("\(Self.api)/me", response: ["id": 1], fields: [cookie])
      har.add("\(Self.api)/samples/\(number)", response: ["a": 1], fields: [("X-Api-Key", "k3y-4711-4711")])
      har.add(
        "\(Self.api)/racks/\(number)", response: ["b": 1], fields: [("X-Api-Key", "k3y-4711-4711"), cookie])
    }
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    #expect(spec.text.contains("sid: {scheme: apiKey, cookie: sid}"), "\(spec.text)")
    #expect(spec.text.contains("\n  authentication: xAPIKey"), "\(spec.text)")
    #expect(spec.text.components(separatedBy: "\n    authentication: sid").count == 2, "\(spec.text)")
    #expect(!spec.text.contains("authentication: none"), "\(spec.text)")
    #expect(try OwnTrafficTests.drift(har, spec) == [])
  }

  // MARK: Messages

  @Test func editsThatHelp() throws {
    let spec = DriftKindsTests.spec(
      """
      wgnapi: 1
      endpoints:
        events: {get: events, response: "[Event]"}
        racks: {get: racks, response: {properties: {code: {type: string, pattern: "^[A-Z]$"}, of: "{integer: string}"}}}
      schemas:
        Moved: {properties: {type: {const: moved}, at: integer}}
        Measured: {properties: {type: {const: measured}, by: string}}
        Event: {oneOf: [Moved, Measured], discriminator: type}

      """,
      module: "wgnapi: 1\nmodule: {summary: A laboratory, servers: {main: \"https://api.example.com/\"}}\n")
    var har = HAR()
    har.add("https://api.example.com/events", response: [["type": "destroyed", "at": 1]])
    har.add("https://api.example.com/racks", response: ["code": "a7", "of": ["abc": "x", "1": "y"]])
    let messages = try spec.drift(har).diagnostics(withUnseen: false).map {
      String($0.message.split(separator: ": ", maxSplits: 1).last ?? "")
    }
    #expect(
      messages == [
        "not as 'pattern' demands: 1 of 1; write a 'pattern' that accepts it, or none",
        "not an integer: 1 of 2; describe the keys as text, such as '{string: …}' in place of '{integer: …}'",
        "of an alternative that the spec doesn't have: 'destroyed': 1 of 1; describe it, and add it to 'oneOf'",
      ])
  }

  // MARK: Line ends

  @Test func newFilesHaveTheLineEndsOfOthers() throws {
    let spec = DriftingSpec(
      files: Self.files(Self.known).mapValues { $0.replacing("\n", with: "\r\n") })
    var har = Self.known
    har.add("\(Self.api)/racks/1", response: ["rack_id": 1, "rows": 5])
    let outcome = try spec.merge(har)
    let text = String(decoding: outcome.files["Shop/racks.yaml"] ?? [], as: UTF8.self)
    #expect(text.hasPrefix("wgnapi: 1\r\n") && !text.replacing("\r\n", with: "").contains("\n"), "\(text)")
  }
}
