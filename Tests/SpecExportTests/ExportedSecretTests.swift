import Diagnostics
import SpecExport
import Testing

/// Secrets in exported documents: that they are secrets is kept, and their values aren't.
@Suite struct ExportedSecretTests {
  private static let spec = ExportedSpec(
    """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}, parameters: [key]}
    parameters:
      key: {type: string, secret: true, example: clientExample}
    endpoints:
      login:
        post: login
        parameters:
          pin: {type: integer, secret: true, example: 987654, minimum: 1000}
          note?: {type: string, secret: true, default: queryDefault}
        body: Login
        response: {json: Session, headers: {X-Token: Key}}
        failures: {400: {properties: {hint: {type: string, secret: true, example: failureExample}}}}
    schemas:
      Login:
        properties:
          password: {type: string, secret: true, writeOnly: true, example: writtenExample}
          apiKey?: {type: string, secret: true, default: propertyDefault}
          fixed: {type: string, secret: true, const: secretConstant}
          code: {type: string, secret: true, pattern: "^[A-Z]{3}-[0-9]{4}$", examples: [QWE-5309]}
          name: {type: string, example: Ada}
      Session:
        example: {token: objectToken, other: objectOther, both: objectBoth, keys: [listedKey], card: {number: objectCard}, id: 5}
        properties:
          token: {type: string, secret: true, example: readExample}
          other: {type: string, secret: true, readOnly: true}
          both: {type: string, secret: true, readOnly: true, example: bothExample}
          keys: "[Key]"
          card: {type: Card, secret: true}
          id: {type: integer, readOnly: true, example: 7}
      Key: {type: string, secret: true, newtype: true, example: keyExample}
      Card: {example: {number: cardExample}, properties: {number: string}}
    """)

  /// Those that are known to be no secrets.
  private static let values = [
    "clientExample", "987654", "queryDefault", "failureExample", "writtenExample",
    "propertyDefault", "secretConstant", "QWE-5309", "objectToken", "objectOther", "objectBoth", "listedKey",
    "objectCard", "readExample", "bothExample", "keyExample",
  ]

  @Test(arguments: [OpenAPIVersion.v31, .v30])
  func documentsHaveNoValuesOfSecrets(version: OpenAPIVersion) throws {
    var options = ExportOptions()
    options.version = version
    let (text, messages) = try Self.spec.document(options)
    for value in Self.values { #expect(!text.contains(value), "\(value)") }
    #expect(text.contains("<redacted>"))
    #expect(text.contains("Ada"))
    #expect(messages.contains { $0.hasPrefix("the constants of secrets aren't exported") }, "\(messages)")
  }

  @Test func jsonSchemasHaveNoValuesOfSecrets() throws {
    var sink = DiagnosticSink()
    let texts = exportJSONSchema(Self.spec.specs, into: &sink)
    let text = try #require(texts.first?.text)
    for value in Self.values { #expect(!text.contains(value), "\(value)") }
    #expect(text.contains("Ada"))
  }

  /// What is a secret is one when the document is read again.
  @Test(arguments: [OpenAPIVersion.v31, .v30])
  func secretsStaySecrets(version: OpenAPIVersion) throws {
    var options = ExportOptions()
    options.version = version
    let (lines, diagnostics) = ExportedSpec.code(
      of: try ExportedSpec.read(try Self.spec.document(options).text))
    #expect(diagnostics.filter { $0.severity == .error } == [])
    // A constant is all that differs.
    let own = Self.spec.code().map { $0.replacing("secretConstant", with: "<redacted>") }
    #expect(lines == own)
  }

  /// Every combination of what a type's name can't say.
  @Test(arguments: (0..<16).filter { $0 & 6 != 6 })
  func flagsStayTogether(number: Int) throws {
    let flags = ["secret: true", "readOnly: true", "writeOnly: true", "example: a"]
    let words = flags.enumerated().filter { number & 1 << $0.offset != 0 }.map(\.element)
    let schema = "{\((["type: string"] + words).joined(separator: ", "))}"
    let spec = ExportedSpec(
      """
      wgnapi: 1
      module: {servers: {main: "https://api.example.com/"}}
      endpoints:
        change: {post: items, body: Item, response: Item}
      schemas:
        Item: {properties: {id: integer, value: \(schema)}}
      """)
    let read = ExportedSpec.code(of: try ExportedSpec.read(try spec.document().text))
    #expect(read.diagnostics.filter { $0.severity == .error } == [])
    #expect(read.lines == spec.code())
  }
}
