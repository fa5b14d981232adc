import Testing

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// How often a merge reads the traffic.
struct MergeReadsTests {
  private func merge(keeping most: Int) throws -> (readings: Int, outcome: MergeOutcome, spec: DriftingSpec) {
    let bytes = MergeTests.traffic.bytes
    var readings = 0
    let kept = KeptTraffic(most: most)
    let outcome = try DriftTests.shop.merge(module: "Shop", keeping: kept) { collector, observer in
      readings += 1
      var reader = TrafficReader(collector, observer: observer)
      var rest = [bytes]
      reader.readHAR(shown: "shop.har") { rest.popLast() ?? [] }
      return reader
    }
    return (readings, outcome, DriftTests.shop.merged(outcome))
  }

  /// Endpoints that one pass adds are checked by another one, so there are several passes.
  @Test func trafficIsReadOnceIfThereIsRoomAndTwiceOtherwise() throws {
    let once = try merge(keeping: 1 << 20)
    #expect(once.readings == 1)
    #expect(once.outcome.endpoints > 0 && once.outcome.edits > 0)
    // Room for a few exchanges: those that show something new are kept, and everything is read again at the end.
    for most in [0, 8000, 20_000] {
      let other = try merge(keeping: most)
      #expect(most == 0 || other.readings == 2, "\(most)")
      #expect(other.spec.files == once.spec.files, "\(most)")
      #expect(other.outcome.report.differences == once.outcome.report.differences, "\(most)")
      #expect(other.outcome.problems == once.outcome.problems && other.outcome.notes == once.outcome.notes)
    }
  }

  @Test func nothingToMergeIsFoundInOneReading() throws {
    let merged = try merge(keeping: 1 << 20).spec
    var readings = 0
    let outcome = try merged.merge(module: "Shop", keeping: KeptTraffic(most: 0)) { collector, observer in
      readings += 1
      var reader = TrafficReader(collector, observer: observer)
      var rest = [MergeTests.traffic.bytes]
      reader.readHAR(shown: "shop.har") { rest.popLast() ?? [] }
      return reader
    }
    #expect(readings == 1 && outcome.files.isEmpty)
  }
}
