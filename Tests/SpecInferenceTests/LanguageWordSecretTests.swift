import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Secrets that are words of the spec language.
struct LanguageWordSecretTests {
  private static let api = "https://api.example.com"

  private func traffic(token: String, kind: String) -> HAR {
    var har = HAR()
    for number in 0..<24 {
      har.add(
        "\(Self.api)/visits/\(number)",
        response: [
          "id": .number(JSONNumber(number)), "kind": .string(number % 2 == 0 ? kind : "other"),
          "created_at": .number(JSONNumber(1_730_000_000_000 + number * 86_400_000)),
          "counts": .object(JSONObject((0..<9).map { ("20\($0 + number)", .number(JSONNumber($0))) })),
        ], fields: [("Authorization", "Bearer \(token)")])
    }
    har.add(
      "POST", "\(Self.api)/files", status: 204, fields: [("Authorization", "Bearer \(token)")],
      body: "\u{1}\u{2}", bodyType: "application/octet-stream")
    return har
  }

  private static let words = [
    "timestampMilliseconds", "additionalProperties", "unevaluatedProperties", "uint32", "base64url",
    "application/octet-stream", "application/x-www-form-urlencoded",
  ]

  @Test(arguments: words) func theLanguageKeepsItsWords(word: String) {
    let usual = traffic(token: "qwertyuiop12345678", kind: "plain").infer()
    #expect(
      usual.diagnostics.isEmpty && usual.text.contains("created_at: timestampMilliseconds")
        && usual.text.contains("{bytes: application/octet-stream}"), "\(usual.text)")
    #expect(traffic(token: word, kind: "plain").infer().text == usual.text)
  }

  /// As a value, it is a secret all the same.
  @Test(arguments: words) func valuesAreMasked(word: String) {
    let spec = traffic(token: word, kind: word).infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    #expect(spec.text.contains("created_at: timestampMilliseconds"), "\(spec.text)")
    #expect(!spec.text.contains("enum: [\(word)") && !spec.text.contains(", \(word)]"), "\(spec.text)")
    // Other words aren't kept.
    guard !word.contains("/") else { return }
    let found = HAR.read(traffic(token: "qwertyuiop12345678", kind: word).bytes).collector
    let late = SecretMask(found.evidence, [word])
    #expect(late.evidence != found.evidence && late.guardian.mayShow(word))
  }

  @Test func aMergeKeepsThem() throws {
    let spec = DriftingSpec(files: [
      "Shop/module.yaml": """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}}
      endpoints: {ping: {get: ping, response: empty}}
      """
    ])
    let outcome = try spec.merge(traffic(token: "timestampMilliseconds", kind: "plain"))
    let text = spec.merged(outcome).files.values.joined()
    #expect(text.contains("created_at: timestampMilliseconds"), "\(text)")
  }

  // MARK: Endpoints that a spec has

  private static let visits = DriftingSpec(files: [
    "Shop/module.yaml": """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      visit: {get: "visits/{id}", parameters: {id: integer}, response: Visit}
      store: {post: files, body: {text: text/csv}, response: empty}
    schemas:
      Visit:
        properties:
          id: integer
          # In place of what only was null.
          created_at: any   # only null so far
          kind: {enum: [other]}

    """
  ])

  /// Visits with a new key whose type is a word of the language, at two places.
  private func drifting(token: String, kind: String) -> HAR {
    var har = traffic(token: token, kind: kind)
    for number in 0..<24 {
      har.add(
        "\(Self.api)/visits/\(number)",
        response: [
          "id": 1, "kind": "other", "created_at": 1_730_000_000_000,
          "seen_at": .number(JSONNumber(1_730_000_000_000 + number * 86_400_000)),
          "more": ["seen_at": .number(JSONNumber(1_730_000_000_000 + number * 86_400_000)), "name": "x"],
        ], fields: [("Authorization", "Bearer \(token)")])
    }
    return har
  }

  @Test(arguments: words + ["base64", "timestampMillisecond"])
  func suggestionsAndEditsKeepThem(word: String) throws {
    let usual = drifting(token: "qwertyuiop12345678", kind: "plain")
    let har = drifting(token: word, kind: "plain")
    func messages(_ har: HAR) throws -> [String] {
      try Self.visits.drift(har).diagnostics(withUnseen: false).map(\.message)
    }
    let expected = try messages(usual)
    #expect(expected.contains { $0.contains("add 'seen_at?: timestampMilliseconds'") }, "\(expected)")
    #expect(
      try messages(har).map { $0.replacing("a media type that can't be shown", with: Self.bytes) } == expected
    )
    var (fixed, usually) = (Self.visits, Self.visits)
    var (report, other) = (try fixed.drift(har), try usually.drift(usual))
    fixed.fix(&report)
    usually.fix(&other)
    #expect(fixed.files == usually.files)
    #expect(fixed.files.values.joined().contains("seen_at: timestampMilliseconds"))
    #expect(
      Self.visits.merged(try Self.visits.merge(har)).files
        == Self.visits.merged(try Self.visits.merge(usual)).files)
    #expect(
      Self.visits.merged(try Self.visits.merge(har)).files.values.joined().contains(
        "created_at: timestampMilliseconds"))
  }

  private static let bytes = "the media type 'application/octet-stream'"

  /// As a name or a value of the traffic, it is a secret all the same.
  @Test(arguments: words) func suggestionsHideNamesAndValues(word: String) throws {
    var har = drifting(token: word, kind: word)
    for number in 0..<24 {
      har.add(
        "\(Self.api)/visits/\(number)",
        response: [
          "id": 1, "kind": "other", "created_at": .string(number % 2 == 0 ? word : "plain"),
          .init(word): 1, "more": [.init(word): 1, "name": "x"],
          "state": .string(number % 2 == 0 ? word : "plain"),
        ])
      har.add(
        "\(Self.api)/visits/\(number)?\(word)=1&state=\(number % 2 == 0 ? word : "plain")",
        response: ["id": 1])
      har.add("\(Self.api)/\(word)", response: ["id": 1])
    }
    var fixed = Self.visits
    var report = try fixed.drift(har)
    let messages = report.diagnostics(withUnseen: false).map {
      $0.message.replacing("write 'additionalProperties: any' to accept them", with: "")
    }
    #expect(
      !messages.contains { $0.replacing(": timestampMilliseconds", with: "").contains(word) }, "\(messages)")
    fixed.fix(&report)
    let outcome = try Self.visits.merge(har)
    let merged = Self.visits.merged(outcome).files.values.joined()
    for text in [fixed.files.values.joined(), merged] {
      #expect(!text.replacing(": timestampMilliseconds", with: "").contains(word), "\(text)")
    }
    #expect(!outcome.problems.contains { $0.place.contains(word) }, "\(outcome.problems)")
  }
}
