import APIModel
import Testing
import WGNAPITransport

@testable import SpecCall

/// Secrets of the request and of the response, in everything that a call prints.
@Suite struct ResponseSecretTests {
  private static let specs = """
    wgnapi: 1
    module:
      servers: {main: https://shop.example.com/}
      parameters: [key]
    parameters: {key: {type: string, secret: true}}
    endpoints:
      item: {get: item, response: Item}
      token: {get: token, response: Token}
      tokens: {get: tokens, response: {lines: Token}}
      field: {get: field, response: {type: any, headers: {"X-Door?": Door}}}
    schemas:
      Door: {type: string, secret: true}
      Item: {properties: {id?: integer, kind?: {enum: [a, b], open: false}, whole?: {const: {a: 1}}}}
      Token: {properties: {token: {type: string, secret: true}, days?: integer, note?: string, number?: integer}}
    """

  private func run(
    _ name: String, _ transport: StubTransport, key: String = "unused-key-000", verbose: Bool = false
  ) async throws -> CallLog {
    let log = CallLog()
    let call = try API.reading(specs: Self.specs).call(name, environment: ["WGNAPI_SHOP_KEY": key])
    _ = try await call.run(transport, log.output(.readable, verbose: verbose))
    return log
  }

  // MARK: Those of the request

  /// Objects, lists and short texts are hidden as other secrets are, in every style.
  @Test func parametersAreHidden() async throws {
    let call = try API.reading(
      specs: """
        wgnapi: 1
        module: {servers: {main: https://shop.example.com/}}
        endpoints:
          get:
            get: "get/{b}"
            parameters:
              deep: {type: Account, style: deepObject}
              form: {type: Other, style: form, explode: true}
              map: {type: "{string: string}", secret: true, style: deepObject}
              pin: {type: string, secret: true}
              X-H: {type: Account, style: simple, explode: true, in: header}
              X-Pin: {type: integer, secret: true, in: header}
              b: {type: Account, style: matrix, explode: true}
            response: empty
        schemas:
          Account: {properties: {iban: {type: string, secret: true}, holder: string}}
          Other: {properties: {iban2: {type: string, secret: true}, holder2: string}}
        """
    ).call(
      "get",
      environment: [
        "WGNAPI_SHOP_DEEP": #"{"iban":"HIDDEN-d1","holder":"anna"}"#,
        "WGNAPI_SHOP_FORM": #"{"iban2":"HIDDEN-f1","holder2":"anna"}"#,
        "WGNAPI_SHOP_MAP": #"{"k":"HIDDEN-m1"}"#, "WGNAPI_SHOP_PIN": "ab1",
        "WGNAPI_SHOP_X_H": #"{"iban":"HIDDEN-h1","holder":"anna"}"#, "WGNAPI_SHOP_X_PIN": "907",
        "WGNAPI_SHOP_B": #"{"iban":"HIDDEN-b1","holder":"anna"}"#,
      ])
    let log = CallLog()
    _ = try await call.run(.constant(""), log.output(.readable, verbose: true))
    let text = log.notes.joined(separator: "\n")
    #expect(text.contains("holder2=anna") && text.contains("> X-H"), "\(text)")
    for secret in ["HIDDEN", "ab1", "907"] { #expect(!text.contains(secret), "\(text)") }
  }

  /// A pointer escapes `~` and `/`, which would hide the secret from those who look for it.
  @Test func keysThatAreSecretsAreHiddenInPointers() async throws {
    let log = try await run(
      "item", .constant(#"{"AbC/dEf/0123456789xyz": 1, "a~AbC/dEf/0123456789xyz/b": 2}"#),
      key: "AbC/dEf/0123456789xyz")
    #expect(
      Set(log.problems.map(\.message)) == [
        "response /<redacted>: the spec doesn't mention this key",
        "response /a~0<redacted>~1b: the spec doesn't mention this key",
      ])
    #expect(!log.everything.contains("0123456789"), "\(log.everything)")
  }

  /// Messages quote the beginning of a value, which is the beginning of a secret.
  @Test(arguments: [
    #"{"id": "S"}"#, #"{"id": "key S is wrong"}"#, #"{"kind": "S"}"#, #"{"whole": {"a": "S"}}"#,
    #"{"whole": {"S": 1}}"#,
  ])
  func longSecretsAreHiddenBeforeTheyAreCut(_ response: String) async throws {
    let key = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"
    let hexadecimal = key.utf8.map { String($0, radix: 16) }.joined()
    let encoded = key.replacing(".", with: "%2E")
    let base64 =
      "ZXlKaGJHY2lPaUpJVXpJMU5pSXNJblI1Y0NJNklrcFhWQ0o5LmV5SnpkV0lpT2lJeE1qTTBOVFkzT0Rrd0luMC5kb3pqZ05yeVA0SjNqVm1OSGwwdzVO"
    for form in [key, hexadecimal, base64, encoded] {
      let log = try await run("item", .constant(response.replacing("S", with: form)), key: key)
      #expect(log.problems.count == 1)
      #expect(!log.everything.contains(form.prefix(8)), "\(log.everything)")
      #expect(log.problems.allSatisfy { $0.message.contains("<redacted>") }, "\(log.everything)")
    }
  }

  /// The reader's error quotes a few bytes of what it found.
  @Test(arguments: ["S", #"["S" "S"]"#, #"{"id": 1, "S": 1, "S": 1}"#, #"{"id": S}"#])
  func secretsInWhatIsNoJSONAreHidden(_ response: String) async throws {
    let key = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"
    let log = try await run("item", .constant(response.replacing("S", with: key)), key: key)
    #expect(log.problems.count == 1 && !log.everything.contains("eyJhb"), "\(log.everything)")
  }

  // MARK: Those of the response

  @Test func secretsOfTheResponseAreHiddenWhereTheyAreRepeated() async throws {
    let response =
      #"{"token": "n3w/token-abcdef0123", "days": "n3w/token-abcdef0123", "note": "your token n3w/token-abcdef0123 is new", "n3w/token-abcdef0123": 1}"#
    let log = try await run(
      "token", .constant(response, headers: ["X-Note": "it is n3w/token-abcdef0123"]), verbose: true)
    #expect(!log.everything.contains("abcdef0123"), "\(log.everything)")
    #expect(log.text.contains(#""note": "your token <redacted> is new""#), "\(log.text)")
    #expect(log.notes.contains("< X-Note: it is <redacted>"), "\(log.notes)")
    #expect(
      log.problems.map(\.message) == [
        "response /days: expected integer, found string \"<redacted>\" [type]",
        "response /<redacted>: the spec doesn't mention this key",
      ])
    let lines = try await run("tokens", .constant(response))
    #expect(!lines.everything.contains("abcdef0123"), "\(lines.everything)")
  }

  @Test func secretsOfAnElementAreHiddenInLaterOnes() async throws {
    let elements = #"""
      {"token": "n3w-abcdef0123", "days": 1, "note": "a"}
      {"token": "other-456789", "days": 2, "note": "not n3w-abcdef0123"}
      """#
    let log = try await run("tokens", .constant(elements))
    #expect(
      log.text.contains("not <redacted>") && !log.everything.contains("abcdef0123"), "\(log.everything)")
  }

  /// A word isn't hidden everywhere because it is a secret, too.
  @Test func wordsThatAreSecretsArentHiddenElsewhere() async throws {
    let log = try await run("token", .constant(#"{"token": "note", "note": "note", "number": 17}"#))
    #expect(log.text.contains(#""note": "note""#) && log.text.contains(#""token": "<redacted>""#))
    #expect(log.text.contains("17"))
  }

  @Test func headerFieldsWithSecretsAreHidden() async throws {
    let fields = [
      "X-Auth-Token": "zznewtoken2", "Location": "/x?access_token=zzloc30000&page=2",
      "Set-Cookie": "session=zzcookie4000; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/",
      "Date": "Wed, 21 Oct 2026 07:28:00 GMT", "X-Door": "zzdoor50000", "X-Plain": "plain6",
      "X-Link": "https://ada:zzpass7000@example.com/",
      "X-Next": "https://example.com/?ticket=ST-1-zzticket800000&page=3&ticket=17",
    ]
    let body = #"{"a": "zzloc30000", "b": "zznewtoken2", "c": "zzcookie4000", "d": "zzdoor50000"}"#
    let log = try await run("field", .constant(body, headers: fields), verbose: true)
    #expect(!log.everything.contains("zz"), "\(log.everything)")
    #expect(log.notes.contains("< Location: /x?access_token=<redacted>&page=2"), "\(log.notes)")
    #expect(
      log.notes.contains("< X-Next: https://example.com/?ticket=<redacted>&page=3&ticket=17"), "\(log.notes)")
    #expect(log.notes.contains("< X-Plain: plain6"))
    #expect(log.notes.contains("< Date: Wed, 21 Oct 2026 07:28:00 GMT"), "\(log.notes)")
    #expect(log.notes.contains("< X-Auth-Token: <redacted>") && log.notes.contains("< X-Door: <redacted>"))
  }

  /// A redirect that isn't followed is reported with its target.
  @Test func targetsOfRedirectsAreHidden() async throws {
    let refused = StubTransport { _, _ in
      throw TransportError.redirected(to: "https://other.example.com/?access_token=zzloc30000")
    }
    let log = try await run("item", refused, verbose: true)
    #expect(log.problems.count == 1 && !log.everything.contains("zz"), "\(log.everything)")
  }
}

extension CallLog {
  /// All that was printed for people.
  fileprivate var everything: String {
    ([text] + notes + problems.map(\.message)).joined(separator: "\n")
  }
}
