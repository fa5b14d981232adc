import Diagnostics
import Foundation
import SpecReader
import Testing

@testable import GeneratorKit

/// The names of generated files that mean something else.
@Suite struct FileNameTests {
  private func paths(_ files: [String: String]) -> [String] {
    let specs = files.sorted { $0.key < $1.key }.map { path, text in
      SpecFile(path: path, displayPath: path, bytes: Array("wgnapi: 1\n\(text)".utf8))
    }
    var sink = DiagnosticSink()
    let templates = loadTemplates(overlaidBy: nil, into: &sink)
    let output = generateAll(specs: specs, templates: templates, withTests: false, threads: 1)
    #expect(output.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    return output.modules.files.map(\.path).filter { $0.hasSuffix(".swift") }.sorted()
  }

  private static let module = "module: {servers: {main: https://shop.example.com/}"
  private static let endpoint = "endpoints: {%: {get: %, response: integer}}\n"

  private static func file(_ name: String) -> String { endpoint.replacing("%", with: name) }

  /// SwiftPM takes a target with `main.swift` for a program, whatever the case; Windows has devices of such names.
  @Test func neitherAProgramNorADevice() {
    #expect(
      paths([
        "Shop/module.yaml": Self.module + "}\n", "Shop/main.yaml": Self.file("one"),
        "Shop/con.yaml": Self.file("two"),
        "Shop/maintenance.yaml": Self.file("three"),
      ]) == ["Shop/Client.swift", "Shop/Maintenance.swift", "Shop/ShopCon.swift", "Shop/ShopMain.swift"])
  }

  /// Two modules in one target have files of different names, if one has a prefix.
  @Test func filesHaveThePrefixOfTypes() {
    #expect(
      paths([
        "Shop/module.yaml": Self.module + ", types: {prefix: Till}}\n", "Shop/books.yaml": Self.file("one"),
      ]) == ["Shop/TillBooks.swift", "Shop/TillClient.swift"])
  }
}
