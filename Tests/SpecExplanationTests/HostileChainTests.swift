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

  @Test(.thorough, .timeLimit(.minutes(5)), arguments: forms)
  func areExplainedInBoundedTime(form: String) throws {
    let specs = try ExplainedSpecs(specs: Self.spec(form, chains: 10, length: 50))
    #expect(try specs.explanation("put0").endpoint?.signature.isEmpty == false)
  }
}
