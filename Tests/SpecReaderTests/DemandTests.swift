import APIModel
import Diagnostics
import Testing

/// Alternatives that only say which properties a value has, and failures that modules share.
@Suite struct DemandTests {
  @Test(arguments: ["anyOf", "oneOf"]) func alternativesOfRequired(keyword: String) throws {
    let module = try readModule(
      "",
      """
      endpoints:
        a: {post: a, body: A, response: empty}
      schemas:
        A:
          properties: {a?: string, b?: string}
          not: {required: [a, b]}
          \(keyword): [{required: [a]}, {required: [b]}]
      """)
    let schema = try #require(module.schemas.first?.schema)
    #expect(schema.anyOf.isEmpty && schema.oneOf.isEmpty)
    #expect(schema.object.properties.map(\.name.text) == ["a", "b"])
    // Neither what is forbidden nor the lack of what is demanded.
    let forbidden = try #require(schema[.not]).anyOf
    #expect(forbidden.first?.object.requiredOthers == ["a", "b"])
    let demanded = try #require(forbidden.last?[.not])
    let alternatives = keyword == "anyOf" ? demanded.anyOf : demanded.oneOf
    #expect(alternatives.map(\.object.requiredOthers) == [["a"], ["b"]])
  }

  /// A module has the failures of its libraries, unless it has its own for a status, or wants none.
  @Test func failuresOfLibraries() throws {
    let api = read([
      "Shared/module.yaml": """
      wgnapi: 1
      module:
        library: true
        failures: {404: Missing, 4XX: {schema: Problem, code: code}}
      """,
      "Shared/a.yaml": """
      wgnapi: 1
      schemas:
        Problem: {properties: {code: string}}
        Missing: {properties: {id: integer}}
      """,
      "A/module.yaml": """
      wgnapi: 1
      module: {import: [Shared], servers: {main: "https://a.example/"}, failures: {404: text}}
      """,
      "A/a.yaml": """
      wgnapi: 1
      endpoints: {a: {get: a, response: empty}}
      errors: {gone: }
      """,
      "B/module.yaml": """
      wgnapi: 1
      module: {import: [Shared], servers: {main: "https://a.example/"}, failures: none}
      """,
      "B/a.yaml": "wgnapi: 1\nendpoints: {a: {get: a, response: empty}}",
    ])
    let (a, b) = (try #require(api.modules.first), try #require(api.modules.last))
    #expect(a.failures.map(\.statuses) == [404...404, 400...499])
    #expect(a.failures.first?.payload == .text)
    #expect(a.failures.last?.paths.code?.components == ["code"])
    #expect(a.schemas.map(\.name.text) == ["Problem"])
    #expect(b.failures.isEmpty)
    #expect(b.schemas.isEmpty)
  }
}
