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
}
