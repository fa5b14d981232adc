import Testing
import WGNAPIJSON

@testable import SpecInference
@testable import TrafficEvidence

/// Numbers in texts.
@Suite struct InferredFieldTests {
  private static let api = "https://api.example.com/v1"

  private func text(_ har: HAR) -> String {
    let spec = har.infer()
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    return spec.text
  }

  private func traffic(of paths: [String] = ["a"], _ fields: [(String, String)]) -> HAR {
    var har = HAR()
    for path in paths {
      for number in 0..<4 { har.add("\(Self.api)/\(path)/\(number)", response: ["id": 1], fields: fields) }
    }
    return har
  }

  /// Clients would send `1` for `1.0`.
  @Test(arguments: ["1.0", "007", "1e5", "%2B1", "-0", "1.50", "-0.0", "0.00001"])
  func numbersThatClientsWriteOtherwise(value: String) {
    var har = HAR()
    for number in 0..<3 {
      har.add(
        "\(Self.api)/a?v=\(value)&w=\(number)&w2=1.5", response: ["id": 1], fields: [("X-Level", "1.0")])
    }
    let text = text(har)
    for line in ["v: string", "w: integer", "w2: number", "x-level: {type: string"] {
      #expect(text.contains(line), "\(line)\n\(text)")
    }
  }

  @Test(arguments: [
    ("17", "integer"), ("-3", "integer"), ("0", "integer"), ("1.5", "number"), ("-0.25", "number"),
  ])
  func numbersThatClientsWriteAlike(value: String, type: String) {
    var har = HAR()
    for _ in 0..<3 { har.add("\(Self.api)/a?v=\(value)", response: ["id": 1]) }
    #expect(text(har).contains("v: \(type)"))
  }
}
