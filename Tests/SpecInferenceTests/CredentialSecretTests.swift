import Foundation
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Secrets that are only a part of a header field, a path or a redirect.
struct CredentialSecretTests {
  private static let url = "https://api.example.com/v1"

  /// Everything that is written of traffic: the spec, the report, the evidence, and what `drift` says.
  private func everything(_ har: HAR) throws -> String {
    let reader = HAR.read(har.bytes)
    let spec = inferSpec(from: reader.collector, module: "Shop")
    let evidence = String(decoding: try EvidenceFile.bytes(reader.collector), as: UTF8.self)
    var report = try Self.spec.drift(har)
    let drift = report.differences.map { "\($0.label) \($0.message) \($0.advice ?? "")" }
    var fixed = Self.spec
    fixed.fix(&report)
    let outcome = try Self.spec.merge(har)
    let merged = Self.spec.merged(outcome).files.values
    let problems =
      outcome.problems.map { "\($0)" } + outcome.notes.map { "\($0.place) \($0.text)" }
      + outcome.report.differences.map { "\($0.label) \($0.message)" }
    return ([spec.everything, evidence] + drift + fixed.files.values + merged + problems).joined(
      separator: "\n")
  }

  private static let spec = DriftingSpec(files: [
    "Shop/module.yaml": """
    wgnapi: 1
    module:
      summary: A shop
      servers: {main: {url: "https://api.example.com/v1/"}}
    """,
    "Shop/modes.yaml": """
    wgnapi: 1
    endpoints:
      mode: {get: mode, response: Mode}
    schemas:
      Mode: {properties: {mode: {enum: [old]}}}

    """,
  ])

  private static func basic(_ credential: String) -> String {
    Data(credential.utf8).base64EncodedString()
  }

  @Test(arguments: [
    ("Authorization", "Basic \(basic("shopper42:basicpw12"))"),
    ("authorization", "basic  \(basic("shopper42:basicpw12"))"),
    ("Proxy-Authorization", "Basic \(basic("shopper42:basicpw12"))"),
    (
      "Authorization",
      #"Digest username="shopper42", realm="x", uri="/v1/mode", response="basicpw12""#
    ),
    ("Proxy-Authorization", #"Digest username="shopper42",response=basicpw12,qop=auth"#),
  ])
  func partsOfCredentialsAreSecrets(_ name: String, _ value: String) throws {
    var har = HAR()
    for number in 0..<14 {
      har.add(
        "\(Self.url)/mode",
        response: ["mode": .string(["basicpw12", "shopper42", "fast"][number % 3])],
        fields: [(name, value)])
      har.add("\(Self.url)/of/basicpw12/x", response: ["id": 1], fields: [(name, value)])
    }
    let text = try everything(har)
    for secret in ["basicpw12", "shopper42", Self.basic("shopper42:basicpw12")] {
      #expect(!text.contains(secret), "\(secret): \(text)")
    }
    #expect(text.contains("fast"))
  }

  /// A redirect is no endpoint, but what it hands out is a secret.
  @Test(arguments: [
    "/done?access_token=loctok12345&state=1", "https://app.example.com/#access_token=loctok12345",
    "https://shopper42:loctok12345@app.example.com/",
  ])
  func targetsOfRedirectsHaveSecrets(_ target: String) throws {
    var har = HAR()
    har.add("\(Self.url)/login", status: 302, responseFields: [("Location", target)])
    for number in 0..<14 {
      har.add("\(Self.url)/mode", response: ["mode": .string(["loctok12345", "fast"][number % 2])])
    }
    let text = try everything(har)
    #expect(!text.contains("loctok12345") && text.contains("fast"), "\(text)")
  }

  /// A token of Base64 may have slashes, which divide a path.
  @Test func tokensInSeveralPartsOfAPathAreSecrets() throws {
    let token = "AbC/dEf/0123456789xyz"
    var har = HAR()
    for number in 0..<4 {
      let fields = [("Authorization", "Bearer \(token)")]
      har.add("\(Self.url)/mode", response: ["mode": "fast"], fields: fields)
      har.add(
        "\(Self.url)/b/\(token)/c", response: ["q": .number(JSONNumber(number))], fields: fields)
      har.add(
        "\(Self.url)/d/\(token.replacing("/", with: "%2F"))", response: ["q": 1], fields: fields)
    }
    let text = try everything(har)
    for part in ["0123456789", "AbC", "dEf"] { #expect(!text.contains(part), "\(part): \(text)") }
  }

  @Test(arguments: [
    ("services/T0123ABCD/B0456EFGH/abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx"),
    ("services/T0123ABCD/B0456EFGH/AbCdEfGhIjKlMnOpQrStUvWx", "AbCdEfGhIjKlMnOpQrStUvWx"),
    ("reset/token/pathresettokenAb9", "pathresettokenAb9"),
    ("x/access_token/pathreset9/y", "pathreset9"),
    ("x/api-key/Pathresettokenwithoutdigits", "Pathresettokenwithoutdigits"),
  ])
  func pathsHaveSecrets(_ path: String, _ secret: String) throws {
    var har = HAR()
    for number in 0..<4 {
      har.add("\(Self.url)/mode", response: ["mode": "fast"])
      har.add("POST", "\(Self.url)/\(path)", response: ["q": .number(JSONNumber(number))], body: "{}")
      har.add("\(Self.url)/mode", response: ["mode": .string(secret)])
    }
    let text = try everything(har)
    #expect(!text.lowercased().contains(secret.lowercased()), "\(text)")
  }

  /// Actions and collections of tokens are words of a path.
  @Test(arguments: [
    "auth/token/refresh", "token/oauth2", "password/reset", "tokens/premium-2024", "token/42",
  ])
  func wordsAfterNamesOfSecretsAreWords(_ path: String) {
    var har = HAR()
    for _ in 0..<4 { har.add("\(Self.url)/\(path)", response: ["q": 1]) }
    let spec = har.infer()
    #expect(!spec.text.contains("secret"), "\(spec.text)")
    #expect(spec.text.contains(String(path.prefix { $0 != "/" })))
  }

  // MARK: Names

  @Test(arguments: [
    (#"{"id":1,"mfa_code":"k7-blue"}"#, "mfa_code: {type: string, secret: true}"),
    (#"{"id":1,"recoveryCode":"k7-blue"}"#, "recoveryCode: {type: string, secret: true}"),
    (#"{"id":1,"backup_codes":["k7-blue"]}"#, "backup_codes: {type: array, items: string, secret: true}"),
    (#"{"id":1,"cvv":"4711"}"#, "cvv: {type: string, secret: true}"),
    (#"{"id":1,"cvc":4711}"#, "cvc: {type: integer, secret: true}"),
    (#"{"id":1,"2fa":"471147"}"#, "\"2fa\": {type: string, secret: true}"),
    (#"{"id":1,"SAMLResponse":"k7-blue"}"#, "SAMLResponse: {type: string, secret: true}"),
    (#"{"id":1,"tokens":["k7-blue"]}"#, "tokens: {type: array, items: string, secret: true}"),
    (#"{"id":1,"refreshTokens":["k7-blue"]}"#, "refreshTokens: {type: array, items: string, secret: true}"),
    // Counts, settings, and parts of texts.
    (#"{"id":1,"tokens":512}"#, "tokens: integer"),
    (#"{"id":1,"tokens":[512]}"#, "tokens: \"[integer]\""),
    (#"{"id":1,"max_tokens":512}"#, "max_tokens: integer"),
    (#"{"id":1,"2fa":true}"#, "\"2fa\": boolean"),
    (#"{"id":1,"2fa":"sms"}"#, "\"2fa\": string"),
  ])
  func namesOfCodesAreThoseOfSecrets(_ response: String, _ written: String) {
    var har = HAR()
    for _ in 0..<3 { har.add("\(Self.url)/staff", text: response) }
    let spec = har.infer()
    #expect(spec.text.contains(written), "\(spec.text)")
    let isSecret = written.contains("secret")
    #expect(!isSecret || !spec.everything.contains("k7-blue") && !spec.everything.contains("4711"))
  }

  @Test func anElementOfTokensIsASecretElsewhere() throws {
    var har = HAR()
    for number in 0..<14 {
      har.add("\(Self.url)/staff", response: ["tokens": ["nestsec2"]])
      har.add("\(Self.url)/mode", response: ["mode": .string(number % 2 == 0 ? "nestsec2" : "fast")])
    }
    let text = try everything(har)
    #expect(!text.contains("nestsec2") && text.contains("fast"), "\(text)")
  }

  // MARK: Edits

  /// A secret is no value to add, but the values beside it are.
  @Test func editsHaveWhatCanBeShown() throws {
    var har = HAR()
    for number in 0..<6 {
      har.add(
        "\(Self.url)/mode?csrfvalue4411=1&size=2",
        response: [
          "mode": .string(["csrfvalue4411", "slow", "fast"][number % 3]), "csrfvalue4411": 1,
          "deep": ["csrfvalue4411": 1, "b": 2], "plain": 1,
        ], fields: [("X-CSRF-Token", "csrfvalue4411")])
    }
    var spec = Self.spec
    var report = try spec.drift(har)
    let messages = report.differences.map { "\($0.message); \($0.advice ?? "")" }
    #expect(
      messages.allSatisfy { !$0.contains("redacted") && !$0.contains("csrfvalue") }, "\(messages)")
    #expect(
      messages.contains(
        "new values: 'fast' (2), 'slow' (2), values that can't be shown (2); add fast, slow to 'enum'"
      ),
      "\(messages)")
    #expect(
      messages.contains { $0.hasPrefix("new parameters whose names can't be shown;") },
      "\(messages)")
    #expect(
      messages.contains {
        $0.hasPrefix("new keys whose names can't be shown; write 'additionalProperties: any'")
      }, "\(messages)")
    spec.fix(&report)
    let text = spec.files["Shop/modes.yaml"] ?? ""
    #expect(text.contains("mode: {enum: [old, fast, slow]}"), "\(text)")
    #expect(
      text.contains("size?") && text.contains("\"plain?\": integer") && text.contains("\"deep?\": any"))
    #expect(!text.contains("redacted") && !text.contains("csrfvalue"), "\(text)")
    #expect(report.drift.contains { $0.message == "new values: values that can't be shown (2)" })

    let merged = Self.spec.merged(try Self.spec.merge(har)).files["Shop/modes.yaml"] ?? ""
    #expect(merged.contains("mode: {enum: [old, fast, slow]}"), "\(merged)")
    #expect(!merged.contains("redacted") && !merged.contains("csrfvalue"), "\(merged)")
  }
}
