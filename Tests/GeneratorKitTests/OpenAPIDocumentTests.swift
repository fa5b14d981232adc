import Diagnostics
import Foundation
import SpecReader
import SwiftEmitter
import Testing

@testable import GeneratorKit

/// OpenAPI documents and the code that they become.
@Suite struct OpenAPIDocumentTests {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Golden/OpenAPI")
  private let templates: [TemplateSource]

  init() {
    var sink = DiagnosticSink()
    templates = loadTemplates(overlaidBy: nil, into: &sink)
  }

  /// `WGNAPI_RECORD=1` writes what is generated now, and still fails the run: look at the difference before you keep it.
  @Test(arguments: [
    ("bookshop.yaml", "Bookshop"), ("weather.json", "Weather"), ("hostile.yaml", "HostileDocument"),
    ("museum.yaml", "Museum"), ("archive/api.yaml", "Archive"), ("alternatives.yaml", "Alternatives"),
  ])
  func documentsBecomeTheRecordedCode(document: String, module: String) throws {
    var sink = DiagnosticSink()
    let path = folder.appendingPathComponent("Documents/\(document)").path
    let specs = SpecLoader().load(path, module: module, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: templates, jobs: 1)
    #expect(sink.isEmpty)
    #expect(!tree.files.isEmpty)
    let found = diagnostics.map { diagnostic in
      "\(diagnostic.span?.start.line ?? 0): \(diagnostic.severity): \(diagnostic.message)\n"
    }.joined()
    let record = ProcessInfo.processInfo.environment["WGNAPI_RECORD"] == "1"
    let expected = folder.appendingPathComponent("Documents/\(document).txt")
    let output = OutputFolder(folder.appendingPathComponent("Generated").path)
    let plan = try #require(output.plan(for: tree, into: &sink))
    if record {
      try found.write(to: expected, atomically: true, encoding: .utf8)
      _ = output.write(tree, into: &sink)
      Issue.record("recorded the code of \(document)")
      return
    }
    #expect(found == (try? String(contentsOf: expected, encoding: .utf8)))
    let changes = plan.entries.filter { $0.kind != .unchanged && $0.path.hasPrefix(module) }
    #expect(changes.map { "\($0.kind.rawValue) \($0.path)" } == [])
  }

  /// What a document's only operation, which has the given lines, becomes.
  private func generated(_ operation: String, schemas: String = "", module: String = "M") throws -> (
    paths: [String], diagnostics: [Diagnostic]
  ) {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths: {/a: {get: {\(operation), responses: {'200': {description: ok}}}}}
      components: {schemas: {\(schemas)}}
      """, to: "api.yaml")
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.path("api.yaml"), module: module, into: &sink)
    let (tree, diagnostics) = generate(specs: specs, templates: templates, jobs: 1)
    return (tree.files.map(\.path), sink.sorted() + diagnostics)
  }

  /// Files are named after types, and have at most 255 bytes.
  @Test func longNamesAreShortenedWithANote() throws {
    let long = String(repeating: "listEverything", count: 10)
    let (paths, diagnostics) = try generated(
      "operationId: \(long), tags: [\(long)]", schemas: "\(long): {type: object}")
    #expect(
      !paths.isEmpty && paths.allSatisfy { $0.split(separator: "/").allSatisfy { $0.utf8.count < 255 } })
    #expect(
      diagnostics.filter { $0.id == .shortenedName && $0.severity == .note && $0.span != nil }.count == 2)
    #expect(!diagnostics.contains { $0.severity == .error })
  }

  @Test(arguments: ["Swift", "class", "Self", "Protocol", "Foundation"])
  func modulesOfDocumentsHaveUsableNames(module: String) throws {
    let (paths, diagnostics) = try generated("operationId: a", module: module)
    #expect(paths == [] && diagnostics.map(\.id) == [.reservedName])
  }

  @Test(arguments: ["", "servers: [{url: /api/v3}]\n"])
  func documentsWithoutServersTakeAnyURL(servers: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n\(servers)paths: {/a: {get: {responses: {'200': {description: ok}}}}}\n",
      to: "api.yaml")
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.path("api.yaml"), module: nil, into: &sink)
    let (tree, _) = generate(specs: specs, templates: templates, jobs: 1)
    let file = try #require(tree.files.first { $0.path == "Api/Client.swift" })
    let client = String(decoding: file.bytes, as: UTF8.self)
    #expect(client.contains("  public init(url: String) {\n    core = APIServer(url, url)\n"))
    #expect(!client.contains("like server"))
  }

  @Test func dependsOnNothingButContent() throws {
    var sink = DiagnosticSink()
    let path = folder.appendingPathComponent("Documents/bookshop.yaml").path
    let specs = SpecLoader().load(path, module: nil, into: &sink)
    #expect(
      specs.map(\.path) == [
        "Bookshop/bookshop.yaml", "Bookshop/schemas/pages.yaml", "Bookshop/schemas/book.yaml",
        "Bookshop/schemas/people.yaml",
      ])
    let (tree, _) = generate(specs: specs, templates: templates, jobs: 1)
    #expect(generate(specs: specs, templates: templates, jobs: 4).0 == tree)
    #expect(
      generate(specs: specs.prefix(1) + specs.dropFirst().reversed(), templates: templates, jobs: 2).0 == tree
    )
  }

  @Test func readsNoFileOutsideOfTheFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret: {type: string}\n", to: "secret.yaml")
    try folder.write(
      "openapi: 3.1.0\ninfo: {title: T, version: '1'}\ncomponents: {schemas: {A: {$ref: '../secret.yaml#/secret'}, "
        + "B: {$ref: link.yaml}, C: {$ref: '/etc/passwd'}, D: {$ref: 'file:///etc/passwd'}}}\n",
      to: "in/api.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/link.yaml"), withDestinationPath: folder.path("secret.yaml"))
    var sink = DiagnosticSink()
    let specs = SpecLoader().load(folder.path("in/api.yaml"), module: nil, into: &sink)
    #expect(specs.map(\.path) == ["Api/api.yaml"])
    let (_, diagnostics) = generate(specs: specs, templates: templates, jobs: 1)
    #expect(diagnostics.filter { $0.id == .unresolvedReference }.count == 4)
  }

  /// The command `names` shows what a folder has to call an operation, and what Swift calls it.
  @Test func namesAreListedWithTheirReasons() throws {
    let result = try GeneratorTool.run([
      "names", folder.appendingPathComponent("Documents/bookshop.yaml").path,
    ])
    #expect(result.status == 0)
    #expect(result.output.contains("GET /books, line 22: after 'list-all', the operation 'books/list-all'\n"))
    #expect(result.output.contains("client.books.createBook"))
  }

  @Test func namesThousandsOfOperations() throws {
    let paths = (0..<2000).map { "  /a/\($0): {get: {operationId: same}}\n" }.joined()
    let text = "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths:\n" + paths
    var file = SpecFile(path: "M/api.yaml", displayPath: "api.yaml", bytes: Array(text.utf8))
    file.isGivenAlone = true
    let (tree, diagnostics) = generate(specs: [file], templates: templates, jobs: 2)
    #expect(diagnostics.allSatisfy { $0.severity == .warning })
    #expect(tree.files.count > 40)
  }
}
