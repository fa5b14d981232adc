import Foundation
import Testing

@testable import GeneratorKit

/// `wgnapi-gen --watch` from outside: what it writes after which change. How long that takes is measured by
/// `Benchmarks/watch.py`.
@Suite struct WatchTests {
  let folder: TemporaryFolder
  let settings = "specs: Specs\noutput: Generated\n"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: "Specs/M/module.yaml")
    try folder.write(Self.spec("Alpha"), to: "Specs/M/schemas.yaml")
    try folder.write(settings, to: "wgnapi-gen.yaml")
  }

  static func spec(_ name: String) -> String { "wgnapi: 1\nschemas: {\(name): {properties: {a: integer}}}\n" }

  private func generated(_ name: String) -> String {
    (try? folder.read("Generated/M/\(name).swift")) ?? ""
  }

  @Test func writesAfterEachSave() throws {
    let tool = try WatchedTool(in: folder)
    try tool.wait { $0.output.contains("watching Specs: wrote ") }
    #expect(generated("Schemas").contains("struct Alpha"))
    try folder.write(Self.spec("Beta"), to: "Specs/M/schemas.yaml")
    try tool.wait { _ in generated("Schemas").contains("struct Beta") }
    try tool.wait { $0.output.contains("\nchanged Specs/M/schemas.yaml: wrote 1 file") }
    // As editors do it that replace a file.
    for name in ["Gamma", "Delta"] {
      try folder.write(Self.spec(name), to: "Specs/M/.schemas.yaml.swp")
      #expect(rename(folder.path("Specs/M/.schemas.yaml.swp"), folder.path("Specs/M/schemas.yaml")) == 0)
      try tool.wait { _ in generated("Schemas").contains("struct \(name)") }
    }
    // And those that move the old one away first.
    #expect(rename(folder.path("Specs/M/schemas.yaml"), folder.path("Specs/M/schemas.yaml~")) == 0)
    try folder.write(Self.spec("Epsilon"), to: "Specs/M/schemas.yaml")
    try tool.wait { _ in generated("Schemas").contains("struct Epsilon") }
    #expect(try tool.end() == 0)
    #expect(tool.printed.output.filter { $0 == "\n" }.count >= 5)
  }

  @Test func seesNewAndRemovedFoldersAndFiles() throws {
    let tool = try WatchedTool(in: folder)
    try tool.wait { $0.output.contains("watching") }
    try folder.write(Self.spec("Beta"), to: "Specs/N/deep/er/n.yaml")
    try tool.wait { _ in folder.exists("Generated/N/DeepErN.swift") }
    try folder.write(Self.spec("Gamma"), to: "Specs/N/deep/er/n.yaml")
    try tool.wait { _ in (try? folder.read("Generated/N/DeepErN.swift"))?.contains("struct Gamma") == true }
    try folder.write(Self.spec("Zeta"), to: "Specs/M/more.yaml")
    try tool.wait { _ in folder.exists("Generated/M/More.swift") }
    try folder.remove("Specs/M/more.yaml")
    try tool.wait { _ in !folder.exists("Generated/M/More.swift") }
    #expect(try tool.end() == 0)
  }

  @Test func keepsTheLastGoodOutputUntilMistakesAreMended() throws {
    let tool = try WatchedTool(in: folder)
    try tool.wait { $0.output.contains("watching") }
    let before = try folder.snapshot("Generated")
    try folder.write("wgnapi: 1\nschemas: {Beta: {properties: {a: intege}}}\n", to: "Specs/M/schemas.yaml")
    try tool.wait { $0.errors.contains("Specs/M/schemas.yaml:2:34: error: unknown type 'intege'") }
    // Another save, of something else: the mistake is still said.
    try folder.write(Self.spec("Eta"), to: "Specs/M/more.yaml")
    try tool.wait { $0.errors.components(separatedBy: "unknown type 'intege'").count > 2 }
    #expect(try folder.snapshot("Generated") == before)
    #expect(tool.printed.output.contains("nothing written, see above"))
    try folder.write(Self.spec("Beta"), to: "Specs/M/schemas.yaml")
    try tool.wait { _ in
      generated("Schemas").contains("struct Beta") && folder.exists("Generated/M/More.swift")
    }
    #expect(try tool.end() == 0)
  }

  @Test func survivesWithoutItsSpecs() throws {
    let tool = try WatchedTool(in: folder)
    try tool.wait { $0.output.contains("watching") }
    try folder.remove("Specs")
    try tool.wait { $0.errors.contains("there is no 'Specs' in the working directory") }
    #expect(generated("Schemas").contains("struct Alpha"))
    try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: "Specs/M/module.yaml")
    try folder.write(Self.spec("Beta"), to: "Specs/M/schemas.yaml")
    try tool.wait { _ in generated("Schemas").contains("struct Beta") }
    // A whole folder in the place of another one.
    try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: "Other/M/module.yaml")
    try folder.write(Self.spec("Gamma"), to: "Other/M/schemas.yaml")
    #expect(rename(folder.path("Specs"), folder.path("Old")) == 0)
    #expect(rename(folder.path("Other"), folder.path("Specs")) == 0)
    try tool.wait { _ in generated("Schemas").contains("struct Gamma") }
    try folder.write(Self.spec("Delta"), to: "Specs/M/schemas.yaml")
    try tool.wait { _ in generated("Schemas").contains("struct Delta") }
    #expect(try tool.end() == 0)
  }

  /// As deployments switch from one folder to the next, directly and through a second link.
  @Test(arguments: ["first", "current"]) func followsSwitchedLinks(target: String) throws {
    #expect(rename(folder.path("Specs"), folder.path("first")) == 0)
    try folder.write("wgnapi: 1\nmodule: {summary: M}\n", to: "second/M/module.yaml")
    try folder.write(Self.spec("Beta"), to: "second/M/schemas.yaml")
    if target == "current" { try folder.link("current", to: "first") }
    try folder.link("Specs", to: target)
    let tool = try WatchedTool(in: folder)
    try tool.wait { $0.output.contains("watching") }
    let switched = target == "current" ? target : "Specs"
    try folder.link("new", to: folder.path("second"))
    #expect(rename(folder.path("new"), folder.path(switched)) == 0)
    try tool.wait { _ in generated("Schemas").contains("struct Beta") }
    try folder.write(Self.spec("Gamma"), to: "second/M/schemas.yaml")
    try tool.wait { _ in generated("Schemas").contains("struct Gamma") }
    // Removed first.
    try folder.write(Self.spec("Delta"), to: "first/M/schemas.yaml")
    try folder.remove(switched)
    try folder.link(switched, to: "first")
    try tool.wait { _ in generated("Schemas").contains("struct Delta") }
    #expect(try tool.end() == 0)
  }

  @Test func followsItsSettings() throws {
    let tool = try WatchedTool(in: folder)
    try tool.wait { $0.output.contains("watching") }
    try folder.write("specs: Specs\nouput: Other\n", to: "wgnapi-gen.yaml")
    try tool.wait { $0.errors.contains("wgnapi-gen.yaml:2:1: error: unknown key 'ouput'") }
    try folder.write(Self.spec("Beta"), to: "More/N/n.yaml")
    try folder.write(
      "generate:\n  - {specs: Specs, output: Other}\n  - {specs: More, output: Other}\n",
      to: "wgnapi-gen.yaml")
    try tool.wait { _ in folder.exists("Other/M/Schemas.swift") && folder.exists("Other/N/N.swift") }
    try folder.write(Self.spec("Gamma"), to: "More/N/n.yaml")
    try tool.wait { _ in (try? folder.read("Other/N/N.swift"))?.contains("struct Gamma") == true }
    #expect(try tool.end() == 0)
  }

  @Test func seesTemplatesAndMappedSchemas() throws {
    try folder.write(
      "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"type\": \"integer\"}",
      to: "Mapped/a.json")
    try folder.write(
      "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"type\": \"object\", \"properties\": {\"a\": {\"$ref\": \"https://example.com/a.json\"}}}",
      to: "Specs/M/b.schema.json")
    try folder.write("// {{source}} says hello\n", to: "Templates/file-Hello.mustache")
    try folder.write(
      settings + "templates: Templates\nmap: {\"https://example.com/\": Mapped}\n", to: "wgnapi-gen.yaml")
    let tool = try WatchedTool(in: folder)
    try tool.wait { $0.output.contains("watching") || $0.errors.contains("error") }
    try folder.write("// good-bye\n", to: "Templates/file-Hello.mustache")
    try tool.wait { _ in generated("Hello").contains("good-bye") }
    let before = try folder.snapshot("Generated")
    try folder.write(
      "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"type\": \"string\"}",
      to: "Mapped/a.json")
    try tool.wait { _ in (try? folder.snapshot("Generated")) != before }
    #expect(try tool.end() == 0)
  }

  @Test func watchesADocumentAndWhatItRefersTo() throws {
    let document = { (name: String) in
      """
      openapi: 3.1.0
      info: {title: T, version: "1"}
      servers: [{url: "https://example.com/"}]
      paths:
        /\(name):
          get:
            operationId: \(name)
            responses: {"200": {description: d, content: {application/json: {schema: {$ref: "parts/pet.yaml"}}}}}

      """
    }
    let pet = { (key: String) in "type: object\nrequired: [\(key)]\nproperties: {\(key): {type: string}}\n" }
    try folder.write(document("find"), to: "api/api.yaml")
    try folder.write(pet("name"), to: "api/parts/pet.yaml")
    try folder.write("specs: api/api.yaml\noutput: Generated\nmodule: Pets\n", to: "wgnapi-gen.yaml")
    let all = { ((try? folder.snapshot("Generated")) ?? [:]).values.joined() }
    let tool = try WatchedTool(in: folder)
    try tool.wait { $0.output.contains("watching") }
    try folder.write(document("search"), to: "api/api.yaml")
    try tool.wait { _ in all().contains("SearchRequest") }
    try folder.write(pet("title"), to: "api/parts/pet.yaml")
    try tool.wait { _ in all().contains("\\.title") }
    // Its part goes away, and comes back.
    try folder.remove("api/parts/pet.yaml")
    try tool.wait { $0.errors.contains("parts/pet.yaml") }
    try folder.write(pet("size"), to: "api/parts/pet.yaml")
    try tool.wait { _ in all().contains("\\.size") }
    #expect(try tool.end() == 0)
  }

  @Test func manySavesAtOnceAreFewRuns() throws {
    let tool = try WatchedTool(in: folder)
    try tool.wait { $0.output.contains("watching") }
    for number in 0..<200 { try folder.write(Self.spec("Type\(number)"), to: "Specs/M/s\(number).yaml") }
    try tool.wait { _ in (0..<200).allSatisfy { folder.exists("Generated/M/S\($0).swift") } }
    #expect(try tool.end() == 0)
    #expect(tool.printed.output.filter { $0 == "\n" }.count < 100)
    #expect(try folder.snapshot("Generated").keys.allSatisfy { !$0.hasSuffix(".tmp") })
  }

  @Test func doesNothingWithoutAChange() throws {
    let tool = try WatchedTool(in: folder)
    try tool.wait { $0.output.contains("watching") }
    let first = tool.printed.output
    try folder.write(Self.spec("Alpha"), to: "Specs/M/schemas.yaml")
    try folder.write("not a spec", to: "Specs/M/notes.txt")
    try folder.write(Self.spec("Beta"), to: "Specs/M/.hidden.yaml")
    Thread.sleep(forTimeInterval: 0.5)
    #expect(tool.printed.output == first && tool.printed.errors == "")
    #expect(try tool.end(with: SIGTERM) == 0)
  }

  @Test func refusesWhatMakesNoSense() throws {
    for option in [["--check"], ["--dry-run"], ["--diagnostics", "json"], ["--diagnostics", "github"]] {
      let result = try GeneratorTool.run(["--watch"] + option, workingDirectory: folder.path)
      #expect(result.status == 2 && result.errors.contains("--watch"), "\(result)")
    }
    let missing = try GeneratorTool.run(["Other", "--watch"], workingDirectory: folder.path)
    #expect(missing.status == 2 && missing.errors.contains("--output is missing"), "\(missing)")
  }
}

/// The files of other platforms are watched by looking at them.
@Suite struct PollingWatcherTests {
  @Test func findsChanges() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", to: "Specs/M/a.yaml")
    try folder.write("b", to: "Specs/M/b.yaml")
    var list = WatchList()
    list.addSpecs(folder.path("Specs"))
    let watcher = PollingWatcher()
    try watcher.watch(list)
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(try watcher.wait(milliseconds: 60, interruptedBy: ends[0]).changes.isEmpty)
    try folder.write("aa", to: "Specs/M/a.yaml")
    try folder.remove("Specs/M/b.yaml")
    try folder.write("c", to: "Specs/M/c.yaml")
    try folder.write("", to: "Specs/M/c.txt")
    let changes = try watcher.wait(milliseconds: 1_000, interruptedBy: ends[0]).changes
    let path = { (name: String) in folder.path("Specs/M/\(name).yaml") }
    #expect(
      changes == [
        WatchedChange(path: path("a"), isRemoval: false), WatchedChange(path: path("b"), isRemoval: true),
        WatchedChange(path: path("c"), isRemoval: false),
      ])
    try folder.write("", to: "Specs/N/n.yaml")
    #expect(
      try watcher.wait(milliseconds: 1_000, interruptedBy: ends[0]).changes
        == [WatchedChange(path: folder.path("Specs/N"), isRemoval: false)])
    // Replaced by a file of the same size.
    try folder.write("xx", to: "Specs/M/.a")
    #expect(rename(folder.path("Specs/M/.a"), path("a")) == 0)
    #expect(try watcher.wait(milliseconds: 1_000, interruptedBy: ends[0]).changes.map(\.path) == [path("a")])
    var byte: UInt8 = 0
    #expect(write(ends[1], &byte, 1) == 1)
    #expect(try watcher.wait(milliseconds: nil, interruptedBy: ends[0]).isInterrupted)
  }
}

/// A running `wgnapi-gen --watch`.
private final class WatchedTool {
  private let process: Process
  private let streams: TemporaryFolder

  init(in folder: TemporaryFolder) throws {
    streams = try TemporaryFolder()
    process = try GeneratorTool.start(["--watch"], in: streams, workingDirectory: folder.path)
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var printed: (output: String, errors: String) {
    ((try? streams.read("stdout")) ?? "", (try? streams.read("stderr")) ?? "")
  }

  /// Waits until something is so. Fails after a minute, or when the tool has ended.
  func wait(
    _ condition: ((output: String, errors: String)) throws -> Bool,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let end = Date().addingTimeInterval(60)
    while try !condition(printed) {
      guard process.isRunning, Date() < end else {
        Issue.record("it didn't happen; printed: \(printed)", sourceLocation: sourceLocation)
        throw CancellationError()
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  /// Ends the tool, and returns its status.
  func end(with signal: Int32 = SIGINT) throws -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }
}
