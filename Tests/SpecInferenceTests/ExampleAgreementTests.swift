import APIModel
import Diagnostics
import Foundation
import GeneratorKit
import SchemaValues
import SpecReader
import Testing
import Thoroughness

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Compares a spec that is inferred from the examples of responses in GitHub's document with the document itself.
///
/// Each response has one example, in which nothing can be seen of what may be absent or null, and little of enumerations.
@Suite(.enabled(if: GitHub.document != nil, "needs shared/openapi next to the package"))
struct ExampleAgreementTests {
  @Test(.thorough) func typesOfExamplesAgreeWithTheDocument() throws {
    let path = try #require(GitHub.document).path
    var sink = DiagnosticSink()
    let written = try ReadSpec(SpecLoader().load(path, module: "GitHub", into: &sink), module: "GitHub")
    var collector = Collector()
    var examples = 0
    for endpoint in written.module.endpoints where endpoint.methods == [.get] {
      for response in endpoint.responses {
        guard case .json = response.payload,
          response.statuses.contains(200) || response.statuses.contains(201)
        else {
          continue
        }
        for example in response.examples {
          let url = "https://api.example.com/\(ReadSpec.plain(endpoint.path.text))"
          var exchange = try #require(TrafficExchange(method: "GET", url: url, status: 200))
          exchange.response = TrafficBody(Array(example.value.json.utf8), mediaType: "application/json")
          collector.add(exchange)
          examples += 1
        }
      }
    }
    let agreement = Agreement(inferred: try Captured.inferred(from: collector), written: written)
    print("\(examples) examples of GitHub's document:\n\(agreement.text)")
    if ProcessInfo.processInfo.environment["WGNAPI_INFER_LIST"] != nil {
      print(agreement.list.joined(separator: "\n"))
    }
    #expect(examples > 300 && agreement.fields > 2_000)
    #expect(agreement.share >= 0.9)
  }
}

private enum GitHub {
  static let document = Captured.shared("openapi/documents/github.yaml")
}
