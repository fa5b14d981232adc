import APIModel
import Diagnostics
import SpecReader
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Specs that are made to break the reader: each must come to an end with a diagnostic or a result.
@Suite struct HostileSpecsTests {
  @Test(arguments: [(32, ""), (33, "[nesting-too-deep]")])
  func `schemas in schemas`(_ depth: Int, _ expected: String) {
    let text =
      "wgnapi: 1\nschemas: {A: " + String(repeating: "{properties: {a: ", count: depth) + "\"[string]\""
      + String(repeating: "}}", count: depth) + "}\n"
    let diagnostics = readWithDiagnostics(["A/a.yaml": text]).text
    #expect(diagnostics.contains(expected) || diagnostics == expected)
    #expect(diagnostics.isEmpty == expected.isEmpty)
  }

  @Test func `a chain of thousands of references`() {
    let count = 5000
    var text = "wgnapi: 1\nschemas:\n"
    for index in 0..<count { text += "  S\(index): {type: S\(index + 1), minLength: 1}\n" }
    text += "  S\(count): string\n"
    #expect(readWithDiagnostics(["A/a.yaml": text]).text.contains("[nesting-too-deep]"))
    let circle = text.replacingLast("  S\(count): string\n", with: "  S\(count): S0\n")
    #expect(readWithDiagnostics(["A/a.yaml": circle]).text.contains("[reference-cycle]"))
  }

  @Test func `nothing but mistakes`() {
    var text = "wgnapi: 1\nschemas:\n"
    for index in 0..<2500 { text += "  S\(index): {type: T\(index), foo\(index): 1}\n" }
    let diagnostics = readWithDiagnostics(["A/a.yaml": text]).text
    #expect(diagnostics.contains("[too-many-errors]"))
  }

  @Test func `aliases that multiply`() {
    var text = "wgnapi: 1\nschemas:\n  A0: &a0 {properties: {a: string, b: string}}\n"
    for index in 1..<10 {
      text += "  A\(index): &a\(index) {properties: {a: *a\(index - 1), b: *a\(index - 1)}}\n"
    }
    #expect(readWithDiagnostics(["A/a.yaml": text]).text == "")
  }

  @Test func `any cut of a spec, and any byte of it replaced`() {
    let text = """
      wgnapi: 1
      module: {servers: {eu: https://a.b/}, parameters: [l], cache: 4 h, limits: {application: 1/s}}
      parameters: {l?: {enum: {a: b, c: d}}}
      schemas: {A: {properties: {a?: "{string: [B?]}", b: {oneOf: [A, B]}}}, B: {type: int32}}
      endpoints: {e: {get: "a/{x}/", parameters: {x: B}, responses: {200: A, 4XX: empty}, errors: {1: [A]}}}
      slices: {S: {of: A, fields: [a.a]}}
      """
    let bytes = Array(text.utf8)
    func read(_ bytes: [UInt8]) {
      var sink = DiagnosticSink()
      _ = readSpecs(
        files: [SpecFile(path: "A/module.yaml", displayPath: "A/module.yaml", bytes: bytes)], into: &sink)
    }
    for end in 0...bytes.count { read(Array(bytes[..<end])) }
    for index in bytes.indices {
      for replacement in "?{}[]:,\"~".utf8 {
        var copy = bytes
        copy[index] = replacement
        read(copy)
      }
    }
  }
}

extension String {
  fileprivate func replacingLast(_ suffix: String, with replacement: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) + replacement : self
  }
}
