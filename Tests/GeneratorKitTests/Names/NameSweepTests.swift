import Foundation
import Testing

/// Names of Swift, Foundation, the runtime and generated code in every place where a spec can put a name.
///
/// All of it takes hours, so it runs on demand: `WGNAPI_NAMES=all`, or a part of the places' titles, such as
/// `WGNAPI_NAMES=union`. With `WGNAPI_NAMES_PART=16` each place gets another sixteenth of the names. What it found is in
/// the golden case `Names`, which is compiled in every run.
struct NameSweepTests {
  private static let wanted = ProcessInfo.processInfo.environment["WGNAPI_NAMES"]

  private static let part = ProcessInfo.processInfo.environment["WGNAPI_NAMES_PART"].flatMap { Int($0) } ?? 1

  /// The names to try in a place.
  private static func names(in title: String) throws -> [String] {
    let place = NamePlace.all.firstIndex { $0.title == title } ?? 0
    return try AwkwardNames.all().enumerated().filter { ($0.offset + place) % max(part, 1) == 0 }.map(
      \.element)
  }

  private static var places: [NamePlace] {
    NamePlace.all.filter { place in wanted.map { $0 == "all" || place.title.contains($0) } ?? false }
  }

  @Test(.enabled(if: wanted != nil), arguments: places.map(\.title))
  func everyNameIsRefusedOrCompiles(title: String) throws {
    let place = try #require(NamePlace.all.first { $0.title == title })
    let folder = try TemporaryFolder()
    let sweep = NameSweep(tool: try GeneratorTool.path(), folder: folder.path)
    let outcome = try sweep.run(try Self.names(in: title), in: place)
    #expect(outcome.errors == [])
    #expect(outcome.accepted > 0)
  }
}
