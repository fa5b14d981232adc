import Foundation
import Testing
import WGNAPIRuntime

@testable import WGNAPIJSON
@testable import WGNAPISchema

/// The JSON Schema Test Suite, in both modes.
@Suite struct SchemaSuiteTests {
  static let folder = "JSON-Schema-Test-Suite/tests/draft2020-12"
  static let files = SharedFiles.files(folder, variable: "WGNAPI_CONFORMANCE_DIR", under: "conformance")
  static let remotes = remoteSchemas()

  private static func remoteSchemas() -> [(uri: String, json: JSON)] {
    guard let file = files.first else { return [] }
    let suite = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder = suite.appendingPathComponent("remotes").resolvingSymlinksInPath()
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".json") }.compactMap { name in
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)),
        let json = try? JSON(parsing: [UInt8](data))
      else { return nil }
      return (uri: "http://localhost:1234/" + name, json: json)
    }
  }

  @Test(.enabled(if: !files.isEmpty, "the JSON Schema Test Suite is not at hand")) func suite() throws {
    var checked = 0
    var total = 0
    for file in Self.files where file.pathExtension == "json" {
      let groups = try JSON(parsing: [UInt8](Data(contentsOf: file)))
      for group in groups.array ?? [] {
        let tests = group["tests"]?.array ?? []
        total += tests.count
        guard let json = group["schema"] else { continue }
        let documents = SuiteSchemas()
        for remote in Self.remotes { documents.add(remote.json, uri: remote.uri) }
        let uri = json["$id"]?.string ?? "document"
        documents.add(json, uri: uri)
        let name = "\(file.lastPathComponent): \(group["description"]?.string ?? "")"
        guard let schema = documents.schema(of: uri) else {
          print("not mapped:", name, documents.problems)
          continue
        }
        for test in tests {
          guard let data = test["data"] else { continue }
          let bytes = try data.encoded()
          let expected = test["valid"]?.bool
          let title = "\(name): \(test["description"]?.string ?? "")"
          #expect(schema.isValid(bytes) == expected, "\(title)")
          let report = bytes.withUnsafeBufferPointer { schema.reported($0) }
          #expect(report.isValid == expected, "\(title)")
          #expect(report.basicOutput["valid"]?.bool == expected, "\(title)")
          checked += 1
        }
      }
    }
    print("checked \(checked) of \(total)")
    #expect(checked > 1250)
  }
}
