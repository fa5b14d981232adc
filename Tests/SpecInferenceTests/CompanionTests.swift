import Foundation
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// What the companion among the examples recorded, compared with the spec that people wrote. A service on the machine made the
/// responses up, so they show few words of enumerations, and few nulls.
struct CompanionTests {
  /// The exchanges with World of Tanks.
  private func exchanges() throws -> [TrafficExchange] {
    final class Found: @unchecked Sendable { var exchanges: [TrafficExchange] = [] }
    let found = Found()
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Examples/Companion/Recordings")
    var reader = TrafficReader { found.exchanges.append($0) }
    reader.read(folder.path)
    #expect(reader.problems.isEmpty)
    return found.exchanges.filter { $0.path.first == "wot" }
  }

  @Test func recordingsAreAsTheSpecSays() throws {
    let check = DriftCheck(try CapturedDriftTests.specs().api())
    var collector = Collector()
    for exchange in try exchanges() {
      collector.add(exchange)
      check.add(exchange)
    }
    let report = check.report(collector)
    #expect(report.drift.isEmpty, "\(report.drift.map { "\($0.label): \($0.message)" })")
    #expect(report.matched >= 29 && report.otherServers.isEmpty)
  }

  @Test func anInferredSpecAgreesWithTheWrittenOne() throws {
    var collector = Collector()
    for exchange in try exchanges() { collector.add(exchange) }
    let agreement = Agreement(
      inferred: try Captured.inferred(from: collector), written: try Captured.written())
    print("agreement with the hand-written spec, from the companion's recordings:\n\(agreement.text)")
    if ProcessInfo.processInfo.environment["WGNAPI_INFER_LIST"] != nil {
      print(agreement.list.joined(separator: "\n"))
    }
    #expect(agreement.fields >= 50)
    #expect(agreement.share >= 0.8)
  }
}
