import APIModel
import Testing

/// What documents say, and specs that are converted from them have to say, too.
@Suite struct SaidByDocumentsTests {
  private func mistakes(_ module: String, _ definitions: String) -> String {
    readWithDiagnostics([
      "M/module.yaml": "wgnapi: 1\nmodule: \(module)\n", "M/a.yaml": "wgnapi: 1\n" + definitions,
    ]).text
  }

  private let endpoint = "endpoints: {a: {get: a, response: text}}\n"
  private let server = #"{servers: {main: "https://a.example/"}}"#

  @Test func onlyAppsMayKnowTheServer() {
    #expect(mistakes("{servers: none}", endpoint) == "")
    #expect(mistakes("{summary: M}", endpoint).contains("endpoints, but no servers"))
    #expect(mistakes("{servers: {}}", endpoint).contains("'servers' is empty"))
    #expect(mistakes("{servers: nobody}", endpoint).contains("error: "))
  }

  @Test func valuesOfVariablesMayBeEmpty() {
    func server(_ values: String) -> String {
      #"{servers: {main: {url: "https://a.example/{v}", variables: {v: {enum: \#(values)}}}}}"#
    }
    #expect(mistakes(server(#"["", b]"#), endpoint) == "")
    #expect(mistakes(server(#"["", b, ""]"#), endpoint).contains("listed twice"))
  }

  @Test func mappedAlternativesNeedNoDiscriminator() {
    func schemas(_ mapping: String) -> String {
      """
      schemas:
        A: {oneOf: [B, C], discriminator: {property: kind, mapping: {\(mapping)}}}
        B: {properties: {x: integer}}
        C: {properties: {y: integer}}

      """
    }
    #expect(!mistakes(server, schemas("b: B, c: C")).contains("error: "))
    #expect(mistakes(server, schemas("b: B")).contains("'C' has no property 'kind', the discriminator"))
    #expect(mistakes(server, schemas("")).contains("no alternative of the union has a property 'kind'"))
  }

  @Test func namesOfPropertiesMayHaveEscapes() {
    func schema(_ name: String) -> String { "schemas: {A: {properties: {\(name): integer}}}\n" }
    #expect(mistakes(server, schema(#""a\tb""#)) == "" && mistakes(server, schema(#""a\r\nb?""#)) == "")
    for name in ["a\tb", #""a\u0007b""#, #""a\u202Eb""#, #""a\u200Bb""#] {
      #expect(mistakes(server, schema(name)).contains("[unsafe-name]"), "\(name)")
    }
  }
}
