import Diagnostics
import SpecReader
import Testing

@testable import GeneratorKit

/// Endpoints that would have the names of a client's own members.
@Suite struct ReservedMethodTests {
  private func diagnostics(_ endpoint: String) -> [Diagnostic] {
    let text = """
      wgnapi: 1
      module: {servers: {eu: https://api.example.com}}
      endpoints: {\(endpoint)}
      """
    let specs = [SpecFile(path: "M/module.yaml", displayPath: "M/module.yaml", bytes: Array(text.utf8))]
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    return generate(specs: specs, templates: templates, threads: 1).1
  }

  @Test(arguments: ["send", "init", "response", "client", "Send"])
  func derivedNamesAreChangedWithAWarning(name: String) throws {
    let found = diagnostics("\(name): {get: a, response: integer}")
    let warning = try #require(found.first)
    #expect(found.count == 1 && warning.id == .reservedName && warning.severity == .warning)
    #expect(warning.message.contains("'\(name.lowercased())Endpoint'"))
  }

  @Test(arguments: ["send", "core", "client"])
  func groupsAreRenamedWithAWarning(name: String) throws {
    let found = diagnostics("\(name).patch: {patch: a, response: integer}")
    let warning = try #require(found.first)
    #expect(found.count == 1 && warning.id == .reservedName && warning.severity == .warning)
    #expect(warning.message.contains("the group is called '\(name)Value'"))
    #expect(diagnostics("patch.a: {patch: a, response: integer}") == [])
  }

  @Test func chosenNamesAreNeverChanged() {
    let found = diagnostics("a: {get: a, swiftName: send, response: integer}")
    #expect(found.map(\.id) == [.reservedName] && found.map(\.severity) == [.error])
    #expect(diagnostics("send: {get: a, swiftName: post, response: integer}") == [])
  }

  /// The methods of a group are beside its client only.
  @Test(arguments: ["send", "response", "core", "api"]) func groupsHaveFewMembers(name: String) {
    #expect(diagnostics("mail.\(name): {post: a, response: integer}") == [])
    #expect(diagnostics("mail.a: {get: a, swiftName: \(name), response: integer}") == [])
    #expect(diagnostics("mail.\(name).a: {get: a, response: integer}") == [])
  }

  @Test func groupsHaveAClient() throws {
    let found = diagnostics("mail.client: {get: a, response: integer}")
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.message.hasPrefix("every group has a member 'client'") == true)
  }

  @Test(arguments: ["Body", "query", "Path", "method", "headers"]) func renamedParametersAreNoted(
    name: String
  ) throws {
    let found = diagnostics("a: {get: a, parameters: {\(name): string}, response: integer}")
    let note = try #require(found.first)
    #expect(found.count == 1 && note.id == .reservedName && note.severity == .note)
    #expect(note.message.contains("the parameter '\(name)' is called '\(name.lowercased())Value' in Swift"))
    #expect(
      diagnostics("a: {get: a, parameters: {\(name): {type: string, swiftName: other}}, response: integer}")
        == [])
  }

  @Test(arguments: [
    (
      "a: {get: \"i/{id}\", parameters: {id: string}, response: any}, b: {get: \"i/{key}\", parameters: {key: string}, response: any}",
      1
    ),
    (
      "a: {post: r, body: {properties: {m: string}}, response: any}, b: {post: r, body: {properties: {n: string}}, response: any}",
      1
    ),
    (
      "a: {get: r, parameters: {x: string}, response: any}, b: {get: r, parameters: {y: string}, response: any}",
      0
    ),
    (
      "a: {get: r, parameters: {x: string}, response: any}, b: {get: r, parameters: {y?: string}, response: any}",
      1
    ),
    ("a: {get: r, response: any}, b: {get: r, response: any}, c: {get: r, response: any}", 2),
    (
      "a: {post: r, body: {properties: {m: {const: a}}}, response: any}, b: {post: r, body: {properties: {m: {const: b}}}, response: any}",
      0
    ),
    (
      "a: {post: r, body: {properties: {p: {properties: {m: {const: a}}}}}, response: any}, b: {post: r, body: {properties: {p: {properties: {m: {const: b}}}}}, response: any}",
      0
    ),
    (
      "a: {get: r, parameters: {x: {const: a}}, response: any}, b: {get: r, parameters: {x: {const: b}}, response: any}",
      0
    ),
    ("a: {get: r, response: any}, b: {get: r, response: {text: text/csv}}", 0),
    ("a: {get: r, response: any}, b: {post: r, response: any}", 0),
    (
      "a: {put: r, body: {bytes: image/png}, response: any}, b: {put: r, body: {bytes: image/gif}, response: any}",
      0
    ),
  ])
  func endpointsThatNothingTellsApart(endpoints: String, count: Int) {
    let found = diagnostics(endpoints)
    #expect(found.map(\.id) == Array(repeating: .indistinctEndpoints, count: count), "\(found)")
    #expect(found.allSatisfy { $0.severity == .warning })
  }
}
