import Foundation
import Testing
import WGNAPIRuntime
import WGNAPISchema

/// Files that are not part of the package; tests that need them are skipped without them.
enum SharedFiles {
  static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../../shared").standardizedFileURL

  static func files(_ folder: String, variable: String, under subfolder: String) -> [URL] {
    let environment = ProcessInfo.processInfo.environment[variable].map { URL(fileURLWithPath: $0) }
    let base = environment ?? root.appendingPathComponent(subfolder)
    let url = base.appendingPathComponent(folder)
    let found = try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
    return (found ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
  }
}

@Suite struct ConformanceTests {
  static let suite = SharedFiles.files(
    "JSONTestSuite/test_parsing", variable: "WGNAPI_CONFORMANCE_DIR", under: "conformance")
  static let captured = SharedFiles.files("captured", variable: "WGNAPI_SHARED_DIR", under: "")

  @Test(.enabled(if: !suite.isEmpty, "JSONTestSuite is not at hand")) func jsonTestSuite() throws {
    for file in Self.suite {
      let bytes = try [UInt8](Data(contentsOf: file))
      let json = try? JSON(parsing: bytes)
      let name = file.lastPathComponent
      let isWellFormed = JSONSchema.any.isValid(bytes)
      if name.hasPrefix("y_") { #expect(isWellFormed, "\(name)") }
      if name.hasPrefix("n_") { #expect(!isWellFormed, "\(name)") }
      // What has a key twice is well formed, but no tree is made of it.
      #expect((json != nil) == (isWellFormed && !name.hasPrefix("y_object_duplicated")), "\(name)")
    }
  }

  @Test(.enabled(if: !captured.isEmpty, "no captured responses at hand")) func capturedResponsesRoundTrip()
    throws
  {
    for file in Self.captured {
      let json = try JSON(parsing: [UInt8](Data(contentsOf: file)))
      #expect(try JSON(parsing: json.encoded()) == json, "\(file.lastPathComponent)")
    }
  }
}
