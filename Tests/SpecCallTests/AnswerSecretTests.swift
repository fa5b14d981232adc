import APIModel
import Testing

@testable import SpecCall

/// Secrets of the request, in everything that a call prints.
@Suite struct AnswerSecretTests {
  private static let specs = """
    wgnapi: 1
    module:
      servers: {main: https://shop.example.com/}
      parameters: [key]
    parameters: {key: {type: string, secret: true}}
    endpoints:
      item: {get: item, response: Item}
    schemas:
      Item: {properties: {id?: integer, kind?: {enum: [a, b], open: false}, whole?: {const: {a: 1}}}}
    """

  private func run(
    _ name: String, _ transport: StubTransport, key: String = "unused-key-000"
  ) async throws -> CallLog {
    let log = CallLog()
    let call = try API.reading(specs: Self.specs).call(name, environment: ["WGNAPI_SHOP_KEY": key])
    _ = try await call.run(transport, log.output(.readable))
    return log
  }

  // MARK: Those of the request

  /// A pointer escapes `~` and `/`, which would hide the secret from those who look for it.
  @Test func keysThatAreSecretsAreHiddenInPointers() async throws {
    let log = try await run(
      "item", .constant(#"{"AbC/dEf/0123456789xyz": 1, "a~AbC/dEf/0123456789xyz/b": 2}"#),
      key: "AbC/dEf/0123456789xyz")
    #expect(
      Set(log.problems.map(\.message)) == [
        "answer /<redacted>: the spec doesn't mention this key",
        "answer /a~0<redacted>~1b: the spec doesn't mention this key",
      ])
    #expect(!log.everything.contains("0123456789"), "\(log.everything)")
  }

  /// Messages quote the beginning of a value, which is the beginning of a secret.
  @Test(arguments: [
    #"{"id": "S"}"#, #"{"id": "key S is wrong"}"#, #"{"kind": "S"}"#, #"{"whole": {"a": "S"}}"#,
    #"{"whole": {"S": 1}}"#,
  ])
  func longSecretsAreHiddenBeforeTheyAreCut(_ answer: String) async throws {
    let key = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N"
    let hexadecimal = key.utf8.map { String($0, radix: 16) }.joined()
    let encoded = key.replacing(".", with: "%2E")
    let base64 =
      "ZXlKaGJHY2lPaUpJVXpJMU5pSXNJblI1Y0NJNklrcFhWQ0o5LmV5SnpkV0lpT2lJeE1qTTBOVFkzT0Rrd0luMC5kb3pqZ05yeVA0SjNqVm1OSGwwdzVO"
    for form in [key, hexadecimal, base64, encoded] {
      let log = try await run("item", .constant(answer.replacing("S", with: form)), key: key)
      #expect(log.problems.count == 1)
      #expect(!log.everything.contains(form.prefix(8)), "\(log.everything)")
      #expect(log.problems.allSatisfy { $0.message.contains("<redacted>") }, "\(log.everything)")
    }
  }
}

extension CallLog {
  /// All that was printed for people.
  fileprivate var everything: String {
    ([text] + notes + problems.map(\.message)).joined(separator: "\n")
  }
}
