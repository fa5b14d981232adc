import Diagnostics
import SpecReader

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder under `Tests/Golden/BadSpecs`: specs with a mistake, and the expected diagnostics.
///
/// - `Specs/<Module>/*.yaml`: the specs.
/// - `expected.txt`: the diagnostics as text, without source lines.
/// - `schema-rejects`: there if the JSON Schema of the language finds the mistake too; `Tests/spec_schema.py`
///   looks for it.
///
/// With `WGNAPI_RECORD=1` in the environment `expected.txt` is written instead of compared, and the test
/// fails so that nobody records in earnest unawares.
struct GoldenSpecs: Sendable, CustomStringConvertible {
  let name: String
  let folder: URL

  var description: String { name }

  static let isRecording = ProcessInfo.processInfo.environment["WGNAPI_RECORD"] == "1"

  /// Every case, by name.
  static let all: [GoldenSpecs] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/BadSpecs")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted().map { name in
      GoldenSpecs(name: name, folder: root.appendingPathComponent(name))
    }
  }()

  /// The specs, with the paths that users would see.
  func files() throws -> [SpecFile] {
    let root = folder.appendingPathComponent("Specs")
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted().compactMap { path in
      let url = root.appendingPathComponent(path)
      var isFolder = false
      if let type = try FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType {
        isFolder = type == .typeDirectory
      }
      if isFolder { return nil }
      return SpecFile(path: path, displayPath: "Specs/" + path, bytes: Array(try Data(contentsOf: url)))
    }
  }

  private var expectedFile: URL { folder.appendingPathComponent("expected.txt") }

  /// What is to be said; nil before it was recorded.
  var expected: String? {
    (try? Data(contentsOf: expectedFile)).map { String(decoding: $0, as: UTF8.self) }
  }

  func record(_ text: String) throws {
    try Data(text.utf8).write(to: expectedFile)
  }
}
