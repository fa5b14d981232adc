import Diagnostics
import Foundation
import GeneratorKit
import Testing

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// Traffic in, specs out: the folders in `Tests/Golden/Inference`. `WGNAPI_RECORD=1` records, and fails.
struct GoldenInferenceTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .appendingPathComponent("Golden/Inference")

  @Test(arguments: [("Bookshop", "traffic.har"), ("Browsers", "chromium.har")])
  func specsAreAsRecorded(name: String, traffic: String) throws {
    let folder = Self.folder.appendingPathComponent(name)
    var reader = TrafficReader()
    reader.read(folder.appendingPathComponent(traffic).path)
    #expect(reader.problems.isEmpty)
    let spec = inferSpec(from: reader.collector, module: "Shop")
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message))")
    let output = folder.appendingPathComponent("Specs/Shop")
    let report = spec.notes.map { "\($0.place): \($0.text)\n" }.joined()
    if ProcessInfo.processInfo.environment["WGNAPI_RECORD"] != nil {
      try? FileManager.default.removeItem(at: output)
      try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
      for file in spec.files { try Data(file.text.utf8).write(to: output.appendingPathComponent(file.path)) }
      try Data(report.utf8).write(to: folder.appendingPathComponent("report.txt"))
      Issue.record("recorded \(name); read it, and run again without WGNAPI_RECORD")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: output.path).sorted()
    #expect(names == spec.files.map(\.path).sorted())
    for file in spec.files {
      let recorded =
        FileManager.default.contents(atPath: output.appendingPathComponent(file.path).path) ?? Data()
      #expect(String(decoding: recorded, as: UTF8.self) == file.text, "\(file.path)")
    }
    let recorded =
      FileManager.default.contents(atPath: folder.appendingPathComponent("report.txt").path) ?? Data()
    #expect(String(decoding: recorded, as: UTF8.self) == report)
  }

  /// What browsers and proxies save of the same session describes the same service.
  @Test(arguments: ["chromium-sanitized", "firefox", "webkit", "mitmproxy"])
  func programsSeeTheSame(program: String) throws {
    let folder = Self.folder.appendingPathComponent("Browsers")
    var reader = TrafficReader()
    reader.read(folder.appendingPathComponent("\(program).har").path)
    #expect(reader.problems.isEmpty)
    let spec = inferSpec(from: reader.collector, module: "Shop")
    for file in spec.files {
      let path = folder.appendingPathComponent("Specs/Shop/\(file.path)")
      var recorded = try String(contentsOf: path, encoding: .utf8)
      if program == "chromium-sanitized" {
        // Chromium leaves credentials out.
        recorded.replace("  credentials: {token: {scheme: bearer}}\n  authentication: token\n", with: "")
      }
      #expect(recorded == file.text, "\(file.path)")
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent("Specs/Shop").path)
    #expect(Set(names) == Set(spec.files.map(\.path)))
  }

  @Test func filesThatExistAndDifferAreNotChanged() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("infer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var har = HAR()
    har.add("https://api.example.com/books", response: [["title": "x"]])
    guard case .written(let paths) = writeInferred(har.infer(), into: folder.path, diff: UnifiedDiff()) else {
      Issue.record("expected files")
      return
    }
    #expect(paths.count == 2)
    // The same again is no difference.
    guard case .written = writeInferred(har.infer(), into: folder.path, diff: UnifiedDiff()) else {
      Issue.record("expected no difference")
      return
    }
    let file = folder.appendingPathComponent("books.yaml")
    let text = try String(contentsOf: file, encoding: .utf8).replacing(
      "title: string", with: "title: string?")
    try Data(text.utf8).write(to: file)
    guard case .differs(let difference) = writeInferred(har.infer(), into: folder.path, diff: UnifiedDiff())
    else {
      Issue.record("expected a difference")
      return
    }
    #expect(difference.contains("title: string?"))
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
