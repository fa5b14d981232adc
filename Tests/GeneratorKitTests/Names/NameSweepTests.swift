import Foundation
import Testing

/// Names of Swift, Foundation, the runtime and generated code in every place where a spec can put a name.
///
/// All of it takes many minutes, so it runs on demand: `WGNAPI_NAMES=all`, or a part of the places' titles, such as
/// `WGNAPI_NAMES=union`. What it found is in the golden case `Names`, which is compiled in every run.
struct NameSweepTests {
  private static let wanted = ProcessInfo.processInfo.environment["WGNAPI_NAMES"]

  private static var places: [NamePlace] {
    NamePlace.all.filter { place in wanted.map { $0 == "all" || place.title.contains($0) } ?? false }
  }

  @Test(.enabled(if: wanted != nil), arguments: places.map(\.title))
  func everyNameIsRefusedOrCompiles(title: String) throws {
    let place = try #require(NamePlace.all.first { $0.title == title })
    let folder = try TemporaryFolder()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let sweep = NameSweep(tool: try GeneratorTool.path(), root: root.path, folder: folder.path)
    let outcome = try sweep.run(AwkwardNames.all(), in: place)
    #expect(outcome.errors == [])
    #expect(outcome.accepted > 0)
  }
}
