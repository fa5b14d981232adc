import Testing

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// How often a merge reads the traffic.
struct MergeReadsTests {
  private func merge(
    keeping most: Int, plain: Int = 0
  ) throws -> (readings: Int, outcome: MergeOutcome, spec: DriftingSpec) {
    var har = HAR()
    for number in 0..<plain {
      har.add("https://api.example.com/v1/books/\(number)", response: DriftTests.book())
    }
    let bytes = har.adding(MergeTests.traffic).bytes
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
  @Test func trafficIsReadOnceIfThereIsRoom() throws {
    let once = try merge(keeping: 1 << 20)
    #expect(once.readings == 1)
    #expect(once.outcome.endpoints > 0 && once.outcome.edits > 0)
    // Without room, everything is read again as long as something is new. The result is the same.
    for most in [0, 8000] {
      let other = try merge(keeping: most)
      #expect((2...7).contains(other.readings), "\(most): \(other.readings)")
      #expect(other.spec.files == once.spec.files, "\(most)")
      #expect(other.outcome.report.differences == once.outcome.report.differences, "\(most)")
      #expect(other.outcome.problems == once.outcome.problems && other.outcome.notes == once.outcome.notes)
    }
  }

  /// What shows something new is kept where there is no room for everything, and at the end, all of it is read again.
  @Test func moreTrafficIsReadTwice() throws {
    let (once, twice) = (try merge(keeping: 1 << 20, plain: 200), try merge(keeping: 150_000, plain: 200))
    #expect(once.readings == 1 && twice.readings == 2)
    #expect(twice.spec.files == once.spec.files)
    #expect(twice.outcome.report.differences == once.outcome.report.differences)
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
