import Testing
import Thoroughness

@testable import SpecExplanation

/// Schemas that refer to each other in long chains, which could multiply the work for each of them.
struct HostileChainTests {
  /// A schema, by the names of the chain's next one and of the chain.
  private static let forms = [
    "{oneOf: [{properties: {a: NEXT}}, {properties: {b: NEXT}}]}",
    "{oneOf: [NEXT, {properties: {pNUM: string}}]}",
    "{allOf: [NEXT], properties: {pNUM: NEXT}}", "{properties: {a: NEXT, b: NEXT}}",
  ]

  private static func spec(_ form: String, chains: Int, length: Int) -> String {
    var lines = ["wgnapi: 1", "module: {servers: {main: \"https://api.example.com/\"}}", "endpoints:"]
    for chain in 0..<chains {
      lines.append("  put\(chain): {put: \"c/\(chain)\", body: {json: S\(chain)x0}, response: S\(chain)x0}")
    }
    lines.append("schemas:")
    for chain in 0..<chains {
      for number in 0..<length {
        let next = form.replacing("NEXT", with: "S\(chain)x\(number + 1)").replacing("NUM", with: "\(number)")
        lines.append("  S\(chain)x\(number): \(number == length - 1 ? "{properties: {id: integer}}" : next)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Each schema has the next one twice. In longer chains, each of them tries as much as one is allowed.
  @Test func examplesAreMadeUntilTheyCostTooMuchTogether() throws {
    let specs = try ExplainedSpecs(specs: Self.spec(Self.forms[3], chains: 1, length: 12))
    let explainer = try #require(specs.explainers.first)
    let types = explainer.sortedTypes
    func made(most: Int?, threads: Int) -> (examples: [String: String?], work: Int) {
      let work = explainer.makeExamples(of: types, threads: threads, most: most)
      defer { explainer.typeExamples = [:] }
      return (explainer.typeExamples, work)
    }
    let all = made(most: nil, threads: 1)
    #expect(all.examples.values.contains { $0 != nil })
    #expect(all.examples.count == types.count)
    let some = made(most: all.work / 2, threads: 1)
    #expect(some.work < all.work)
    #expect(some.examples.values.compactMap(\.self).count < all.examples.values.compactMap(\.self).count)
    #expect(made(most: all.work / 2, threads: 3).examples == some.examples)
    #expect(made(most: 0, threads: 1).examples.values.allSatisfy { $0 == nil })
  }

  /// Real documents need far less than what is allowed: Stripe's, 4 % of it.
  @Test(
    .thorough, .enabled(if: !Documents.paths.isEmpty, "needs shared/openapi/documents; see CONTRIBUTING.md"),
    arguments: Documents.paths)
  func documentsHaveAllExamples(path: String) throws {
    for explainer in try ExplainedSpecs(path: path).explainers {
      let types = explainer.sortedTypes
      let work = explainer.makeExamples(of: types, threads: 2)
      #expect(work < 100_000 + 200 * types.count, "\(path): \(work) for \(types.count)")
    }
  }

  @Test(.thorough, .timeLimit(.minutes(5)), arguments: forms)
  func areExplainedInBoundedTime(form: String) throws {
    let specs = try ExplainedSpecs(specs: Self.spec(form, chains: 10, length: 50))
    #expect(try specs.explanation("put0").endpoint?.signature.isEmpty == false)
  }
}
