import Diagnostics
import Foundation
import OpenAPIReader
import SpecReader
import Testing

/// The specification's own documents: those that are valid, and those that aren't.
@Suite struct SpecificationSuiteTests {
  private static let folder: URL = {
    let own = ProcessInfo.processInfo.environment["WGNAPI_SHARED_DIR"].map { URL(fileURLWithPath: $0) }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (own ?? package.deletingLastPathComponent().appendingPathComponent("shared"))
      .appendingPathComponent("openapi/suite")
  }()

  private static func files(_ kind: String) -> [String] {
    ["3.0", "3.1", "3.2"].flatMap { version in
      let folder = folder.appendingPathComponent("\(version)/\(kind)").path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.filter { $0.hasSuffix(".yaml") }.sorted().map { "\(version)/\(kind)/\($0)" }
    }
  }

  private func read(_ path: String) throws -> [Diagnostic] {
    let bytes = Array(try Data(contentsOf: Self.folder.appendingPathComponent(path)))
    var sink = DiagnosticSink()
    let name = "M/" + (path.split(separator: "/").last ?? "")
    _ = readOpenAPI([SpecFile(path: name, displayPath: path, bytes: bytes)], module: "M", into: &sink)
    return sink.sorted()
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: folder.path), "the suite isn't there"))
  func readsValidDocuments() throws {
    let files = Self.files("pass")
    #expect(files.count >= 20)
    for path in files {
      let errors = try read(path).filter { $0.severity == .error }
      #expect(errors.isEmpty, "\(path): \(errors.map(\.message))")
    }
  }

  @Test func mediaTypesOf32HaveDescriptions() throws {
    let document = """
      paths: {/a: {get: {operationId: a, responses: {'200': {description: ok, content: {application/json: {$ref: '#/components/mediaTypes/A'}}}}}}}
      components: {mediaTypes: {A: {description: Why., schema: {type: string}}}}

      """
    #expect(try readDocument(document, version: "3.2.0").messages == [])
    let older =
      "paths: {/a: {get: {operationId: a, responses: {'200': {description: ok, content: {application/json: {description: Why.}}}}}}}\n"
    #expect(try readDocument(older).messages == ["3: a media type has no 'description'"])
  }

  /// Documents that break the specification get a diagnostic at the line that does, which `--warnings-as-errors` makes an
  /// error.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: folder.path), "the suite isn't there"))
  func reportsInvalidDocuments() throws {
    let files = Self.files("fail")
    #expect(files.count == Self.lines.count)
    for path in files {
      let line = try #require(Self.lines[path], "\(path) is new")
      let found = try read(path).filter { $0.id != .leftOut }.compactMap(\.span?.start.line)
      #expect(found.contains(line), "\(path): \(found)")
    }
  }

  /// Where each of them is wrong.
  private static let lines = [
    "3.1/fail/example-examples.yaml": 15,
    "3.1/fail/link-object-no-body.yaml": 10,
    "3.1/fail/no_containers.yaml": 1,
    "3.1/fail/parameter-object-header-allowReserved.yaml": 10,
    "3.1/fail/parameter-object-path-allowReserved.yaml": 10,
    "3.1/fail/server_enum_empty.yaml": 13,
    "3.1/fail/unknown_container.yaml": 8,
    "3.2/fail/encoding-enc-item-exclusion.yaml": 13,
    "3.2/fail/example-examples.yaml": 15,
    "3.2/fail/example-object-old-exclusions.yaml": 10,
    "3.2/fail/example-object-old-vs-data.yaml": 10,
    "3.2/fail/example-object-old-vs-ser.yaml": 10,
    "3.2/fail/header-object-allowReserved.yaml": 12,
    "3.2/fail/header-object-name.yaml": 11,
    "3.2/fail/invalid_schema_types.yaml": 10,
    "3.2/fail/media-type-enc-item-exclusion.yaml": 11,
    "3.2/fail/media-type-enc-prefix-exclusion.yaml": 11,
    "3.2/fail/no_containers.yaml": 1,
    "3.2/fail/operation-object-query-with-querystring.yaml": 11,
    "3.2/fail/operation-object-two-querystrings.yaml": 16,
    "3.2/fail/parameter-object-content-not-with-style.yaml": 14,
    "3.2/fail/parameter-object-header-allowReserved.yaml": 10,
    "3.2/fail/parameter-object-path-name.yaml": 8,
    "3.2/fail/parameter-object-querystring-not-with-schema.yaml": 10,
    "3.2/fail/path-item-object-conflicting-additional-operation.yaml": 37,
    "3.2/fail/path-item-object-query-with-querystring.yaml": 9,
    "3.2/fail/path-item-object-two-querystrings.yaml": 15,
    "3.2/fail/servers.yaml": 10,
    "3.2/fail/unknown_container.yaml": 8,
    "3.2/fail/xml-attr-exclusion.yaml": 11,
    "3.2/fail/xml-wrapped-exclusion.yaml": 11,
  ]
}
