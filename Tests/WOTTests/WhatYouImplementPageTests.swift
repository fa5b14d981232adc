import Foundation
import TestSupport
import Testing

/// The protocols in the section "What you can implement" of `docs/your-code.md` are those of the runtime.
@Suite struct WhatYouImplementPageTests {
  @Test func signaturesAreThoseOfTheRuntime() throws {
    let page = try PageCode("your-code.md", section: "What you can implement")
    let sources = packageFolder.appendingPathComponent("Sources/Runtime")
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter {
      $0.hasSuffix(".swift")
    }
    let code = try files.map { try String(contentsOf: sources.appendingPathComponent($0), encoding: .utf8) }
      .joined(separator: "\n").replacing("public protocol", with: "protocol")
    let lines = Set(code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    #expect(page.blocks.count > 10)
    for line in page.blocks.joined() where !lines.contains(line.trimmingCharacters(in: .whitespaces)) {
      Issue.record("the runtime has no line \(line)")
    }
  }
}
