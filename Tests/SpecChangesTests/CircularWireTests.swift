import APIModel
import Diagnostics
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit
@testable import SpecChanges

/// Schemas that contain themselves and each other, which are compared once for each pair of them.
@Suite struct CircularWireTests {
  private static func spec(_ schemas: String, isSent: Bool = false) -> String {
    """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      q: {\(isSent ? "post: q, body: Root, response: empty" : "get: q, response: Root")}
    schemas:
    \(schemas)

    """
  }

  private struct Comparison {
    var changes: [String]
    var steps: Int
  }

  private func compare(
    _ old: String, _ new: String, isSent: Bool = false, mostSteps: Int = 200_000
  ) throws -> Comparison {
    func read(_ schemas: String) throws -> API {
      let path = "Shop/module.yaml"
      let bytes = Array(Self.spec(schemas, isSent: isSent).utf8)
      var sink = DiagnosticSink()
      let api = readAPI([SpecFile(path: path, displayPath: path, bytes: bytes)], into: &sink)
      #expect(!sink.hasErrors, "\(sink.diagnostics.map(\.message))")
      return try #require(api)
    }
    let (before, after) = (try read(old), try read(new))
    var sink = DiagnosticSink()
    let pairs = SurfaceComparison(
      try #require(before.surfaces(into: &sink).first), try #require(after.surfaces(into: &sink).first)
    ).pairs
    let (module, other) = (before.modules[0], after.modules[0])
    return onLargeStack {
      let comparison = WireComparison(module, other, pairs, mostSteps: mostSteps)
      return Comparison(
        changes: comparison.changes.map { "\($0.place): \($0.message) [\($0.verdict.rawValue)]" },
        steps: comparison.requests.steps + comparison.responses.steps)
    }
  }

  /// Expressions whose operands are expressions.
  private static func expressions(_ names: [String], _ leaf: String = "number") -> String {
    let members = names.map { name in
      """
        \(name):
          properties:
            \(name.lowercased()): {properties: {left: Root, right: Root, third: Root, "fourth?": Root}}

      """
    }
    return """
        Root: {oneOf: [\((names + ["Leaf"]).joined(separator: ", "))], open: false}
        Leaf: {properties: {leaf: \(leaf)}}
      \(members.joined())
      """
  }

  @Test func operandsOfExpressions() throws {
    let names = ["Add", "Mul", "Sub", "Div", "Min", "Max", "Pow"]
    let found = try compare(Self.expressions(Array(names.prefix(5))), Self.expressions(names))
    #expect(
      found.changes == ["Root: 'Pow' and 'Max' aren't among the known alternatives [may-break]"]
        || found.changes == ["Root: 'Max' and 'Pow' aren't among the known alternatives [may-break]"])
    #expect(found.steps < 1000, "\(found.steps)")
    let sent = try compare(
      Self.expressions(names), Self.expressions(Array(names.prefix(5))), isSent: true)
    #expect(sent.changes == ["Root: 'Max' and 'Pow' aren't among the known alternatives [may-break]"])
    #expect(sent.steps < 1000, "\(sent.steps)")
  }

  /// Whatever their names are, so that none of them is known by its name.
  @Test func renamedExpressions() throws {
    let names = ["Add", "Mul", "Sub", "Div", "Min", "Max", "Pow"]
    let old = Self.expressions(names)
    var new = old
    for name in names {
      new = new.replacing("\(name):", with: "\(name)2:").replacing("\(name),", with: "\(name)2,")
    }
    let found = try compare(old, new)
    #expect(found.changes == [])
    #expect(found.steps < 20_000, "\(found.steps)")
    // One leaf differs, so no expression is the same.
    let other = try compare(old, new.replacing("leaf: number", with: "leaf: string"))
    #expect(!other.changes.isEmpty)
    #expect(other.steps < 20_000, "\(other.steps)")
  }

  /// Unions that contain each other, in a chain of many, with a change at its end.
  @Test func chainOfUnions() throws {
    func schemas(_ count: Int, _ last: String, _ suffix: String) -> String {
      "  Root: {oneOf: [N0\(suffix), M0\(suffix)], open: false}\n"
        + (0..<count).map { position in
          let next = (position + 1) % count
          return """
              U\(position)\(suffix): {oneOf: [N\(position)\(suffix), M\(position)\(suffix)], open: false}
              N\(position)\(suffix): {properties: {n\(position): {properties: {a: U\(next)\(suffix), b: U\(next)\(suffix)}}}}
              M\(position)\(suffix): {properties: {m\(position): \(position == count - 1 ? last : "integer"), "c?": U\(next)\(suffix)}}

            """
        }.joined()
    }
    let found = try compare(schemas(24, "integer", ""), schemas(24, "string", ""))
    #expect(found.changes == ["M23.m23: is sent as string, and the app reads integer [breaks]"])
    #expect(found.steps < 3000, "\(found.steps)")
    let renamed = try compare(schemas(24, "integer", ""), schemas(24, "integer", "x"))
    #expect(renamed.changes == [])
    #expect(renamed.steps < 10_000, "\(renamed.steps)")
    let refuted = try compare(schemas(24, "integer", ""), schemas(24, "string", "x"))
    #expect(!refuted.changes.isEmpty)
    #expect(refuted.steps < 30_000, "\(refuted.steps)")
  }

  /// A tree whose branches may be null, and a long chain of objects.
  @Test func branchesAndChains() throws {
    let tree = "  Root: {properties: {value: integer, left: Root?, right: Root?, \"middle?\": Root?}}"
    let found = try compare(tree, tree.replacing("value: integer", with: "value: string"))
    #expect(found.changes == ["Root.value: is sent as string, and the app reads integer [breaks]"])
    #expect(found.steps < 100, "\(found.steps)")
    func chain(_ last: String) -> String {
      "  Root: {properties: {next: C0}}\n"
        + (0..<400).map { "  C\($0): {properties: {\($0 == 399 ? "end: \(last)" : "next: C\($0 + 1)")}}\n" }
        .joined()
    }
    let long = try compare(chain("integer"), chain("string"))
    #expect(long.changes == ["C399.end: is sent as string, and the app reads integer [breaks]"])
  }

  /// Beyond the limit, nobody can tell.
  @Test func limitOfSteps() throws {
    let names = ["Add", "Mul", "Sub", "Div"]
    let found = try compare(
      Self.expressions(names), Self.expressions(names, "string"), mostSteps: 3)
    #expect(
      found.changes == [
        "client: there are too many schemas within each other to compare all of them [cant-tell]"
      ])
    #expect(found.steps <= 6)
  }

  /// What is assumed while a pair is compared doesn't count after it has been refuted.
  @Test func assumptionsAreRefuted() throws {
    // `A` and `B` contain each other. `B` alone would be read as `Y`, were `A` read as `X`.
    let old = """
        Root: {properties: {first: X, second: Y}}
        X: {oneOf: [{properties: {x: {properties: {"y?": Y}}, n: integer}}, string], open: false}
        Y: {oneOf: [{properties: {y: {properties: {x: X}}}}, string], open: false}
      """
    let new = """
        Root: {properties: {first: A, second: B}}
        A: {oneOf: [{properties: {x: {properties: {"y?": B}}, n: string}}, string], open: false}
        B: {oneOf: [{properties: {y: {properties: {x: A}}}}, string], open: false}
      """
    let found = try compare(old, new)
    #expect(
      found.changes == [
        "X: an alternative would be read as an alternative [may-break]",
        "Y: an alternative would be read as an alternative [may-break]",
      ])
  }
}
