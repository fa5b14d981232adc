import APIModel
import Diagnostics
import Foundation
import SpecReader
import SwiftEmitter
import Testing
import Thoroughness

@testable import GeneratorKit
@testable import SpecChanges

/// Two equal versions: nothing breaks, nothing behaves otherwise, and everything is understood.
@Suite struct EqualVersionTests {
  private static let golden = package.appendingPathComponent("Tests/Golden")

  /// The folders and documents with specs that can be generated, below `Tests/Golden`.
  static let paths: [String] = {
    let files = FileManager.default
    func names(_ path: String) -> [String] {
      ((try? files.contentsOfDirectory(atPath: golden.appendingPathComponent(path).path)) ?? []).sorted()
    }
    let specs = names("").map { "\($0)/Specs" }
    // They are much alike.
    let changes = (isThorough ? names("Changes") : ["keywords", "limit-fields"]).flatMap {
      ["Changes/\($0)/old", "Changes/\($0)/new"]
    }
    let documents = names("OpenAPI/Documents").filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }
      .map { "OpenAPI/Documents/\($0)" }
    return (specs + changes + documents).filter {
      files.fileExists(atPath: golden.appendingPathComponent($0).path)
    }
  }()

  /// - Parameter isMoved: Whether everything is a line further down.
  private func read(_ path: String, isMoved: Bool) -> API? {
    var sink = DiagnosticSink()
    let files = SpecLoader().load(path, into: &sink).map { file in
      var bytes = file.bytes
      if isMoved, file.path.hasSuffix(".yaml") { bytes = Array("#\n".utf8) + bytes }
      return SpecFile(path: file.path, displayPath: file.displayPath, bytes: bytes)
    }
    return readAPI(files, into: &sink)
  }

  /// What two equal versions are said to differ in.
  private func differences(_ path: String) throws -> [String] {
    let old = try #require(read(path, isMoved: false))
    let new = try #require(read(path, isMoved: true))
    var (sink, oldSink) = (DiagnosticSink(), DiagnosticSink())
    let changes = try #require(compareVersions(old, new, into: &sink, oldSink: &oldSink))
    let wire = changes.wire + everything(old, new)
    return changes.differences.map { "\($0.place): \($0.kind.rawValue)" }
      + changes.behaviour.map { "\($0.places): \($0.before), \($0.after)" }
      + wire.map { "\($0.direction) \($0.place): \($0.message)" }
  }

  /// What is different on the wire, compared schema by schema, although none has changed.
  private func everything(_ old: API, _ new: API) -> [WireChange] {
    var sink = DiagnosticSink()
    let (before, after) = (old.surfaces(into: &sink), new.surfaces(into: &sink))
    return zip(old.modules, new.modules).flatMap { module, other -> [WireChange] in
      guard let surface = before.first(where: { $0.module.text == module.name.text }),
        let otherSurface = after.first(where: { $0.module.text == other.name.text })
      else { return [] }
      let pairs = SurfaceComparison(surface, otherSurface).pairs
      return onLargeStack { WireComparison(module, other, pairs, comparesAll: true).changes }
    }
  }

  @Test(arguments: paths)
  func goldenSpecs(path: String) throws {
    #expect(try differences(Self.golden.appendingPathComponent(path).path) == [])
  }

  @Test func goldenSpecsAreFound() { #expect(Self.paths.count > 20) }

  /// Documents of real companies, which aren't part of the package.
  @Test(
    .thorough,
    .enabled(if: !Self.shared.isEmpty, "needs openapi/documents in a folder 'shared' next to the package"))
  func documentsOfCompanies() throws {
    for path in Self.shared { #expect(try differences(path) == [], "\(path)") }
  }

  private static let shared: [String] = {
    let parent =
      ProcessInfo.processInfo.environment["WGNAPI_SHARED_DIR"].map { URL(fileURLWithPath: $0) }
      ?? package.deletingLastPathComponent().appendingPathComponent("shared")
    let folder = parent.appendingPathComponent("openapi/documents")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }
      .map { folder.appendingPathComponent($0).path }
  }()
}
