import Diagnostics
import GeneratorKit
import Testing

@testable import SpecExplanation

/// What is shown of secrets: that they are some, and none of the values that specs have of them.
struct ExplainedSecretTests {
  private static let spec = """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      login:
        post: login
        parameters:
          pin: {type: string, secret: true, example: pinExample}
          X-Fixed: {type: string, in: header, secret: true, const: headerConstant}
        body: Login
        response: Session
      plain: {post: plain, body: {json: Plain}, response: empty}
    schemas:
      Login:
        properties:
          password: {type: string, secret: true, writeOnly: true, example: passwordExample}
          kind: {type: string, secret: true, const: bodyConstant}
          part: {allOf: [Word, {minLength: 2}]}
      Word: {type: string, secret: true}
      Plain: {properties: {name: {type: string, example: Ada}}}
      Session:
        example: {token: wholeToken, id: 5, deep: {secrets: [wholeSecret]}, part: wholePart}
        properties:
          token: {type: string, secret: true, example: tokenExample}
          id: {type: integer, example: 7}
          part: {allOf: [Word, {minLength: 2}]}
          deep: {properties: {secrets: "[Word]"}}
    """
  private static let values = [
    "pinExample", "headerConstant", "passwordExample", "bodyConstant", "wholeToken", "wholeSecret",
    "wholePart",
    "tokenExample",
  ]

  @Test(arguments: ["login", "plain", "Login", "Session", "Plain", "Shop"])
  func explanationsHaveNoValuesOfSecrets(name: String) throws {
    let explanation = try ExplainedSpecs(specs: Self.spec).explanation(name)
    for value in Self.values { #expect(!explanation.text.contains(value), "\(value)") }
    #expect(!explanation.text.contains("Ada") || name.lowercased() == "plain")
  }

  @Test func anExampleHasPlaceholders() throws {
    let specs = try ExplainedSpecs(specs: Self.spec)
    let example = try specs.explanation("login").endpoint?.response.example
    #expect(
      example == """
        {
          "token": "<redacted>",
          "id": 5,
          "deep": {
            "secrets": [
              "<redacted>"
            ]
          },
          "part": "<redacted>"
        }

        """)
  }

  @Test func pagesHaveNoValuesOfSecrets() throws {
    var sink = DiagnosticSink()
    let specs = try ExplainedSpecs(specs: Self.spec)
    let templates = loadTemplates(overlaidBy: nil, of: .html, into: &sink)
    let files = makePages(of: specs.api, templates: templates, version: "1", threads: 1, into: &sink)
    let page = try #require(files.first { $0.path == "Shop.html" }).text
    for value in Self.values { #expect(!page.contains(value), "\(value)") }
    #expect(page.contains("data-url="))
    #expect(page.contains("Ada"))
  }
}
