import Testing

@testable import SpecExplanation

/// Enumerations with thousands of values.
struct LargeEnumerationTests {
  /// Each value is found once, and not looked for among all others.
  @Test func areExplainedInTimeProportionalToTheirValues() throws {
    let count = 5_000
    let values = (0..<count).map { "v\($0): {summary: Number \($0).}" }.joined(separator: ", ")
    let specs = try ExplainedSpecs(
      specs: "wgnapi: 1\nmodule: {servers: {main: \"https://api.example.com/\"}}\n"
        + "schemas: {Kind: {enum: {\(values)}}}\nendpoints: {kind: {get: kind, response: Kind}}\n")
    let explainer = try #require(specs.explainers.first)
    let members = explainer.facts(of: try #require(explainer.type(named: "Kind"))).members
    let constants = members.filter { $0.wireName != nil }
    #expect(constants.count == count)
    #expect(constants.last?.summary == "Number \(count - 1).")
  }
}
